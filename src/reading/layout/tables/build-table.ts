/** Builds a table from any evidence: places words in columns, joins wrapped lines into rows, finds the header and its spans. */

import { groupWhile } from "../../../core/collections/group-while.ts";
import { boxAround } from "../../../core/geometry.ts";
import type { Box, Word } from "../../../core/page-layout.ts";
import { readsRightToLeft } from "../../lines/right-to-left/bidi.ts";
import type { Cell, FoundTable, Line, Table } from "../model/blocks.ts";
import { lineOf } from "../model/line.ts";
import type { Rule } from "../model/rules.ts";
import * as t from "../tolerances/tables.ts";
import { withLastLetters } from "./cells.ts";
import type { GridCell } from "./evidence/drawn-grid.ts";
import { paintedRows } from "./painted-rows.ts";
import { areTwoRows, withoutLabels } from "./spanning-labels.ts";
import { type HeadCell, headCells } from "./table-head.ts";
import type { Column, PlacedRow } from "./text-columns.ts";
import type { Row } from "./text-rows.ts";
import { continues, isParted, wrappingOf } from "./wrapped-rows.ts";

function cellOf(
  groups: readonly { words: readonly Word[]; line: Line }[],
  last: number,
  first: number,
): Cell {
  const lines = groups.map(({ words, line }) => {
    const sorted = [...words].sort((a, b) => a.box.x0 - b.box.x0);
    if (readsRightToLeft(words.map(({ text }) => text))) sorted.reverse();
    const spaced = sorted.map((word, at) => (at === 0 ? word : withSpace(word, words)));
    return lineOf(spaced, line, line.order);
  });
  return {
    lines: withLastLetters(lines),
    box: boxAround(lines.map(({ box }) => box)),
    rowSpan: 1,
    colSpan: last - first + 1,
    header: false,
  };
}

/** Words from different pieces have lost the space between them. */
function withSpace(word: Word, all: readonly Word[]): Word {
  if (word.spaced) return word;
  const before = all.reduce(
    (most, { box }) => (box.x1 <= word.box.x0 + 0.5 ? Math.max(most, box.x1) : most),
    Number.NEGATIVE_INFINITY,
  );
  return word.box.x0 - before > t.wordGap * word.size ? { ...word, spaced: true } : word;
}

const emptyCell = (box: Box): Cell => ({ lines: [], box, rowSpan: 1, colSpan: 1, header: false });

const headRow = (cells: readonly HeadCell[], box: Box): Cell[] =>
  cells.map(({ parts, first, last, rowSpan }) => {
    const groups = parts.flatMap(({ words, row: { lines } }) =>
      lines[0] ? [{ words, line: lines[0] }] : [],
    );
    const cell =
      groups.length > 0 ? cellOf(groups, last, first) : { ...emptyCell(box), colSpan: last - first + 1 };
    return { ...cell, rowSpan, header: true };
  });

/** Why text is considered a table: its rows of text and columns, and the lines drawn in it. */
export interface Evidence {
  readonly region: Box;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Heights of horizontal lines across it, which separate the header from the rest, and groups of rows. */
  readonly rowEdges: readonly number[];
  /** Its last rows, if they are known to continue the cell above. */
  readonly continued?: readonly Row[];
  /** Lines below parts of its header. */
  readonly headParts?: readonly Rule[];
  /** Present if all cells are drawn. */
  readonly cells?: readonly DrawnCell[];
}

export interface DrawnCell extends GridCell {
  readonly lines: readonly Line[];
}

/** The table for some evidence; `placed`: its rows in its columns. */
export function buildTable(evidence: Evidence, placed: readonly PlacedRow[]): FoundTable {
  const { cells } = evidence;
  const table = cells ? drawnTable(cells, evidence) : tableOf(evidence, placed);
  const lines = evidence.rows.flatMap((row) => row.lines);
  return { table, box: evidence.region, lines };
}

/** Drawn cells, without the rows and columns that have no text and that no span needs: double lines create them. */
function drawnTable(cells: readonly DrawnCell[], { rowEdges, columns }: Evidence): Table {
  const rows = rowEdges.slice(1).map((_, at) => cells.filter(({ row }) => row === at));
  const keptRows = rows.map(
    (row) => row.length === 0 || row.some(({ lines, rowSpan }) => lines.length > 0 || rowSpan > 1),
  );
  const begun = new Set(cells.flatMap(({ lines, column }) => (lines.length > 0 ? [column] : [])));
  const keptColumns = columns.map((_, at) => begun.has(at));
  const span = (kept: readonly boolean[], from: number, length: number) =>
    kept.slice(from, from + length).filter(Boolean).length;

  return {
    rows: rows
      .filter((_, at) => keptRows[at])
      .map((own) =>
        own.flatMap(({ lines, box, row, column, ...spans }): Cell[] => {
          const rowSpan = span(keptRows, row, spans.rowSpan);
          const colSpan = span(keptColumns, column, spans.colSpan);
          return colSpan > 0 ? [{ lines, box, rowSpan, colSpan, header: row === 0 }] : [];
        }),
      ),
    columns: span(keptColumns, 0, columns.length),
  };
}

