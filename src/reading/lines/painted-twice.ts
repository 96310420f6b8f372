/** Text that a document paints several times in one place, to make it look bold or to stroke what it fills. */

/** MuPDF compares each character with all before it in its block: beyond this, in characters, that takes too long. */
const maxLength = 20_000;
/** Different lines that come again elsewhere; fewer are chance, as the words of a form or a table are. */
const leastRepeated = 3;

const isWord = (line: string) => /\p{L}/u.test(line);

/**
 * Whether a page's text (lines by line feeds) is perhaps painted twice: a line comes again at once, or several do later. To
 * find out costs reading the page once more, character by character; so a table that says the same twice may pass here.
 */
export function looksDoubled(text: string): boolean {
  if (text.length > maxLength) return false;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let before = "";
  for (const row of text.split("\n")) {
    const line = row.trim();
    if (line.length > 1 && line === before && isWord(line)) return true;
    before = line;
    if (line.length < 4) continue;
    if (seen.has(line) && isWord(line)) repeated.add(line);
    seen.add(line);
  }
  return repeated.size >= leastRepeated;
}

/** In font sizes: characters this near to each other are taken for one that is painted twice, as MuPDF has it. */
const samePlace = 0.1;

/** Pairs of characters that are compared: beyond this the answer is yes, and the engine finds out. */
const maxPairs = 2_000_000;

/** A character where it stands. */
export interface Standing {
  readonly code: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Whether two of these are the same character in the same place. Sorts them. */
export function standsTwice(starts: Standing[]): boolean {
  starts.sort((a, b) => a.y - b.y);
  let pairs = 0;
  for (const [at, a] of starts.entries()) {
    for (let next = at + 1; next < starts.length; next += 1) {
      const b = starts[next];
      const reach = samePlace * Math.max(a.size, b?.size ?? 0);
      if (b === undefined || b.y - a.y > reach) break;
      if (a.code === b.code && Math.abs(a.x - b.x) <= reach) return true;
      pairs += 1;
      if (pairs > maxPairs) return true;
    }
  }
  return false;
}
