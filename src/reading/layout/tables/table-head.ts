/**
 * The header of a table between horizontal lines: which lines form a cell, and which cells span several columns, as shown by a
 * line below part of the header.
 */

import { minBy } from "../../../core/collections/min-by.ts";
import { clusterValues } from "../../../core/geometry.ts";
import { placesOf } from "../columns/rules.ts";
import type { Rule } from "../model/rules.ts";
import * as t from "../tolerances/tables.ts";
import { type Column, type PlacedRow, placeRow } from "./text-columns.ts";
import type { Chunk, Row } from "./text-rows.ts";
import { textOf } from "./wrapped-rows.ts";

export interface HeadPart {
  readonly words: Chunk["words"];
  readonly row: Row;
}

export interface HeadCell {
  readonly parts: readonly HeadPart[];
  readonly first: number;
  readonly last: number;
  readonly rowSpan: number;
}

/** Text over several columns, and the height below which these have their own headers. */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly below: number;
  readonly parts: readonly HeadPart[];
}

/** Whether a row is as full as the one above, and as far from it as unrelated rows are. */
function isAnother(above: PlacedRow | undefined, placed: PlacedRow, columns: number): boolean {
  // A text over several columns may fall into words of each.
  const count = (one: PlacedRow) => Math.min(one.cells.size, one.row.chunks.length);
  const full = above !== undefined && Math.min(count(above), count(placed)) > t.anotherRow * columns;
  return full && placed.row.baseline - above.row.baseline > t.headPitch * placed.row.size;
}

export const middle = ({ from, to }: Pick<Chunk, "from" | "to">) => (from + to) / 2;

interface Stack {
  from: number;
  to: number;
  readonly parts: HeadPart[];
}

/** The texts above a part of a header, from left to right; lines of one text overlap. */
function stacksOf(rows: readonly Row[], { from, to }: Rule): Stack[] {
  const stacks: Stack[] = [];

  for (const row of rows)
    for (const chunk of row.chunks) {
      if (middle(chunk) < from || middle(chunk) > to) continue;
      const stack = stacks.find((own) => chunk.from < own.to && chunk.to > own.from);
      if (stack) {
        stack.parts.push({ words: chunk.words, row });
        stack.from = Math.min(stack.from, chunk.from);
        stack.to = Math.max(stack.to, chunk.to);
      } else stacks.push({ from: chunk.from, to: chunk.to, parts: [{ words: chunk.words, row }] });
    }

  return stacks.sort((a, b) => a.from - b.from);
}

/** The last column below each text: the same number for each, or else so that each is centered over its own as well as possible. */
function partsBelow(stacks: readonly Stack[], columns: readonly Column[]): number[] {
  const even = columns.length / stacks.length;
  if (Number.isInteger(even)) return stacks.map((_, at) => even * (at + 1) - 1);

  const ends: number[] = [];
  let start = 0;
  stacks.forEach((stack, at) => {
    const last = columns.length - (stacks.length - at);
    const from = columns[start]?.from ?? 0;
    const possible = Array.from({ length: last + 1 - start }, (_, k) => start + k);
    const best = minBy(possible, (end) =>
      Math.abs(middle({ from, to: columns[end]?.to ?? 0 }) - middle(stack)),
    );
    const end = at + 1 < stacks.length ? (best ?? last) : last;
    ends.push(end);
    start = end + 1;
  });

  return ends;
}

function spansAbove(rule: Rule, rows: readonly Row[], columns: readonly Column[]): Span[] {
  const own = columns.flatMap((column, at) =>
    middle(column) > rule.from && middle(column) < rule.to ? [at] : [],
  );
  const stacks = stacksOf(rows, rule);
  if (own.length < 2 || stacks.length > own.length) return [];
  const ends = partsBelow(stacks, columns.slice(own[0], (own.at(-1) ?? 0) + 1));
  return stacks.map(({ parts }, at) => {
    const first = (own[0] ?? 0) + (at === 0 ? 0 : (ends[at - 1] ?? 0) + 1);
    return { parts, first, last: (own[0] ?? 0) + (ends[at] ?? 0), below: rule.at };
  });
}

/**
 * Texts at the left of several columns, in a header without lines below its parts: its rows are farther apart than lines, and
 * each column with a header below is under one of the texts.
 */