/** Combines rows and columns into a table: if edges separate most rows, only they do. */
function tableOf(evidence: Evidence, placed: readonly PlacedRow[]): Table {
  const { rows, columns, rowEdges, headParts = [], continued = [] } = evidence;
  const inner = rowEdges.filter((y) => rows.some((row) => row.baseline < y + 1));
  const firstRule = Math.min(...inner);
  const isHead = ({ row }: PlacedRow) => row.baseline < firstRule + 1;
  const hasHead = Number.isFinite(firstRule);
  const box = boxAround(rows.map((row) => row.box));
  const head = hasHead ? headCells(placed.filter(isHead), columns, headParts) : undefined;
  const above = head ? [] : placed.filter(isHead);
  const body = placed.filter((row) => !isHead(row));
  const all = [...above, ...withoutLabels(body, inner)];
  const groups = groupsOf(
    all.filter(({ row }) => !continued.includes(row)),
    inner,
    columns,
    firstRule,
  );
  groups.at(-1)?.push(...all.filter(({ row }) => continued.includes(row)));
  const cells = groups.map((group, at) => {
    const header = head === undefined && at === 0;
    return rowCells(group, columns, box).map((cell) => ({ ...cell, header }));
  });

  return { columns: columns.length, rows: [...(head ?? []).map((own) => headRow(own, box)), ...cells] };
}

/** Groups rows of text into table rows, adding lines of wrapped cells to the first. */
function groupsOf(
  placed: readonly PlacedRow[],
  inner: readonly number[],
  columns: readonly Column[],
  firstRule: number,
): PlacedRow[][] {
  const decisive = inner.length >= t.decisiveRules;
  const body = placed.filter(({ row }) => !Number.isFinite(firstRule) || row.baseline > firstRule);
  const wrapping = wrappingOf(placed, body, columns);
  const groupsRows = rulesGroup(body, inner);
  const painted = decisive && !groupsRows ? undefined : paintedRows(body);
  const above = painted ? placed.slice(0, placed.length - body.length) : placed;
  const byRules = decisive && inner.length >= t.ruledRows * placed.length && !groupsRows;
  const groups = groupWhile(above, (before, row, group) => {
    if (row.labels || isParted(before, row, inner)) return false;
    return byRules || continues(group, row, wrapping);
  });

  return [...groups, ...(painted ?? [])];
}

/**
 * Whether drawn lines separate groups of rows: between two lines, columns agree on several baselines, for example with numbers
 * below each other.
 */
export function rulesGroup(body: readonly PlacedRow[], borders: readonly number[]): boolean {
  let [rows, pairs] = [0, 0];
  body.slice(1).forEach((below, at) => {
    const above = body[at];
    if (!above || isParted(above, below, borders)) return;
    const both = [...below.cells.keys()].filter((column) => above.cells.has(column));
    // A row of sums has a name and few values.
    const isWhole = both.includes(0) && both.length === Math.min(above.cells.size, below.cells.size);
    const most = isWhole ? 0 : t.agreed * Math.max(above.cells.size, below.cells.size);
    const agree = both.length >= Math.max(2, most);
    if (agree || below.cells.size > 1) pairs += 1;
    if (agree && areTwoRows(above, below)) rows += 1;
  });
  return rows > 0 && rows >= t.grouped * pairs;
}

function rowCells(group: readonly PlacedRow[], columns: readonly Column[], box: Box): Cell[] {
  const cells: Cell[] = [];
  const labels = group[0]?.labels;
  const used = new Map<number, number>();
  for (const { cells: own } of group)
    for (const [first, { last }] of own) used.set(first, Math.max(used.get(first) ?? first, last));

  for (let column = 0; column < columns.length; ) {
    if (labels?.has(column)) {
      const { words = [], row, rows = 1 } = labels.get(column) ?? {};
      const [line] = row?.lines ?? [];
      if (line) cells.push({ ...cellOf([{ words, line }], column, column), rowSpan: rows });
      column += 1;
      continue;
    }
    const own = group.flatMap(({ row, cells: found }) => {
      const words = found.get(column)?.words;
      const line = row.lines[0];
      return words && line ? [{ words, line }] : [];
    });
    let last = used.get(column) ?? column;
    for (let next = column + 1; next <= last; next += 1)
      if (used.has(next) || labels?.has(next)) last = next - 1;
    const { from, to } = columns[column] ?? { from: box.x0, to: box.x1 };
    const empty = emptyCell({
      x0: from,
      x1: to,
      y0: group[0]?.row.box.y0 ?? 0,
      y1: group.at(-1)?.row.box.y1 ?? 0,
    });
    cells.push(own.length > 0 ? cellOf(own, last, column) : empty);
    column = last + 1;
  }

  return cells;
}
