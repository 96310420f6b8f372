/** Detects text painted several times in one place, to make it bold or to add an outline. */
import type { RawBlock } from "./raw-line.ts";

/** Maximum characters of a page to check: nobody makes longer ones bold by repainting. */
const maxLength = 20_000;
/** Minimum different lines that recur elsewhere; fewer are a coincidence, like words in a form or table. */
const leastRepeated = 3;
/** In font sizes: lines that begin this close to each other begin at the same place. */
const samePlace = 0.1;
/** Maximum pairs of lines to compare: beyond this the answer is yes, and rereading the page settles it. */
const maxPairs = 2_000_000;

const isWord = (line: string) => /\p{L}/u.test(line);

/** Whether a page's lines may be painted twice: a line recurs immediately, or several do later. */
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
 * Whether a page's lines may be painted twice: they look like it, and two begin with the same character in the same place.
 * Finding out means rereading the page, character by character.
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
