/** Characters as readers and programs expect them, whatever form a font gave them. */

/** Scripts that write no spaces between words: their lines continue without one. */
export const spaceless =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\u3000-\u303f\uff01-\uff60]/u;
/** In font sizes: what is further behind another word is parted from it by a space. Programs set scripts without spaces apart from others. */
export const leastSpace = (before: string, after: string): number =>
  spaceless.test(before.at(-1) ?? "") || spaceless.test(after.charAt(0)) ? 0.25 : 0.15;

/**
 * Alphabetic presentation forms (ligatures such as U+FB01, Hebrew with points) and Arabic ones, A and B; and radicals of
 * Chinese characters, which stand for the characters whose glyphs they share: programs that go back from glyphs name them.
 */
const presentation = /[\u2f00-\u2fd5\ufb00-\ufdff\ufe70-\ufefc]/g;
/** A mark that was written on a space of its own, which NFKC puts before it. */
const loneMark = / (?=[\u064b-\u0652])/g;
/** What MuPDF makes of a glyph beside a mark: the document's own words for both come before it. */
const withoutStrayGlyphs = (text: string) =>
  text.replace(/\ufffd+/g, (run, at: number) => {
    const [before, after] = around(text, at, run.length);
    return /\p{M}$/u.test(before) || /^\p{M}/u.test(after) ? "" : run;
  });
/** The same vowel sign or point twice, which no script writes: documents that name a glyph in two ways have it. */
const doubledMark = /([\u0591-\u05c7\u064b-\u065f\u0900-\u0dff])(?<=\p{M})\1+/gu;
/** What stretches a word between two of its letters, for the looks of a line: fonts put it there themselves. */
const unstretched = (text: string) =>
  text.replace(/\u0640+/g, (run, at: number) => {
    const [before, after] = around(text, at, run.length);
    return stretched.test(before) && stretched.test(after.charAt(0)) ? "" : run;
  });
const stretched = /[\u0620-\u063f\u0641-\u064a\u066e-\u06d3]\p{M}{0,4}$/u;
/** A soft hyphen inside a line is invisible; the one at a line's end is `hyphens.ts`'s. */
const softHyphen = /\u00ad(?!$)/g;
/** A letter with its accents as marks of their own, as some systems write all of them. */
const decomposed = /\p{L}[\u0300-\u036f]+/gu;
/** A few characters before a part of a text, and after it. */
const around = (text: string, at: number, length: number): readonly [string, string] => [
  text.slice(Math.max(0, at - 8), at),
  text.slice(at + length, at + length + 8),
];

/** What of a text may have to change: most texts hold none of it. */
const special =
  /[\u0300-\u036f\0\u00ad\u2f00-\u2fd5\u0591-\u05c7\u0640\u064b-\u065f\u0900-\u0dff\ufffd\ud800-\udfff\ufb00-\ufdff\ufe70-\ufefc]/;

/**
 * Presentation forms become the letters they show, accents part of their letters, soft hyphens inside the line go, and nothing is left that is not
 * well-formed text: NUL and halves of surrogate pairs, which no document means.
 */
export function plainCharacters(text: string): string {
  if (!special.test(text)) return text;
  const letters = text.replace(presentation, (form) => form.normalize("NFKC").replace(loneMark, ""));
  const accented = letters.replace(decomposed, (letter) => letter.normalize("NFC"));
  const marked = withoutStrayGlyphs(accented).replace(doubledMark, "$1");
  return unstretched(marked).replace(softHyphen, "").replaceAll("\0", "").toWellFormed();
}
