/**
 * Syllables of Indic scripts whose text cairo gives to one of their glyphs, which others precede without text: the vowel sign
 * that is painted before its consonant. The same glyph has that text elsewhere, too, where only its own letter is shown.
 */

const indic = /[\u0900-\u0dff\u1780-\u17ff]/;
/** Glyphs of a syllable before the one with its text. */
const reach = 3;

/** What the document says of a code, undefined if it gives it no text, and what the font's program says. */
export interface TwoTexts {
  mapped(code: number): string | undefined;
  own(code: number): string | undefined;
}

/** Whether a code's text is that of its syllable, with a glyph before it. */
function names({ mapped, own }: TwoTexts, code: number, part: string | undefined): boolean {
  const text = mapped(code);
  if (text === undefined || text === own(code) || !indic.test(text)) return false;
  return part === undefined || text.normalize("NFD").includes(part);
}

/** How many codes after one without text the code with its syllable's text is; undefined if there is none near. */
function stepToName(texts: TwoTexts, codeAt: (step: number) => number | undefined, from: number) {
  const part = texts.own(codeAt(from) ?? 0);
  for (let step = 1; step <= reach; step++) {
    const code = codeAt(from + step);
    if (code !== undefined && names(texts, code, part)) return step;
  }
  return undefined;
}

/**
 * The text of a code among the codes around it: that of its syllable, or none if a later glyph has it. Undefined: its own.
 * `codeAt`: the code so many after it, or before it.
 */
export function syllableText(
  texts: TwoTexts,
  codeAt: (step: number) => number | undefined,
): string | undefined {
  const text = texts.mapped(codeAt(0) ?? 0);
  if (text === undefined) return stepToName(texts, codeAt, 0) === undefined ? undefined : "";
  if (!names(texts, codeAt(0) ?? 0, undefined)) return undefined;
  for (let step = 1; step <= reach; step++) {
    const before = codeAt(-step);
    if (
      before !== undefined &&
      texts.mapped(before) === undefined &&
      stepToName(texts, codeAt, -step) === step
    )
      return text;
  }
  return undefined;
}
