/** The cells of a table that are numbers or dates. */

import { placedCells } from "./grid.ts";
import type { ReadTable } from "./table.ts";
import { type TypedValue, typedColumns } from "./typed-columns.ts";

export interface TypedCells {
  /** The value of the cell that begins at this place; undefined if it is text. */
  valueOf(row: number, column: number): TypedValue | undefined;
  /** Why columns that look like numbers stay text. */
  readonly doubts: readonly string[];
}

/** Header rows, and cells over several columns, are text. */
export function typedCells({
  rows,
  columns,
  headRows,
}: Pick<ReadTable, "rows" | "columns" | "headRows">): TypedCells {
  const texts = Array.from({ length: columns }, () => new Map<number, string>());
  for (const { row, column, colSpan, text } of placedCells(rows))
    if (row >= headRows && colSpan === 1) texts[column]?.set(row, text);
  const typed = typedColumns(texts);
  return {
    valueOf: (row, column) => typed[column]?.values.get(row),
    doubts: typed.flatMap(({ doubt }) => doubt ?? []),
  };
}
