/** Directions in a line of text: the Unicode Bidirectional Algorithm (UAX 9), loaded on demand. */

/** Embedding level at a place in UTF-16 units; odd: right to left. */
export type Level = (at: number) => number;

/** Letters and marks of right-to-left scripts, and the characters that set directions. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

type Bidi = ReturnType<typeof import("bidi-js").default>;
let loading: Promise<Bidi> | undefined;

/** The levels of a line, whose direction is that of its first letter. */
export async function levelsOf(text: string): Promise<Level> {
  if (!rightToLeft.test(text)) return () => 0;
  loading ??= import("bidi-js").then((module) => module.default());
  const { levels } = (await loading).getEmbeddingLevels(text);
  return (at) => levels[at] ?? 0;
}

/** Runs in visual order, left to right (UAX 9, rule L2). */
export function visualOrder<R extends { readonly level: number }>(runs: readonly R[]): R[] {
  const order = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while ((order[to]?.level ?? -1) >= level) to++;
      if (to - from > 1) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}