function spansBeside(rows: readonly PlacedRow[], columns: number): Span[] {
  return rows.slice(0, -1).flatMap(({ row, cells }, at): Span[] => {
    const next = rows[at + 1]?.row;
    if (!next || next.baseline - row.baseline <= t.headPitch * row.size) return [];

    const below = new Set(rows.slice(at + 1).flatMap((other) => [...other.cells.keys()]));
    const starts = [...cells.keys()].sort((a, b) => a - b);
    const under = new Set(starts);
    const spans = [...cells].flatMap(([first, { words }]): Span[] => {
      const last = (starts[starts.indexOf(first) + 1] ?? columns) - 1;
      if (last === first || !below.has(first)) return [];
      for (let column = first; column <= last; column += 1) under.add(column);
      return [{ first, last, below: (row.baseline + next.box.y0) / 2, parts: [{ words, row }] }];
    });
    const all = Array.from({ length: columns }, (_, column) => column);
    const isWhole = all.every((column) => starts.includes(column) || under.has(column) === below.has(column));

    return isWhole ? spans : [];
  });
}

/** Texts above headers that repeat below each: Score, Hours above EN, FR, EN, FR. */
function spansRepeated(rows: readonly PlacedRow[]): Span[] {
  const below = rows.at(-1);
  const under = [...(below?.cells ?? [])].sort(([a], [b]) => a - b);
  const [left, right] = [under[0]?.[1].words[0]?.box.x0, under.at(-1)?.[1].words.at(-1)?.box.x1];
  if (!below || left === undefined || right === undefined) return [];
  for (const { row } of rows.slice(0, -1)) {
    const over = row.chunks.filter((chunk) => middle(chunk) > left && middle(chunk) < right);
    const each = under.length / over.length;
    const texts = under.map(([, { words }]) => textOf(words));
    if (over.length < 2 || each < 2 || !texts.every((text, at) => text === texts[at % each])) continue;
    return over.map(({ words }, at) => ({
      parts: [{ words, row }],
      first: under[each * at]?.[0] ?? 0,
      last: under[each * (at + 1) - 1]?.[0] ?? 0,
      below: (row.baseline + below.row.baseline) / 2,
    }));
  }
  return [];
}

/**
 * Rows of header cells for the lines `rows`; undefined if there is only one row, or it may not be a header. `partial`: lines
 * below parts of it.
 */
export function headCells(
  rows: readonly PlacedRow[],
  columns: readonly Column[],
  partial: readonly Rule[],
): HeadCell[][] | undefined {
  const others = rows.some((row, at) => isAnother(rows[at - 1], row, columns.length));
  if (rows.length < 2 || rows.length > t.headRows || others) return undefined;

  const drawn = placesOf(2, partial);
  const repeated = drawn.length === 0 ? spansRepeated(rows) : [];
  const beside = drawn.length === 0 && repeated.length === 0 ? spansBeside(rows, columns.length) : repeated;
  const under = drawn.flatMap((bottom, at) => {
    const top = drawn[at - 1] ?? Number.NEGATIVE_INFINITY;
    const level = rows.flatMap(({ row }) => (row.baseline > top && row.baseline < bottom ? [row] : []));
    const rules = partial.filter((rule) => Math.abs(rule.at - bottom) < 2);
    return rules.flatMap((rule) => spansAbove({ ...rule, at: bottom }, level, columns));
  });
  const spans = [...beside, ...under];
  const borders = clusterValues(
    1,
    spans.filter(({ first, last }) => last > first).map(({ below }) => below),
  );

  return cellsOf(rows, columns, spans, [...borders, Number.POSITIVE_INFINITY]);
}

/** The header's cells: `borders` are the heights at which its rows end. */
function cellsOf(
  rows: readonly PlacedRow[],
  columns: readonly Column[],
  spans: readonly Span[],
  borders: readonly number[],
): HeadCell[][] {
  const taken = new Set(spans.flatMap(({ parts }) => parts.flatMap(({ words }) => words)));
  const plain = rows.map(({ row }) =>
    placeRow(
      { ...row, chunks: row.chunks.filter(({ words }) => !words.some((word) => taken.has(word))) },
      columns,
    ),
  );
  const levelOf = (y: number) => borders.findIndex((border) => y < border + 1);
  const result = borders.map((): HeadCell[] => []);
  for (const { first, last, below, parts } of spans)
    result[levelOf(below)]?.push({ parts, first, last, rowSpan: 1 });
  columns.forEach((_, column) => {
    const under = result.map((cells) => cells.some(({ first, last }) => first <= column && last >= column));
    let from = 0;

    for (let level = 0; level <= borders.length; level += 1) {
      if (level < borders.length && !under[level]) continue;
      const parts = plain.flatMap(({ row, cells }): HeadPart[] => {
        const words = cells.get(column)?.words;
        const own = levelOf(row.baseline);
        return words && own >= from && own < level ? [{ words, row }] : [];
      });
      if (level > from) result[from]?.push({ parts, first: column, last: column, rowSpan: level - from });
      from = level + 1;
    }
  });

  return result.map((cells) => cells.sort((a, b) => a.first - b.first));
}
