/** Headings on the first line of their paragraph: bold words before a space wider than any other. */
import type { GrayImage } from "../../core/page-reading.ts";
import type { FoundLine, FoundWord } from "../tesseract/tesseract.ts";
import { runIn } from "../tolerances/tolerances.ts";
import { typeStroke } from "./type-size.ts";

const { boldness, leastSpace, wider } = runIn;

/** The number of bold words at the start of a line; 0 if there is no such heading. */
export function runInWords(line: FoundLine, size: number, image: GrayImage): number {
  const { words, first } = line;
  const spaces = words.slice(1).map((word, at) => {
    // The space after a heading's number is as wide as that after the heading.
    const isNumber = at === 0 && /^[\d.]+$/.test(words[0]?.text ?? "");
    return isNumber ? 0 : word.x0 - (words[at]?.x1 ?? word.x0);
  });
  const widest = Math.max(...spaces);
  const at = spaces.indexOf(widest);
  const others = spaces.filter((_, other) => other !== at);
  if (!first || widest < leastSpace * size || widest < wider * Math.max(0, ...others)) return 0;

  const strokeOf = (some: readonly FoundWord[]) => typeStroke({ ...line, words: some }, image);
  const [head, rest] = [words.slice(0, at + 1), words.slice(at + 1)];
  const hasName = head.some(({ text }) => /\p{L}{2}/u.test(text));
  return hasName && strokeOf(head) > boldness * strokeOf(rest) && strokeOf(rest) > 0 ? head.length : 0;
}
