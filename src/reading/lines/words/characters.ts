/** Characters as readers and programs expect them, whatever form a font used. */

/** Scripts without spaces between words: their lines continue without one. */
export const spaceless =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\u3000-\u303f\uff01-\uff60]/u;
/** In font sizes: words farther apart are separated by a space. Programs space scripts without spaces apart from others. */
export const leastSpace = (before: string, after: string): number =>
  spaceless.test(before.at(-1) ?? "") || spaceless.test(after.charAt(0)) ? 0.25 : 0.15;

/**
 * Alphabetic presentation forms (ligatures such as U+FB01, Hebrew with points) and Arabic ones, A and B; and radicals of
 * Chinese characters, which represent the characters whose glyphs they share: programs that map glyphs back to characters use
 * them.
 */
const presentation = /[\u2e80-\u2fd5\ufb00-\ufdff\ufe70-\ufefc]/g;
/** The characters of the radicals from U+2E80 on, which have no compatibility form (Unicode, EquivalentUnifiedIdeograph). */
const radicals = [
  ..."⺀厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵⺚旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂",
  ..."肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟",
];
const firstRadical = 0x2e80;
const plainForm = (form: string) => radicals[form.charCodeAt(0) - firstRadical] ?? form.normalize("NFKC");
/** A mark that was written on its own space, which NFKC puts before it. */
const loneMark = / (?=[\u064b-\u0652])/g;
/** MuPDF's character for a glyph next to a mark: the document's own words for both precede it. */
const withoutStrayGlyphs = (text: string) =>
  text.replace(/\ufffd+/g, (run, at: number) => {
    const [before, after] = around(text, at, run.length);
    return /\p{M}$/u.test(before) || /^\p{M}/u.test(after) ? "" : run;
  });
/** The same vowel sign or point twice, which no script uses: documents that name a glyph in two ways have it. */
const doubledMark = /([\u0591-\u05c7\u064b-\u065f\u0900-\u0dff])(?<=\p{M})\1+/gu;
/** Stretching characters between two letters, for a line's appearance: fonts add them themselves. */
const unstretched = (text: string) =>
  text.replace(/\u0640+/g, (run, at: number) => {
    const [before, after] = around(text, at, run.length);
    return stretched.test(before) && stretched.test(after.charAt(0)) ? "" : run;
  });
const stretched = /[\u0620-\u063f\u0641-\u064a\u066e-\u06d3]\p{M}{0,4}$/u;
/** A soft hyphen inside a line is invisible; `hyphens.ts` handles those at line ends. */
const softHyphen = /\u00ad(?!$)/g;
/** A letter with combining accents, as some systems write them, or a negated relation. */
const decomposed = /[\p{L}\p{Sm}][\u0300-\u036f]+/gu;
/** A few characters before a part of a text, and after it. */
const around = (text: string, at: number, length: number): readonly [string, string] => [
  text.slice(Math.max(0, at - 8), at),
  text.slice(at + length, at + length + 8),
];

/** Characters that may need to change: most texts have none. */
const special =
  /[\u0300-\u036f\0\u00ad\u2e80-\u2fd5\u0591-\u05c7\u0640\u064b-\u065f\u0900-\u0dff\ufffd\ud800-\udfff\ufb00-\ufdff\ufe70-\ufefc]/;

/**
 * Replaces presentation forms with their letters, combines accents with letters, removes soft hyphens inside the line, and
 * drops anything that isn't well-formed text: NUL and surrogate halves, which no document intends.
 */
export function plainCharacters(text: string): string {
  if (!special.test(text)) return text;
  const letters = text.replace(presentation, (form) => plainForm(form).replace(loneMark, ""));
  const accented = letters.replace(decomposed, (letter) => letter.normalize("NFC"));
  const marked = withoutStrayGlyphs(accented).replace(doubledMark, "$1");
  return unstretched(marked).replace(softHyphen, "").replaceAll("\0", "").toWellFormed();
}
