/** Which rows of a table's text go on the row above: cells that were wrapped. */
import { median } from "./geometry.ts";
import type { PlacedRow } from "./text-columns.ts";

const numeric = /^[-–—+<>≤≥~$€£¥(]*\s*[\d.,\s]*\d[\d.,\s]*[%)*†‡a-c]*$/u;

/** Whether row `b` goes on in the cells of row `a`. */
export function continues(a: PlacedRow, b: PlacedRow, tight: number | undefined): boolean {
  const pitch = b.row.baseline - a.row.baseline;
  const size = Math.max(a.row.size, b.row.size);
  if (pitch > 1.7 * size) return false;
  // Closer than lines of one column can be: a label of two lines beside values set in the middle of them.
  if (pitch < 0.85 * size && [...b.cells.keys()].every((at) => !a.cells.has(at))) return true;
  if (b.cells.size > a.cells.size) return false;
  for (const at of b.cells.keys()) if (!a.cells.has(at)) return false;
  if (tight !== undefined) return pitch <= tight;
  if (!a.cells.has(0) || b.cells.has(0)) return false;
  for (const { words } of b.cells.values())
    if (numeric.test(words.map(({ text }) => text).join(" "))) return false;
  return true;
}

/** The pitch up to which rows go on, where wrapped cells make two kinds of pitches; undefined: all rows look alike. */
export function tightPitch(rows: readonly PlacedRow[]): number | undefined {
  const pitches = rows.slice(1).map((row, at) => row.row.baseline - (rows[at]?.row.baseline ?? 0));
  const sorted = [...pitches].sort((a, b) => a - b);
  let [limit, jump] = [0, 1.18];
  for (let i = 1; i < sorted.length; i += 1) {
    const [a, b] = [sorted[i - 1] ?? 0, sorted[i] ?? 0];
    if (a > 0 && b / a > jump) {
      [limit, jump] = [(a + b) / 2, b / a];
      break;
    }
  }
  if (limit === 0) return undefined;
  const size = median(rows.map(({ row }) => row.size));
  if (limit > 1.75 * size) return undefined;
  let [tight, fewer] = [0, 0];
  pitches.forEach((pitch, at) => {
    if (pitch > limit) return;
    tight += 1;
    const [a, b] = [rows[at], rows[at + 1]];
    if (a && b && (b.cells.size < a.cells.size || b.cells.size === 1)) fewer += 1;
  });
  return tight > 0 && fewer >= 0.6 * tight ? limit : undefined;
}
