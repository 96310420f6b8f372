/** Removes empty rows and columns from tables. */
import type { Cell, Table } from "../model/blocks.ts";

/** Removes rows and columns without text that no span needs: double lines create them. */
export function tidy(table: Table): Table {
  const rows = table.rows.filter(
    (row) =>
      row.some(({ lines }) => lines.length > 0) || row.some(({ rowSpan }) => rowSpan > 1) || row.length === 0,
  );
  const starts = new Array<number>(table.columns).fill(0);
  const width = table.columns;
  const covers: number[] = new Array<number>(width).fill(0);

  for (const row of rows) {
    let column = 0;
    for (const cell of row) {
      while ((covers[column] ?? 0) > 0) column += 1;
      if (cell.lines.length > 0) starts[column] = (starts[column] ?? 0) + 1;
      for (let x = column; x < column + cell.colSpan; x += 1) covers[x] = (covers[x] ?? 0) + cell.rowSpan;
      column += cell.colSpan;
    }
    for (let x = 0; x < width; x += 1) covers[x] = Math.max(0, (covers[x] ?? 0) - 1);
  }

  return dropColumns({ ...table, rows }, starts);
}

function dropColumns(table: Table, starts: readonly number[]): Table {
  const empty = starts.map((count) => count === 0);
  if (!empty.includes(true)) return table;

  const covers: number[] = new Array<number>(table.columns).fill(0);
  const rows = table.rows.map((row) => {
    const kept: Cell[] = [];
    let column = 0;
    const next = [...covers];

    for (const cell of row) {
      while ((covers[column] ?? 0) > 0) column += 1;
      let colSpan = 0;
      for (let x = column; x < column + cell.colSpan; x += 1) {
        if (!empty[x]) colSpan += 1;
        next[x] = (next[x] ?? 0) + cell.rowSpan;
      }
      if (colSpan > 0) kept.push({ ...cell, colSpan });
      column += cell.colSpan;
    }

    next.forEach((count, x) => {
      covers[x] = Math.max(0, count - 1);
    });

    return kept;
  });

  return { rows, columns: empty.filter((gone) => !gone).length };
}
