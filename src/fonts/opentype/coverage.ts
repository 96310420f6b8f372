/** The characters that a font may have, in a form small enough to keep for every font of a computer. */
import { partitionPoint } from "../../core/collections/partition-point.ts";

/** First and last code points of ranges, in order, as pairs; may include more than the font has, never less. */
export type Coverage = Uint32Array;

/** Ranges of one font: the largest have some tens of thousands. */
const maxStretches = 200_000;

/** Reads a `cmap` table (formats 4 and 12, Unicode); empty if there is none. */
export function readCoverage(cmap: DataView): Coverage {
  const stretches: number[] = [];

  for (let k = 0; k < cmap.getUint16(2); k++) {
    const row = 4 + k * 8;
    const [platform, encoding, at] = [cmap.getUint16(row), cmap.getUint16(row + 2), cmap.getUint32(row + 4)];
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue;
    const format = cmap.getUint16(at);
    if (format === 4) {
      const doubled = cmap.getUint16(at + 6);
      for (let s = 0; s < doubled; s += 2)
        stretches.push(cmap.getUint16(at + 14 + doubled + 2 + s), cmap.getUint16(at + 14 + s));
    } else if (format === 12) {
      const count = cmap.getUint32(at + 12);
      if (count > maxStretches) throw new Error("a font with too many characters");
      for (let g = 0; g < count; g++)
        stretches.push(cmap.getUint32(at + 16 + g * 12), cmap.getUint32(at + 20 + g * 12));
    }
    if (stretches.length > 4 * maxStretches) throw new Error("a font with too many characters");
  }

  return joined(stretches);
}

/** The ranges in order, with adjacent ones joined. */
function joined(pairs: readonly number[]): Coverage {
  const order = Array.from(
    { length: pairs.length / 2 },
    (_, k) => [pairs[k * 2] ?? 0, pairs[k * 2 + 1] ?? 0] as const,
  )
    .filter(([first, last]) => first <= last)
    .sort((a, b) => a[0] - b[0]);
  const made: number[] = [];

  for (const [first, last] of order) {
    const end = made.at(-1);
    if (end !== undefined && first <= end + 1) made[made.length - 1] = Math.max(end, last);
    else made.push(first, last);
  }

  return Uint32Array.from(made);
}

/** Whether the font may have the character. */
export function mayHave(coverage: Coverage, codePoint: number): boolean {
  const next = partitionPoint(coverage.length / 2, (at) => (coverage[at * 2] ?? 0) <= codePoint);
  return next > 0 && codePoint <= (coverage[next * 2 - 1] ?? 0);
}
