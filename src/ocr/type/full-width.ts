/**
 * Restores full-width brackets and punctuation of Chinese and Japanese. The models of these scripts don't know the full-width
 * bracket, colon, semicolon, question or exclamation mark (nor, for Traditional Chinese, the comma) and report ASCII ones. The
 * surrounding text shows which was printed: next to ideographs and kana it is nearly always the wide one.
 */
import type { FoundLine } from "../tesseract/tesseract.ts";

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー（）」』》]/u;
const fullWidth: Readonly<Record<string, string>> = {
  "(": "（",
  ")": "）",
  ":": "：",
  ";": "；",
  "?": "？",
  "!": "！",
  ",": "，",
};
/** The blank half of a wide mark isn't a space. */
const withItsBlank = / ?([（）：；？！，]) ?/g;

/** A line's characters without spaces, with the printed wide marks. */
function withWideMarks(characters: readonly string[]): string[] {
  const made = [...characters];
  const isWide = (at: number) => wide.test(made[at] ?? "");
  characters.forEach((character, at) => {
    const full = fullWidth[character];
    if (full === undefined) return;
    // A closing bracket matches its opening one; the line may begin between them.
    const opening = character === ")" ? characters.lastIndexOf("(", at) : at;
    const from = opening < 0 ? at : opening;
    const isBracket = character === "(" || character === ")";
    if (isWide(from) || isWide(from - 1) || (isBracket && isWide(from + 1))) made[at] = full;
  });

  return made;
}

/** The line with the wide marks of its script. */
export function withFullWidth(line: FoundLine): FoundLine {
  const characters = line.words.flatMap(({ text }) => [...text]);
  // Korean uses narrow marks next to its ideographs.
  if (/\p{Script=Hangul}/u.test(line.text) || !wide.test(line.text)) return line;
  const made = withWideMarks(characters);
  let at = 0;
  const replaced = (text: string) => text.replaceAll(/\S/gu, (own) => made[at++] ?? own);
  const words = line.words.map((word) => ({ ...word, text: replaced(word.text) }));
  at = 0;
  return { ...line, words, text: replaced(line.text).replaceAll(withItsBlank, "$1") };
}
