/** Tables between lines across: columns of text that at least two of them hold. */
import { hasAxis } from "./chart-axis.ts";
import { boxAround, holds, shared } from "./geometry.ts";
import type { FoundTable, Line } from "./model.ts";
import type { Rule, Rules } from "./rules.ts";
import { type Column, columnsOf, placeRow } from "./text-columns.ts";
import { tableOf } from "./text-grid.ts";
import { type Row, rowsOf } from "./text-rows.ts";

/** Tables between lines across the page or column: at least two of the same extent with columns of text between them. */
export function bandTables(rules: Rules, lines: readonly Line[]): FoundTable[] {
  const groups: Rule[][] = [];
  const tall = rules.horizontal.filter(({ from, to }) => to - from > 60);
  for (const rule of [...tall].sort((a, b) => a.at - b.at)) {
    const group = groups.find(
      ([first]) => first && Math.abs(first.from - rule.from) < 8 && Math.abs(first.to - rule.to) < 8,
    );
    if (group) group.push(rule);
    else groups.push([rule]);
  }
  const found: FoundTable[] = [];
  for (const group of groups) {
    if (group.length < 2) continue;
    // Rules far apart belong to unlike tables: each run with text in columns is one.
    let run: Rule[] = [];
    const close = () => {
      const table = bandTable(run, lines, rules);
      if (table) found.push(table);
      run = [];
    };
    for (const rule of group) {
      const last = run.at(-1);
      if (last && !inColumns(last, rule, lines)) close();
      run.push(rule);
    }
    close();
  }
  return found;
}

function between(a: Rule, b: Rule, lines: readonly Line[]): Line[] {
  const box = { x0: a.from - 4, x1: a.to + 4, y0: a.at, y1: b.at };
  return lines.filter(
    (line) => line.horizontal && holds(box, line.box) && line.box.x0 > box.x0 - 6 && line.box.x1 < box.x1 + 6,
  );
}

/** Rows of a table's title and its first cells, before one that has cells beside each other. */
const mostAbove = 4;

/** Whether what stands between two rules is in columns: a title between the first two may be alone. */
function inColumns(a: Rule, b: Rule, lines: readonly Line[]): boolean {
  const own = between(a, b, lines);
  if (own.length === 0) return b.at - a.at < 8;
  const rows = rowsOf(own);
  if (rows.length === 1) return b.at - a.at < 6 * (rows[0]?.size ?? 10);
  const columns = columnsOf(rows, 0.55);
  if (columns.length < 2) return rows.length <= 2 && b.at - a.at < 50;
  const multi = rows.map((row) => placeRow(row, columns).cells.size > 1);
  // Lines at the head and foot of a page hold its text, and a table somewhere in it: their table would have begun by then.
  const first = multi.indexOf(true);
  return first <= mostAbove && multi.filter(Boolean).length >= 0.3 * rows.length;
}

/** In font sizes: how far above the first line a table's head stands. */
const headReach = 1.6;

/** The row of heads right above a table's first line: bold over cells that are not, each over a column of its own. */
function headAbove(
  first: Rule,
  rows: readonly Row[],
  columns: readonly Column[],
  lines: readonly Line[],
): Row | undefined {
  const size = rows[0]?.size ?? 10;
  const above = { ...first, at: first.at - headReach * size };
  const [head, ...more] = rowsOf(between(above, first, lines));
  if (!head || more.length > 0 || !head.lines.every(({ bold }) => bold)) return undefined;
  if (rows.some((row) => row.lines.every(({ bold }) => bold))) return undefined;
  const { cells } = placeRow(head, columns);
  const apart = cells.size === head.chunks.length && [...cells].every(([at, { last }]) => at === last);
  return apart && cells.size >= Math.max(2, columns.length - 1) ? head : undefined;
}

function bandTable(run: readonly Rule[], lines: readonly Line[], rules: Rules): FoundTable | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || run.length < 2) return undefined;
  const own = between(first, last, lines);
  const rows = rowsOf(own);
  if (rows.length < 2) return undefined;
  const columns = columnsOf(rows, 0.55);
  if (columns.length < 2) return undefined;
  const placed = rows.map((row) => placeRow(row, columns));
  if (placed.filter(({ cells }) => cells.size > 1).length < 2 || hasAxis(placed)) return undefined;
  const inner = rules.horizontal.filter(
    (rule) =>
      rule.at > first.at + 2 &&
      rule.at < last.at - 2 &&
      shared(rule.from, rule.to, first.from, first.to) > 0.6 * (first.to - first.from),
  );
  const head = headAbove(first, rows, columns, lines);
  const table = tableOf(head ? [head, ...rows] : rows, columns, [
    ...(head ? [first.at] : []),
    ...inner.map(({ at }) => at),
  ]);
  if (table.rows.length < 2) return undefined;
  const held = head ? [...head.lines, ...own] : own;
  return {
    table,
    box: boxAround([
      ...held.map(({ box }) => box),
      { x0: first.from, x1: first.to, y0: first.at, y1: last.at },
    ]),
    lines: held,
  };
}
