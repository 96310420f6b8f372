/**
 * The head of a table between lines across: which of its lines are one cell, and which cells stand over several columns. A line
 * below a part of the head says so, or text that reaches over columns that have heads of their own.
 */
import { clusterValues } from "../../lines/geometry.ts";
import type { Rule } from "../columns/rules.ts";
import { type Column, type PlacedRow, placeRow } from "./text-columns.ts";
import type { Chunk, Row } from "./text-rows.ts";
import { isNumber } from "./wrapped-rows.ts";

/** Words of a head, and the row that they stand in. */
export interface HeadPart {
  readonly words: Chunk["words"];
  readonly row: Row;
}

/** A cell of a head over columns `first` to `last`. */
export interface HeadCell {
  readonly parts: readonly HeadPart[];
  readonly first: number;
  readonly last: number;
  readonly rowSpan: number;
}

/** Text over several columns, and the height below which those have heads of their own. */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly below: number;
  readonly parts: readonly HeadPart[];
}

/** Lines of a head, at the most. */
const mostRows = 10;
/** In font sizes: rows of full cells that stand farther apart are no lines of one row. */
const widestPitch = 1.5;

/** Whether a row has values: it is none of a head. */
const hasValues = ({ cells }: PlacedRow) =>
  cells.has(0) && 2 * [...cells.values()].filter(({ words }) => isNumber(words)).length >= cells.size;

/** Whether a row is as full as the one above, and as far from it as rows are that have nothing to do with each other. */
function isAnother(above: PlacedRow | undefined, { row, cells }: PlacedRow, columns: number): boolean {
  const full = Math.min(above?.cells.size ?? 0, cells.size) > 0.75 * columns;
  return above !== undefined && full && row.baseline - above.row.baseline > widestPitch * row.size;
}

const middle = ({ from, to }: Pick<Chunk, "from" | "to">) => (from + to) / 2;

/** Texts above a line, each with those of its columns that are nearest to it; lines of one text overlap each other. */
function spansAbove(rule: Rule, rows: readonly Row[], columns: readonly Column[]): Span[] {
  const own = columns.flatMap((column, at) =>
    middle(column) > rule.from && middle(column) < rule.to ? [{ at, x: middle(column) }] : [],
  );
  const stacks: { from: number; to: number; parts: HeadPart[]; columns: number[] }[] = [];
  const chunks = rows.flatMap((row) => row.chunks.map((chunk) => ({ row, chunk })));
  for (const { row, chunk } of chunks) {
    if (middle(chunk) < rule.from || middle(chunk) > rule.to) continue;
    const part = { words: chunk.words, row };
    const stack = stacks.find(({ from, to }) => chunk.from < to && chunk.to > from);
    if (stack) stack.parts.push(part);
    else stacks.push({ from: chunk.from, to: chunk.to, parts: [part], columns: [] });
  }
  for (const { at, x } of own) {
    const away = stacks.map((stack) => Math.abs(middle(stack) - x));
    stacks[away.indexOf(Math.min(...away))]?.columns.push(at);
  }
  return stacks.flatMap(({ parts, columns: [first, ...more] }) =>
    first === undefined || own.length < 2
      ? []
      : [{ parts, first, last: more.at(-1) ?? first, below: rule.at }],
  );
}

/** Text that reaches over columns which have text of their own below it, in rows of one level. */
function spansOver(head: readonly PlacedRow[]): Span[] {
  return head.flatMap(({ row, cells }, at) => {
    const next = head[at + 1];
    if (!next) return [];
    const filled = new Set(head.slice(at + 1).flatMap((below) => [...below.cells.keys()]));
    return [...cells].flatMap(([first, { words, last }]): Span[] => {
      const below = [...filled].filter((column) => column >= first && column <= last);
      if (below.length < 2) return [];
      return [{ first, last, below: (row.baseline + next.row.baseline) / 2, parts: [{ words, row }] }];
    });
  });
}

/** Rows of cells of a head whose lines are `rows`; undefined: it has but one, or may be no head. `partial`: lines below parts of it. */
export function headCells(
  rows: readonly PlacedRow[],
  columns: readonly Column[],
  partial: readonly Rule[],
): HeadCell[][] | undefined {
  const others = rows.some((row, at) => isAnother(rows[at - 1], row, columns.length));
  if (rows.length < 2 || rows.length > mostRows || others || rows.some(hasValues)) return undefined;
  const drawn = clusterValues(
    partial.map(({ at }) => at),
    2,
  );
  let top = Number.NEGATIVE_INFINITY;
  const spans = [...drawn, Number.POSITIVE_INFINITY].flatMap((bottom) => {
    const level = rows.filter(({ row }) => row.baseline > top && row.baseline < bottom);
    const rules = partial.filter(({ at }) => Math.abs(at - bottom) < 2);
    const above = rules.flatMap((rule) =>
      spansAbove(
        { ...rule, at: bottom },
        level.map(({ row }) => row),
        columns,
      ),
    );
    top = bottom;
    return above.length > 0 ? above : spansOver(level);
  });
  const borders = clusterValues(
    spans.filter(({ first, last }) => last > first).map(({ below }) => below),
    1,
  );
  return cellsOf(rows, columns, spans, [...borders, Number.POSITIVE_INFINITY]);
}

/** The cells of a head: `borders` are the heights at which its rows end. */
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
