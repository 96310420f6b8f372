/** Which rows of a table's text go on the row above: cells that were wrapped. */
import type { Word } from "../../../core/page-layout.ts";
import { median } from "../../lines/geometry.ts";
import type { Column, PlacedRow } from "./text-columns.ts";

const numeric = /^[-–—+<>≤≥~$€£¥(]*\s*[\d.,\s]*\d[\d.,\s]*[%)*†‡a-c]*$/u;

/** Whether words are a number, with a sign, a unit or a mark of a note. */
export const isNumber = (words: readonly Word[]) => numeric.test(words.map(({ text }) => text).join(" "));

/** Whether row `b` goes on in the cells of the rows in `group`; `tight`: the pitch of rows that go on, where it is known. */
export function continues(
  group: readonly PlacedRow[],
  b: PlacedRow,
  tight: number | undefined,
  columns: readonly Column[],
): boolean {
  const last = group.at(-1);
  if (!last) return false;
  const pitch = b.row.baseline - last.row.baseline;
  const size = Math.max(last.row.size, b.row.size);
  if (pitch > 1.7 * size) return false;
  // Closer than lines of one column can be: a label of two lines beside values set in the middle of them.
  if (pitch < 0.85 * size && [...b.cells.keys()].every((at) => !last.cells.has(at))) return true;
  const filled = new Set(group.flatMap(({ cells }) => [...cells.keys()]));
  if (b.cells.size > filled.size) return false;
  for (const at of b.cells.keys()) if (!filled.has(at)) return false;
  if (tight !== undefined) return pitch <= tight && b.cells.size <= last.cells.size;
  if (!filled.has(0)) return false;
  if (b.cells.has(0)) return b.cells.size < filled.size && goesOnBelow(group, b, columns);
  return ![...b.cells.values()].some(({ words }) => isNumber(words));
}

/** Whether all cells of a row, the first in small letters, begin with a word for which their columns had no room above. */
function goesOnBelow(group: readonly PlacedRow[], b: PlacedRow, columns: readonly Column[]): boolean {
  if (!/^\p{Ll}/u.test(b.cells.get(0)?.words[0]?.text ?? "")) return false;
  return [...b.cells].every(([at, { words }]) => !isNumber(words) && isForced(group, at, words, columns[at]));
}

/** Whether there was no room for the first of the words in the column's line above. */
function isForced(
  group: readonly PlacedRow[],
  at: number,
  words: readonly Word[],
  column: Column | undefined,
): boolean {
  const above = group
    .findLast(({ cells }) => cells.has(at))
    ?.cells.get(at)
    ?.words.at(-1);
  const [first] = words;
  if (!above || !first || !column) return false;
  return above.box.x1 + 0.25 * first.size + first.box.x1 - first.box.x0 > column.to - 0.5;
}

/** The pitch up to which rows go on, where wrapped cells make two kinds of pitches; undefined: all rows look alike. */
export function tightPitch(rows: readonly PlacedRow[]): number | undefined {
  const pitches = rows.slice(1).map((row, at) => row.row.baseline - (rows[at]?.row.baseline ?? 0));
  const sorted = [...pitches].sort((a, b) => a - b);
  let [limit, widest, jump] = [0, 0, 1.18];
  for (let i = 1; i < sorted.length; i += 1) {
    const [a, b] = [sorted[i - 1] ?? 0, sorted[i] ?? 0];
    if (a > 0 && b / a > jump) {
      [limit, widest, jump] = [(a + b) / 2, a, b / a];
      break;
    }
  }
  if (limit === 0) return undefined;
  const size = median(rows.map(({ row }) => row.size));
  if (widest > 1.6 * size) return undefined;
  let [tight, fewer] = [0, 0];
  pitches.forEach((pitch, at) => {
    if (pitch > limit) return;
    tight += 1;
    const [a, b] = [rows[at], rows[at + 1]];
    if (!a || !b) return;
    if (b.cells.size < a.cells.size || b.cells.size === 1) fewer += 1;
  });
  return tight > 0 && fewer >= 0.6 * tight ? limit : undefined;
}
