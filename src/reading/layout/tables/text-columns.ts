/** Columns of text: space that is empty in many rows, and the column of each chunk. */

import { groupWhile } from "../../../core/collections/group-while.ts";
import { getOrInsert } from "../../../core/collections/maps.ts";
import { minBy } from "../../../core/collections/min-by.ts";
import { centerX, median, shared } from "../../../core/geometry.ts";
import type { Word } from "../../../core/page-layout.ts";
import * as t from "../tolerances/tables.ts";
import type { Chunk, Row } from "./text-rows.ts";

export interface Column {
  readonly from: number;
  readonly to: number;
  /** Whether every row's text begins at `from`, so that a word there begins a cell however close the previous one is. */
  readonly begins?: boolean;
}

const mostCrossing = (rows: number) => Math.floor(rows * t.crossing) + (rows >= 5 ? 1 : 0);

/** Whether rows cross a gap at which a single text begins or ends: a header, centered over a column that a long text fills. */
function isCrossedOnly(rows: readonly Row[], left: Column, right: Column): boolean {
  const crosses = ({ from, to }: Chunk) => from < left.to && to > right.from;
  if (!rows.some(({ chunks }) => chunks.some(crosses))) return false;
  const inside = ({ from, to }: Column) =>
    rows.flatMap(({ chunks }) => {
      const at = chunks.findIndex((own) => !crosses(own) && shared(own.from, own.to, from, to) > 0);
      return at < 0 ? [] : [{ chunks, at }];
    });
  const [before, after] = [inside(left), inside(right)];
  const parted = before.some((one) => after.some((other) => one.chunks === other.chunks));
  const [few = 0, many = 0] = [before.length, after.length].sort((a, b) => a - b);
  return !parted && few === 1 && 2 * many >= rows.length;
}

/** Columns of rows: intervals separated by space that is empty in (almost) all rows, at least `gap` font sizes wide. */
export function columnsOf(rows: readonly Row[], gap: number): Column[] {
  const many = rows.filter((row) => row.chunks.length > 1);
  const used = many.length >= 2 ? many : rows;
  const size = median(used.map((row) => row.size));
  const events: { x: number; step: number }[] = [];
  for (const row of used)
    for (const { from, to } of row.chunks) events.push({ x: from, step: 1 }, { x: to, step: -1 });
  events.sort((a, b) => a.x - b.x || b.step - a.step);
  const allowed = mostCrossing(used.length);
  const columns: { from: number; to: number }[] = [];
  let [open, depth] = [Number.NaN, 0];

  for (const { x, step } of events) {
    depth += step;
    if (Number.isNaN(open) && depth > allowed) open = x;
    else if (!Number.isNaN(open) && depth <= allowed) {
      const last = columns.at(-1);
      if (last && (open - last.to < gap * size || isCrossedOnly(rows, last, { from: open, to: x })))
        last.to = x;
      else columns.push({ from: open, to: x });
      open = Number.NaN;
    }
  }

  return columns;
}

/**
 * Columns of rows between vertical lines: those of the text between two lines. Text that crosses such a line, like a header
 * over several columns, is ignored.
 */
export function columnsWithin(rows: readonly Row[], gap: number, borders: readonly number[]): Column[] {
  if (borders.length === 0) return columnsOf(rows, gap);
  const edges = [Number.NEGATIVE_INFINITY, ...borders, Number.POSITIVE_INFINITY];
  return edges.slice(1).flatMap((to, at) => {
    const from = edges[at] ?? to;
    const own = rows.flatMap((row): Row[] => {
      const chunks = row.chunks.filter((chunk) => chunk.from > from - 1 && chunk.to < to + 1);
      return chunks.length > 0 ? [{ ...row, chunks }] : [];
    });
    return own.length > 0 ? columnsOf(own, gap) : [];
  });
}

interface Placed {
  readonly chunk: Chunk;
  readonly first: number;
  last: number;
}

function place(chunk: Chunk, columns: readonly Column[]): Placed {
  const covers = ({ from, to, begins }: Column) => {
    const least = Math.min(t.mostInColumn, t.inColumn * (to - from), t.ofText * (chunk.to - chunk.from));
    return shared(chunk.from, chunk.to, from, to) > (begins ? 1 : least);
  };
  const first = columns.findIndex(covers);
  if (first >= 0) return { chunk, first, last: columns.findLastIndex(covers) };

  const middle = (chunk.from + chunk.to) / 2;
  const away = ({ from, to }: Column) => Math.max(from - middle, middle - to, 0);
  const [nearest] = minBy(columns.entries(), ([, column]) => away(column)) ?? [0];
  return { chunk, first: nearest, last: nearest };
}

/** A chunk over several columns whose words have gaps at their borders is split; one without such a gap spans them. */
function splitChunk(placed: Placed, columns: readonly Column[]): Placed[] {
  const { chunk, first, last } = placed;
  if (first === last) return [placed];

  const columnAt = ({ box }: Word) =>
    columns.findIndex((own, at) => {
      const next = columns[at + 1];
      return next === undefined || centerX(box) < (next.from + own.to) / 2;
    });
  const words = chunk.words.map((word) => ({ word, column: columnAt(word) }));
  const parts = groupWhile(words, (before, next) => before.column === next.column);

  // A border inside running words doesn't count: the words span.
  const isInside = parts.slice(1).some(([{ word, column }], at) => {
    const [own, before] = [columns[column], parts[at]?.at(-1)?.word];
    const begins = own !== undefined && Math.abs(own.from - word.box.x0) < (own.begins ? 1 : 0.3);
    return !begins && before !== undefined && word.box.x0 - before.box.x1 < t.columnBorder * word.size;
  });
  if (isInside) return [placed];

  return parts.map((part) => {
    const own = part.map(({ word }) => word);
    const [{ word, column }, to] = [part[0], own.at(-1)?.box.x1 ?? 0];
    return { chunk: { words: own, from: word.box.x0, to }, first: column, last: column };
  });
}

/** A row's cells by column; a chunk that spans several is in the first. */
export interface PlacedRow {
  readonly row: Row;
  readonly cells: Map<number, { words: Word[]; last: number }>;
  /** Columns in which a label is beside it: the one that begins here, or undefined. */
  readonly labels?: ReadonlyMap<number, Label | undefined>;
}

/** Text centered beside several rows. */
export interface Label {
  readonly words: readonly Word[];
  readonly row: Row;
  /** How many rows it spans. */
  readonly rows: number;
}

export function placeRow(row: Row, columns: readonly Column[]): PlacedRow {
  const cells = new Map<number, { words: Word[]; last: number }>();
  for (const chunk of row.chunks) {
    for (const { chunk: part, first, last } of splitChunk(place(chunk, columns), columns)) {
      const cell = getOrInsert(cells, first, () => ({ words: [], last }));
      cell.words.push(...part.words);
      cell.last = Math.max(cell.last, last);
    }
  }
  return { row, cells };
}
