/** Text that a document paints several times in one place, to make it look bold or to stroke what it fills. */
import type { RawBlock } from "./raw-line.ts";

/** Characters of a page that is looked at: nobody makes longer ones bold by painting them again. */
const maxLength = 20_000;
/** Different lines that come again elsewhere; fewer are chance, as the words of a form or a table are. */
const leastRepeated = 3;
/** In font sizes: lines that begin as near to each other as this begin in one place. */
const samePlace = 0.1;
/** Pairs of lines that are compared: beyond this the answer is yes, and reading the page again finds out. */
const maxPairs = 2_000_000;

const isWord = (line: string) => /\p{L}/u.test(line);

/** Whether the texts of a page's lines are perhaps painted twice: a line comes again at once, or several do later. */
export function looksDoubled(lines: readonly string[]): boolean {
  if (lines.reduce((sum, { length }) => sum + length, 0) > maxLength) return false;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let before = "";
  for (const line of lines) {
    if (line.length > 1 && line === before && isWord(line)) return true;
    before = line;
    if (line.length < 4) continue;
    if (seen.has(line) && isWord(line)) repeated.add(line);
    seen.add(line);
  }
  return repeated.size >= leastRepeated;
}

/**
 * Whether lines of a page are perhaps painted twice: they look so, and two begin with the same character in the same place. To
 * find out costs reading the page once more, character by character.
 */
export function isPaintedTwice(blocks: readonly RawBlock[]): boolean {
  const lines = blocks.flatMap((block) => block.lines);
  if (!looksDoubled(lines.map(({ text }) => text))) return false;
  const starts = lines.toSorted((a, b) => a.baseline - b.baseline);
  let pairs = 0;
  for (const [at, a] of starts.entries())
    for (let next = at + 1; next < starts.length; next += 1) {
      const b = starts[next];
      const reach = samePlace * Math.max(a.size, b?.size ?? 0);
      if (b === undefined || b.baseline - a.baseline > reach) break;
      if (a.text.charAt(0) === b.text.charAt(0) && Math.abs(a.box.x0 - b.box.x0) <= reach) return true;
      if (++pairs > maxPairs) return true;
    }
  return false;
}
