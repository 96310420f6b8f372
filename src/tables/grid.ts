/** The grid of a table: each cell's row and column, with spans from above and the left taken into account. */

interface Spanning {
  readonly rowSpan: number;
  readonly colSpan: number;
}

export type Placed<Cell> = Cell & { readonly row: number; readonly column: number };

/** The cells with their places. Positions covered by a span from above or the left have no cell in `rows`. */
export function placedCells<Cell extends Spanning>(rows: readonly (readonly Cell[])[]): Placed<Cell>[] {
  const cells: Placed<Cell>[] = [];
  /** For each column, how many more rows a cell from above covers. */
  let covered: number[] = [];

  rows.forEach((cellsOfRow, row) => {
    const next = covered.map((count) => Math.max(0, count - 1));
    let column = 0;
    for (const cell of cellsOfRow) {
      while ((covered[column] ?? 0) > 0) column += 1;
      cells.push({ ...cell, row, column });
      for (let at = column; at < column + cell.colSpan; at += 1) next[at] = cell.rowSpan - 1;
      column += cell.colSpan;
    }
    covered = next;
  });

  return cells;
}
