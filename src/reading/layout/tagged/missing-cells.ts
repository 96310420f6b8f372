/** Rows of a tagged table with missing cells: their content goes to the column it is in. */

import { boxAround, shared } from "../../../core/geometry.ts";
import type { Box } from "../../../core/page-layout.ts";
import type { Cell, Table } from "../model/blocks.ts";
import * as t from "../tolerances/tolerances.ts";

interface Row {
  readonly cells: readonly Cell[];
  /** Columns that no cell from above covers. */
  readonly free: readonly number[];
}

const spanOf = (cells: readonly Cell[]) => cells.reduce((sum, { colSpan }) => sum + colSpan, 0);

function withFree({ rows, columns }: Table): Row[] {
  let covers = new Array<number>(columns).fill(0);
  return rows.map((cells) => {
    const free = covers.flatMap((rest, column) => (rest > 0 ? [] : [column]));
    covers = covers.map((rest) => Math.max(0, rest - 1));
    let at = 0;
    for (const { rowSpan, colSpan } of cells) {
      for (const column of free.slice(at, at + colSpan)) covers[column] = rowSpan - 1;
      at += colSpan;
    }
    return { cells, free };
  });
}

type Columns = readonly (Box | undefined)[];

/** Position of each column's text, by the complete rows; undefined if columns overlap. */
function columnBoxes(rows: readonly Row[], columns: number): Columns | undefined {
  const found = Array.from({ length: columns }, (): Box[] => []);

  for (const { cells, free } of rows) {
    if (spanOf(cells) !== free.length) continue;
    let at = 0;
    for (const { colSpan, lines, box } of cells) {
      if (colSpan === 1 && lines.length > 0) found[free[at] ?? -1]?.push(box);
      at += colSpan;
    }
  }

  const boxes = found.map((own) => (own.length > 0 ? boxAround(own) : undefined));
  const known = boxes.flatMap((box) => box ?? []);
  const apart = known.every((a, at) => known.slice(at + 1).every((b) => shared(a.x0, a.x1, b.x0, b.x1) <= 2));

  return apart ? boxes : undefined;
}

/** Rows that proceed down the page: a table that continues in another text column does so next to its beginning. */
function stretchesOf(rows: readonly Row[]): Row[][] {
  const found: Row[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const tops = row.cells.flatMap(({ lines, box }) => (lines.length > 0 ? [box.y0] : []));
    const top = Math.min(...tops);
    const stretch = found.at(-1);
    if (stretch && !(top < bottom - t.cellUp)) stretch.push(row);
    else found.push([row]);
    if (tops.length > 0) bottom = top;
  }
  return found;
}

/** The columns with the space at their left and up to the next: a header may be centered over a column that is wider. */
const withSpace = (columns: Columns): Columns =>
  columns.map(
    (box, at) =>
      box && {
        ...box,
        x0: columns.slice(0, at).findLast(Boolean)?.x1 ?? Number.NEGATIVE_INFINITY,
        x1: columns.slice(at + 1).find(Boolean)?.x0 ?? box.x1,
      },
  );

/** A short row's cells by column; undefined if their positions are ambiguous. */
function placed({ cells, free }: Row, columns: Columns): Map<number, Cell> | undefined {
  const places = new Map<number, Cell>();
  const wider = withSpace(columns);
  let from = 0;

  for (const cell of cells) {
    if (cell.lines.length === 0) continue;
    const { x0, x1 } = cell.box;
    const best = [columns, wider].reduce((found, boxes) => {
      if (found >= 0) return found;
      const common = free.map((column, at) => {
        const box = at < from ? undefined : boxes[column];
        return box ? shared(x0, x1, box.x0, box.x1) : 0;
      });
      const most = Math.max(...common);
      return most > 0 ? common.indexOf(most) : -1;
    }, -1);
    if (best < 0 || cell.colSpan > 1) return undefined;
    places.set(free[best] ?? 0, cell);
    from = best + 1;
  }

  return places;
}

/** A row completed with empty cells; unchanged if its text is in no known column. */
function whole(row: Row, columns: Columns): readonly Cell[] {
  const [first] = row.cells;
  if (!first || spanOf(row.cells) >= row.free.length) return row.cells;
  const places = placed(row, columns);
  if (!places) return row.cells;
  return row.free.map((column): Cell => {
    const box = columns[column] ?? first.box;
    return places.get(column) ?? { lines: [], box, rowSpan: 1, colSpan: 1, header: false };
  });
}

const leftOf = (rows: readonly Row[]) =>
  Math.min(
    ...rows.flatMap(({ cells }) => cells.flatMap(({ lines, box }) => (lines.length > 0 ? [box.x0] : []))),
  );

const moved = (columns: Columns, by: number): Columns =>
  columns.map((box) => box && { ...box, x0: box.x0 + by, x1: box.x1 + by });

/** A table with its short rows completed by empty cells. */
export function withMissingCells(table: Table): Table {
  const rows = withFree(table);
  if (rows.every(({ cells, free }) => spanOf(cells) >= free.length)) return table;

  const all = columnBoxes(rows, table.columns);
  let known: { readonly columns: Columns; readonly left: number } | undefined;
  return {
    ...table,
    rows: stretchesOf(rows).flatMap((stretch) => {
      const own = columnBoxes(stretch, table.columns);
      const left = leftOf(stretch);
      if (own?.every((box) => box !== undefined)) known = { columns: own, left };
      const columns = known ? moved(known.columns, left - known.left) : (all ?? own);
      return stretch.map((row) => (columns ? whole(row, columns) : row.cells));
    }),
  };
}
