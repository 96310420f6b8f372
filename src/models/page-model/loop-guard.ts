/**
 * Detects repetition: small models sometimes write the same text again and again. The numbers are design values, not yet tuned
 * on real pages.
 */

/** Longest repeated block to look for, in tokens. */
const longest = 256;

/** How often a block of this many tokens may be repeated before it counts as a loop. */
function allowed(period: number): number {
  if (period === 1) return 48;
  if (period <= 4) return 24;
  if (period <= 16) return 12;
  if (period <= 64) return 6;
  return 4;
}

/**
 * If the tokens end in a block repeated too often, how many remain once it appears only once. Undefined: no loop. Called after
 * every token, so that a loop's first moment is seen.
 */
export function loopStart(tokens: readonly number[]): number | undefined {
  for (let period = 1; period <= longest && period * 4 <= tokens.length; period++) {
    const span = period * allowed(period);
    if (span <= tokens.length && repeats(tokens, period, span)) return tokens.length - span + period;
  }
  return undefined;
}

function repeats(tokens: readonly number[], period: number, span: number): boolean {
  const end = tokens.length - 1;
  for (let back = period; back < span; back++)
    if (tokens[end - back] !== tokens[end - back + period]) return false;
  return true;
}

/** The number of different runs of four tokens: of two attempts, the one with more has read more of the page. */
export function variety(tokens: readonly number[]): number {
  const runs = new Set<string>();
  for (let at = 0; at + 4 <= tokens.length; at++) runs.add(tokens.slice(at, at + 4).join());
  return runs.size;
}
