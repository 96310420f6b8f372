/** A drawn row that is set around several rows of text: the lines between them are only not drawn. */

import { width } from "../../../lines/geometry.ts";
import type { Cell, Line } from "../../model/blocks.ts";
import { rowsOf } from "../text-rows.ts";
import { isNumber } from "../wrapped-rows.ts";

/** Rows of text that a drawn row is parted into, at the least. */
const leastRows = 3;
/** How much wider the gap between rows is than that between the lines of one. */
const widerGap = 1.3;

/** The lines of a cell on one baseline with `line`. */
const beside = (cell: Cell, line: Line) =>
  cell.lines.filter((other) => Math.abs(other.baseline - line.baseline) < 0.4 * line.size);

/** Whether there was room behind line `a` of a cell for the first word of the next. */
function leavesRoom(a: Line, b: Line, cell: Cell): boolean {
  const [word] = b.words;
  if (!word) return false;
  return a.box.x1 + 0.3 * a.size + width(word.box) < cell.box.x1 - Math.max(0, a.box.x0 - cell.box.x0);
}

const areNumbers = (a: Line, b: Line) => isNumber(a.words) && isNumber(b.words);

/** Whether each line of the cells is a row: nearly all break before they are full, and a column is of numbers. */
function linesAreRows(cells: readonly Cell[]): boolean {
  let [pairs, early] = [0, 0];
  for (const cell of cells)
    cell.lines.slice(1).forEach((line, at) => {
      const before = cell.lines[at];
      pairs += 1;
      if (before && (areNumbers(before, line) || leavesRoom(before, line, cell))) early += 1;
    });
  if (early < 0.8 * pairs) return false;
  return cells.some(
    ({ lines }) =>
      lines.length >= leastRows && lines.filter(({ words }) => isNumber(words)).length >= 0.7 * lines.length,
  );
}

/** The baselines at which rows begin below wide gaps, where each has a first cell, and several a second; else none. */
function startsBelowGaps(cells: readonly Cell[], baselines: readonly Line[]): Line[] {
  const pitches = baselines.slice(1).map((line, at) => line.baseline - (baselines[at]?.baseline ?? 0));
  const tight = Math.min(...pitches);
  const starts = baselines.filter((_, at) => at === 0 || (pitches[at - 1] ?? 0) > widerGap * tight);
  const counts = starts.map((line) => cells.filter((cell) => beside(cell, line).length > 0).length);
  const first = cells[0];
  const led = first !== undefined && starts.every((line) => beside(first, line).length > 0);
  // Paragraphs of one cell have such gaps too, but nothing beside each of them.
  return led && starts.length < baselines.length && counts.filter((count) => count > 1).length >= 2
    ? starts
    : [];
}

/** A drawn row as the rows of its text, where it is surely several. */
export function textRowsOf(cells: readonly Cell[]): Cell[][] {
  const filled = cells.filter(({ lines }) => lines.length > 0);
  if (filled.length < 2 || cells.some(({ rowSpan, colSpan }) => rowSpan > 1 || colSpan > 1))
    return [[...cells]];
  const baselines = rowsOf(filled.flatMap(({ lines }) => lines)).flatMap(({ lines: [line] }) => line ?? []);
  if (baselines.length < leastRows) return [[...cells]];
  const starts = linesAreRows(filled) ? baselines : startsBelowGaps(cells, baselines);
  if (starts.length < 2) return [[...cells]];
  return starts.map((line, at) => {
    const from = line.baseline - 0.4 * line.size;
    const next = starts[at + 1];
    const to = next ? next.baseline - 0.4 * next.size : Number.POSITIVE_INFINITY;
    return cells.map((cell): Cell => {
      const own = cell.lines.filter(({ baseline }) => baseline >= from && baseline < to);
      return {
        ...cell,
        lines: own,
        box: { ...cell.box, y0: line.box.y0, y1: Math.min(cell.box.y1, next?.box.y0 ?? cell.box.y1) },
      };
    });
  });
}
