/** Labels next to several rows, vertically centered: cells that span these rows. */

import { groupWhile } from "../../../core/collections/group-while.ts";
import { median } from "../../../core/geometry.ts";
import * as t from "../tolerances/tables.ts";
import type { Label, PlacedRow } from "./text-columns.ts";
import { isParted, isValue } from "./wrapped-rows.ts";

/** A label of `column` next to the rows from `first` on. */
interface RowSpan extends Label {
  readonly column: number;
  readonly first: number;
}

const sharesColumn = (a: PlacedRow, b: PlacedRow) => [...a.cells.keys()].some((at) => b.cells.has(at));

/** The distance of rows with text in one column. */
function usualPitch(rows: readonly PlacedRow[]): number {
  return median(
    rows.flatMap((row, at) => {
      const next = rows.slice(at + 1, at + 3).find((other) => sharesColumn(row, other));
      return next ? [next.row.baseline - row.row.baseline] : [];
    }),
  );
}

/** Labels-only rows, between two rows without text in their columns. */
function floatingRows(rows: readonly PlacedRow[], pitch: number): Set<PlacedRow> {
  return new Set(
    rows.filter((row, at) => {
      const [above, below] = [rows[at - 1], rows[at + 1]];
      if (!above || !below || sharesColumn(row, above) || sharesColumn(row, below)) return false;
      const [up, down] = [row.row.baseline - above.row.baseline, below.row.baseline - row.row.baseline];
      return Math.max(up, down) < t.labelReach * pitch && sharesColumn(above, below);
    }),
  );
}

/** The rows next to each label of a column, if the labels are centered on consecutive rows through to the last. */
function tiled(
  labels: readonly Pick<Label, "row">[],
  rows: readonly PlacedRow[],
  pitch: number,
): number[] | undefined {
  const ends: number[] = [];
  let first = 0;

  for (const { row } of labels) {
    const top = rows[first]?.row.baseline;
    if (top === undefined) return undefined;
    const last = rows.findIndex(
      (own, at) => at >= first && Math.abs((top + own.row.baseline) / 2 - row.baseline) < t.offMiddle * pitch,
    );
    if (last < 0) return undefined;
    ends.push(last);
    first = last + 1;
  }

  return first === rows.length ? ends : undefined;
}

/** Whether two rows have values below each other: they aren't lines of a cell, or exponents next to their numbers. */
export function areTwoRows(a: PlacedRow | undefined, b: PlacedRow): boolean {
  if (!a || b.row.baseline - a.row.baseline < t.leastPitch * b.row.size) return false;
  return [...b.cells].some(([at, { words }]) => isValue(words) && isValue(a.cells.get(at)?.words ?? []));
}

/** The labels in a band of rows that span several rows. */
function spansOf(band: readonly PlacedRow[], floating: ReadonlySet<PlacedRow>, pitch: number): RowSpan[] {
  const rows = band.filter((row) => !floating.has(row));
  const columns = new Set(band.flatMap(({ cells }) => [...cells.keys()]));
  return [...columns].flatMap((column): RowSpan[] => {
    const held = band.filter(({ cells }) => cells.has(column));
    const labels = held.flatMap(({ row, cells }) => {
      const words = cells.get(column)?.words;
      return words ? [{ words, row }] : [];
    });
    const ends = labels.length < rows.length ? tiled(labels, rows, pitch) : undefined;
    // Labels within rows of text may belong only to these rows.
    const heights = new Set(ends?.map((end, at) => end - (ends[at - 1] ?? -1)));
    const certain = held.some((row) => floating.has(row)) || (column === 0 && heights.size === 1);

    if (
      !ends ||
      !certain ||
      !rows.slice(1).every((row, at) => ends.includes(at) || areTwoRows(rows[at], row))
    )
      return [];

    return labels.map((label, at) => {
      const first = (ends[at - 1] ?? -1) + 1;
      return { ...label, column, first, rows: (ends[at] ?? 0) + 1 - first };
    });
  });
}

/** The rows of a table's body with spanning labels apart; `borders`: heights of lines that separate them. */
export function withoutLabels(body: readonly PlacedRow[], borders: readonly number[]): PlacedRow[] {
  const pitch = usualPitch(body);
  const floating = floatingRows(body, pitch);
  const bands = groupWhile(body, (above, below) => !isParted(above, below, borders));

  return bands.flatMap((band): PlacedRow[] => {
    const spans = spansOf(band, floating, pitch);
    const isTaken = (row: PlacedRow, column: number) =>
      spans.some((span) => span.row === row.row && span.column === column);
    const whole = band.every(
      (row) => !floating.has(row) || [...row.cells.keys()].every((column) => isTaken(row, column)),
    );
    if (!whole || spans.length === 0) return band;

    const rows = band.filter((row) => !floating.has(row));
    return rows.map((row, at) => {
      const beside = spans.filter(({ first, rows: count }) => at >= first && at < first + count);
      return {
        row: row.row,
        cells: new Map([...row.cells].filter(([column]) => !isTaken(row, column))),
        labels: new Map(beside.map((span) => [span.column, at === span.first ? span : undefined])),
      };
    });
  });
}
