/** Columns set close to each other: no wide gap parts them, but each row's text begins anew at one place. */
import type { Word } from "../../../core/page-layout.ts";
import { clusterValues } from "../../lines/geometry.ts";
import { type Column, columnsWithin } from "./text-columns.ts";
import type { Row } from "./text-rows.ts";

/** Points that words of one column may begin apart. */
const aligned = 0.8;
/** Rows that begin a column at one place; fewer do by chance. */
const leastRows = 4;
/** In font sizes: the narrowest gap before a column. */
const leastGap = 0.12;

/** The words of each row that stand in a column. */
const wordsIn = ({ from, to }: Column, rows: readonly Row[]): (readonly Word[])[] =>
  rows.flatMap(({ chunks }) => {
    const words = chunks.flatMap((chunk) => chunk.words.filter(({ box }) => box.x1 > from && box.x0 < to));
    return words.length > 0 ? [words] : [];
  });

/** Whether rows begin a word at `x`, some of them behind others and some alone: lines that go on in the column. */
function beginsColumn(x: number, rows: readonly (readonly Word[])[]): boolean {
  let [begin, both] = [0, 0];
  for (const words of rows) {
    const at = words.findIndex(({ box }) => Math.abs(box.x0 - x) < aligned);
    const [word, last] = [words[at], words[at - 1]];
    if (!word) continue;
    if (last && word.box.x0 - last.box.x1 < leastGap * word.size) return false;
    begin += 1;
    if (last) both += 1;
  }
  return begin >= leastRows && both >= 2 && begin - both >= 0.15 * begin;
}

/** Where columns begin inside one that no wide gap parts. */
function startsIn(column: Column, rows: readonly Row[]): number[] {
  const own = wordsIn(column, rows);
  // The letters of a fixed-width font all stand below each other.
  if (own.every((words) => words.every(({ face }) => face.mono))) return [];
  const tried: number[] = [];
  for (const words of own)
    for (const { box } of words.slice(1)) {
      if (box.x0 <= column.from + 1 || tried.some((x) => Math.abs(x - box.x0) < aligned)) continue;
      tried.push(box.x0);
    }
  return tried.filter((x) => beginsColumn(x, own)).sort((a, b) => a - b);
}

/** Columns, those parted in which the rows' words begin at the same places. */
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

/** The part of what is painted below a head that begins where heads do. */
const belowHeads = 0.9;

/**
 * The columns of a table whose cells all begin where its heads do, however long some are; undefined where they do not. `head`
 * are its first rows, `body` those below.
 */
function headedColumns(head: readonly Row[], body: readonly Row[]): Column[] | undefined {
  const starts = clusterValues(
    head.flatMap(({ lines }) => lines.map(({ box }) => box.x0)),
    aligned,
  );
  const cells = body.flatMap(({ lines }) => lines.map(({ box }) => box));
  const below = starts
    .map((from) => ({ from, own: cells.filter(({ x0 }) => Math.abs(x0 - from) < aligned) }))
    .filter(({ own }) => own.length > 0);
  const count = below.reduce((sum, { own }) => sum + own.length, 0);
  if (below.length < 2 || count < belowHeads * cells.length) return undefined;
  return below.map(({ from, own }, at) => {
    const next = below[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    return { from, to: Math.min(Math.max(...own.map(({ x1 }) => x1)), next - 0.2), begins: true };
  });
}

/** Rows that show by themselves which columns a table has, where its heads stand too close to each other. */
const leastFull = 3;

/** Columns between rules, which running text does not have: they may stand close to each other. `head`: how many rows are its. */
export function bandColumns(rows: readonly Row[], head = 0, borders: readonly number[] = []): Column[] {
  const all = withAlignedStarts(columnsWithin(rows, 0.5, borders), rows);
  if (head === 0) return all;
  const [heads, below] = [rows.slice(0, head), rows.slice(head)];
  const body = columnsWithin(below, 0.5, borders);
  const isFull = below.length >= leastFull && below.every(({ chunks }) => chunks.length === body.length);
  return headedColumns(heads, below) ?? withHeads(isFull ? body : all, heads);
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
