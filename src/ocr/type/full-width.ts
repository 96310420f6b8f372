/**
 * Restores full-width brackets and punctuation of Chinese and Japanese. The models of these scripts don't know the full-width
 * bracket, colon, semicolon, question or exclamation mark (nor, for Traditional Chinese, the comma) and report ASCII ones. The
 * surrounding text shows which was printed: next to ideographs and kana it is nearly always the wide one.
 */
import type { RecognizedWord } from "../../core/page-reading.ts";
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

const wideOrMark = new RegExp(`${wide.source}|[「『《、。${Object.values(fullWidth).join("")}]`, "u");

/** Boxes of wide characters are narrower than the characters, by up to a font size: without a space between them, they meet. */
export function withWideBoxes(words: readonly RecognizedWord[], size: number): RecognizedWord[] {
  const between = (left: RecognizedWord | undefined, right: RecognizedWord | undefined) => {
    if (!left || !right || right.spaced || !wideOrMark.test(left.text) || !wideOrMark.test(right.text))
      return undefined;
    const [from, to] = [left.box.x1, right.box.x0];
    return to > from && to - from < size ? (from + to) / 2 : undefined;
  };
  return words.map((word, at) => {
    const { box } = word;
    const [x0, x1] = [between(words[at - 1], word) ?? box.x0, between(word, words[at + 1]) ?? box.x1];
    return { ...word, box: { ...box, x0, x1 } };
  });
}
