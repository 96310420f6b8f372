/** Columns of a table between lines across. */
import { headedColumns, withAlignedStarts } from "./aligned-columns.ts";
import { type Column, columnsWithin } from "./text-columns.ts";
import type { Row } from "./text-rows.ts";

/** Columns between rules, which running text does not have: they may stand close to each other. `head`: how many rows are its. */
export function bandColumns(rows: readonly Row[], head = 0, borders: readonly number[] = []): Column[] {
  const headed =
    head > 0 && borders.length === 0 ? headedColumns(rows.slice(0, head), rows.slice(head)) : undefined;
  if (headed) return headed;
  const all = withAlignedStarts(columnsWithin(rows, 0.5, borders), rows);
  const heads = rows.slice(0, head);
  const body = columnsWithin(rows.slice(head), 0.5, borders);
  const tells = body.length > all.length || head > 1 || heads[0]?.chunks.length === body.length;
  return withHeads(head > 0 && tells && isFull(rows.slice(head), body) ? body : all, heads);
}

/** Columns that begin where their heads do, each head above its own: it may begin at the left of numbers. */
function withHeads(columns: readonly Column[], head: readonly Row[]): Column[] {
  const starts = columns.map(({ from }) => from);
  for (const { chunks } of head) {
    const own = chunks.map(({ from }) => columns.findIndex(({ to }) => to > from));
    if (own.includes(-1) || new Set(own).size < own.length) continue;
    chunks.forEach(({ from }, at) => {
      const column = own[at] ?? 0;
      starts[column] = Math.min(starts[column] ?? from, from);
    });
  }
  return columns.map((column, at) =>
    column.begins ? column : { ...column, from: starts[at] ?? column.from },
  );
}

/** Rows that show by themselves which columns a table has, where its heads stand too close to each other. */
const leastFull = 3;

/** Whether all rows have text in each column, and none that reaches over two. */
const isFull = (rows: readonly Row[], columns: readonly Column[]): boolean =>
  rows.length >= leastFull && rows.every((row) => row.chunks.length === columns.length);
