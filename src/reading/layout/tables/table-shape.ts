/** Removes empty rows and columns from tables. */
import type { Cell, Table } from "../model/blocks.ts";

interface PlacedCell {
  readonly cell: Cell;
  readonly column: number;
}

/** Each row's cells with their columns, after those that spans from above cover. */
function placedCells({ rows, columns }: Table): PlacedCell[][] {
  const covers = new Array<number>(columns).fill(0);
  return rows.map((row) => {
    let column = 0;
    const placed = row.map((cell): PlacedCell => {
      while ((covers[column] ?? 0) > 0) column += 1;
      const own = { cell, column };
      for (let end = column + cell.colSpan; column < end; column += 1)
        covers[column] = (covers[column] ?? 0) + cell.rowSpan;
      return own;
    });
    covers.forEach((rest, at) => {
      covers[at] = Math.max(0, rest - 1);
    });
    return placed;
  });
}

/** Removes rows and columns without text that no span needs: double lines create them. */
export function tidy(table: Table): Table {
  const rows = table.rows.filter(
    (row) => row.length === 0 || row.some(({ lines, rowSpan }) => lines.length > 0 || rowSpan > 1),
  );
  const placed = placedCells({ ...table, rows });
  const begun = new Set(
    placed.flatMap((row) => row.flatMap(({ cell, column }) => (cell.lines.length > 0 ? [column] : []))),
  );
  // Overlapping spans may push cells beyond the last column.
  const isKept = (column: number) => column >= table.columns || begun.has(column);

  return {
    rows: placed.map((row) =>
      row.flatMap(({ cell, column }): Cell[] => {
        const colSpan = Array.from({ length: cell.colSpan }, (_, at) => column + at).filter(isKept).length;
        return colSpan > 0 ? [{ ...cell, colSpan }] : [];
      }),
    ),
    columns: Array.from({ length: table.columns }, (_, at) => at).filter(isKept).length,
  };
}
