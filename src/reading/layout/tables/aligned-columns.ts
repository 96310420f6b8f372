/** Closely set columns: no wide gap separates them, but each row's text has a start at the same position. */

import { clusterValues } from "../../../core/geometry.ts";
import type { Word } from "../../../core/page-layout.ts";
import * as t from "../tolerances/tables.ts";
import { type Column, columnsWithin } from "./text-columns.ts";
import type { Row } from "./text-rows.ts";

/** Each row's words in a column. */
const wordsIn = ({ from, to }: Column, rows: readonly Row[]): (readonly Word[])[] =>
  rows.flatMap(({ chunks }) => {
    const near = chunks.filter((chunk) => chunk.to > from && chunk.from < to);
    const words = near.flatMap((chunk) => chunk.words.filter(({ box }) => box.x1 > from && box.x0 < to));
    return words.length > 0 ? [words] : [];
  });

/** Whether rows begin a word at `x`, some after others and some alone: lines continued in the column. */
function beginsColumn(x: number, rows: readonly (readonly Word[])[]): boolean {
  let [begin, both] = [0, 0];
  // Hardly any position that words begin at is one that some begin alone.
  if (!rows.some(([first]) => first && Math.abs(first.box.x0 - x) < t.aligned)) return false;
  for (const words of rows) {
    const at = words.findIndex(({ box }) => Math.abs(box.x0 - x) < t.aligned);
    const [word, last] = [words[at], words[at - 1]];
    if (!word) continue;
    if (last && word.box.x0 - last.box.x1 < t.alignedGap * word.size) return false;
    begin += 1;
    if (last) both += 1;
  }
  return begin >= t.alignedRows && both >= 2 && begin - both >= t.alignedAlone * begin;
}

/** Dots that lead from a name to its values are aligned like columns. */
const isLeader = ({ text, spaced }: Word) => spaced && /^\.+$/.test(text);

/** Starts of columns within a column that no wide gap divides. */
function startsIn(column: Column, rows: readonly Row[]): number[] {
  if (rows.length < t.alignedRows) return [];
  const own = wordsIn(column, rows).map((words) => words.filter((word) => !isLeader(word)));
  // Letters of a monospaced font are all aligned.
  if (own.every((words) => words.every(({ face }) => face.mono))) return [];
  /** Positions by the strip of the page that they are in: the others nearby are in the next ones. */
  const tried = new Map<number, number>();
  for (const words of own)
    for (const { box } of words.slice(1)) {
      const strip = Math.floor(box.x0 / t.aligned);
      const isNear = (at: number) => Math.abs((tried.get(at) ?? Number.NaN) - box.x0) < t.aligned;
      if (box.x0 <= column.from + 1 || isNear(strip) || isNear(strip - 1) || isNear(strip + 1)) continue;
      tried.set(strip, box.x0);
    }
  return [...tried.values()].filter((x) => beginsColumn(x, own)).sort((a, b) => a - b);
}

/** Columns, divided where the rows' words begin at the same positions. */
export function withAlignedStarts(columns: readonly Column[], rows: readonly Row[]): Column[] {
  return columns.flatMap((column): Column[] => {
    const starts = startsIn(column, rows);
    if (starts.length === 0) return [column];
    return [column.from, ...starts].map((from, at) => ({
      from,
      to: (starts[at] ?? column.to + 0.2) - 0.2,
      begins: at > 0,
    }));
  });
}

/**
 * The columns of a table whose cells all begin at their headers, however long some are; otherwise undefined. `head` is its
 * first rows, `body` the rest.
 */
function headedColumns(head: readonly Row[], body: readonly Row[]): Column[] | undefined {
  const starts = clusterValues(
    t.aligned,
    head.flatMap(({ lines }) => lines.map(({ box }) => box.x0)),
  );
  const cells = body.flatMap(({ lines }) => lines.map(({ box }) => box));
  const below = starts
    .map((from) => ({ from, own: cells.filter(({ x0 }) => Math.abs(x0 - from) < t.aligned) }))
    .filter(({ own }) => own.length > 0);
  const count = below.reduce((sum, { own }) => sum + own.length, 0);
  if (below.length < 2 || count < t.belowHeads * cells.length) return undefined;

  return below.map(({ from, own }, at) => {
    const next = below[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    return { from, to: Math.min(Math.max(...own.map(({ x1 }) => x1)), next - 0.2), begins: true };
  });
}

/** Columns between rules, without body text: they may be close together. `head`: number of header rows. */
export function bandColumns(rows: readonly Row[], head = 0, borders: readonly number[] = []): Column[] {
  const all = withAlignedStarts(columnsWithin(rows, t.bandColumns, borders), rows);
  if (head === 0) return all;
  const [heads, below] = [rows.slice(0, head), rows.slice(head)];
  const body = columnsWithin(below, t.bandColumns, borders);
  const isFull = below.length >= t.fullRows && below.every(({ chunks }) => chunks.length === body.length);
  return headedColumns(heads, below) ?? withHeads(isFull ? body : all, heads);
}

/** Columns that begin at their headers, one each: a header may begin at the left of numbers. */
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
