/** Table rows in painting order: cell by cell, each with all its lines and after those to its left. */
import { median } from "../../../core/geometry.ts";
import * as t from "../tolerances/tables.ts";
import type { PlacedRow } from "./text-columns.ts";

/** A line of a cell: its row of text, its column, and its position in the content stream. */
interface CellLine {
  readonly at: number;
  readonly column: number;
  readonly order: number;
  readonly baseline: number;
}

/** The lines of cells in stream order; undefined if a line spans several cells, or a cell several columns. */
function linesOf(rows: readonly PlacedRow[]): CellLine[] | undefined {
  const lines: CellLine[] = [];
  const orders = new Set<number>();
  for (const [at, { row, cells }] of rows.entries()) {
    for (const [column, { words, last }] of cells) {
      const own = row.lines.find((line) => words[0] !== undefined && line.words.includes(words[0]));
      if (!own || last > column || orders.has(own.order)) return undefined;
      orders.add(own.order);
      lines.push({ at, column, order: own.order, baseline: row.baseline });
    }
  }
  return lines.sort((a, b) => a.order - b.order);
}

/**
 * Groups rows of text into table rows if the stream order shows them: all cells of a row begin side by side, the first in the
 * first column, and end before the next row begins. The first row may continue from the previous page. Undefined if the order
 * shows none, or no cell has several lines.
 */
export function paintedRows(rows: readonly PlacedRow[]): PlacedRow[][] | undefined {
  const lines = linesOf(rows) ?? [];
  const pitches = lines.map((line, at) => {
    const before = lines[at - 1];
    const isNext = before?.column === line.column && line.at === before.at + 1;
    return isNext ? line.baseline - before.baseline : Number.POSITIVE_INFINITY;
  });
  const widest = t.paintedPitch * median(pitches.filter(Number.isFinite));
  const groups: { first: number; last: number }[] = [];

  for (const [k, line] of lines.entries()) {
    const group = groups.at(-1);
    const beside = line.at === group?.first && line.column > (lines[k - 1]?.column ?? 0);
    if (group && (beside || (pitches[k] ?? 0) <= widest)) group.last = Math.max(group.last, line.at);
    else if (line.at === (group?.last ?? -1) + 1 && (!group || line.column === 0))
      groups.push({ first: line.at, last: line.at });
    else return undefined;
  }

  if (groups.length < 2 || groups.length === rows.length) return undefined;
  return groups.map(({ first, last }) => rows.slice(first, last + 1));
}
