/** Joins blocks split by a page or column break into one sequence. */

import { boxAround } from "../../core/geometry.ts";
import type { Block, Cell, Line, ListItem, Table } from "./model/blocks.ts";
import { chainOf } from "./tagged/tag-chain.ts";
import * as t from "./tolerances/tolerances.ts";

const ended = /[.!?:;。！？…][)"”»’\]]*\s*$/u;
const continuation = /^[\p{Ll}\p{Nd}(“"'«]/u;

const number = /^[-+–−]? ?\d/u;

/** Whether lines end within a sentence that follows another. */
function endInSentence(lines: readonly Line[]): boolean {
  const text = lines.slice(-3).map((line) => line.text);
  return /\p{Ll}$/u.test(text.at(-1) ?? "") && /[.!?] /.test(text.join(" "));
}

const textOf = (lines: readonly Line[]) => lines.at(-1)?.text ?? "";

const rightEdge = (lines: readonly Line[]) => boxAround(lines.map(({ box }) => box)).x1;

/** Whether paragraph `b` continues paragraph `a`, in another column or on the next page. */
function continuesText(a: Block, b: Block): boolean {
  const [last, first] = [a.lines.at(-1), b.lines[0]];
  if (!last || !first || Math.abs(last.size - first.size) > t.similarSize || last.mono !== first.mono)
    return false;
  // A line in italics below upright text, at the end of its page.
  if (first.italic && !last.italic && b.lines.length === 1) return false;
  if (first.rightToLeft || last.rightToLeft) return false;
  const end = textOf(a.lines);
  if (ended.test(end)) return false;
  if (/\p{L}[-\u00ad\u2010]$/u.test(end) || (/\d[-–]$/u.test(end) && /^\d/.test(first.text))) return true;
  // Entries of an index, or of a bill.
  if (/\d$/.test(end) && /\d$/.test(first.text)) return false;
  const pitch = (first.baseline - last.baseline) / last.size;
  const inSentence = number.test(first.text) && pitch > 0 && pitch < t.mostPitch && endInSentence(a.lines);
  if (inSentence || /^\p{Ll}/u.test(first.text)) return true;
  if (a.lines.length < 2 || !(continuation.test(first.text) || /[\p{L},]$/u.test(end))) return false;

  // The line is full, so the paragraph hadn't ended.
  return last.box.x1 > rightEdge(a.lines) - t.fullLine * last.size;
}

/** Whether a paragraph continues a list's last item, in another column or on the next page. */
function continuesItem(list: Block, rest: Block): boolean {
  const lines = list.items?.at(-1)?.lines ?? [];
  const [last, first] = [lines.at(-1), rest.lines[0]];
  if (!last || !first || (rest.page === list.page && first.baseline > last.baseline)) return false;
  if (/^\p{Ll}/u.test(first.text)) return continuesText({ ...list, lines }, rest);
  // Names and, in German, nouns begin with capitals: then the line must be full.
  if (last.words.length < 3 || !/[\p{L}\p{Nd},]$/u.test(last.text)) return false;
  const full = last.box.x1 > rightEdge(list.lines) - t.fullItem * last.size && list.lines.length > 2;
  return full && continuesText(list, rest);
}

const cellText = (table: Table, row: number) =>
  (table.rows[row] ?? [])
    .map(({ lines }) => lines.map(({ text }) => text).join(""))
    .join("|")
    .replaceAll(" ", "");

const repeatsHead = (a: Table, b: Table) => {
  const head = cellText(a, 0);
  const hasWords = /\p{L}/u.test(head.slice(0, Math.max(0, head.lastIndexOf("|"))));
  return a.rows.length > 1 && hasWords && head === cellText(b, 0);
};

/** How many rows at the top of table `b` repeat the header of table `a`: the first, and further ones marked as header. */
function repeatedRows(a: Table, b: Table): number {
  const repeats = (row: number) =>
    cellText(a, row) === cellText(b, row) && (row === 0 || (a.rows[row] ?? []).every(({ header }) => header));
  let rows = 0;
  while (rows + 1 < a.rows.length && rows < b.rows.length && cellText(a, rows) !== "" && repeats(rows))
    rows += 1;
  return rows;
}

/** Whether a table begins where another continues: on the next page, or in the next column. */
const isNext = (a: Block, b: Block) =>
  b.page === a.page + 1 || (b.page === a.page && b.box.x0 > a.box.x1 && b.box.y0 < a.box.y1);

/** Whether table `b` continues table `a`: the same number of columns at the same positions, or under the same header again. */
function continuesTable(a: Block, b: Block): boolean {
  if (!a.table || !b.table || a.table.columns !== b.table.columns) return false;
  if (repeatsHead(a.table, b.table)) return isNext(a, b);
  return (
    b.page === a.page + 1 &&
    Math.abs(a.box.x0 - b.box.x0) < t.columnStart &&
    haveColumnsAlike(a.table, b.table)
  );
}

/** Maximum rows to examine on both sides of the break. */
const nearRows = 50;

/** Start of the text in each column; undefined if the column is empty. */
function columnStarts(rows: Table["rows"], columns: number): (number | undefined)[] {
  const starts: (number | undefined)[] = Array.from({ length: columns }, () => undefined);
  for (const row of rows)
    if (row.length === columns)
      for (const [at, { lines }] of row.entries())
        for (const { box } of lines) starts[at] = Math.min(starts[at] ?? box.x0, box.x0);
  return starts;
}

/** Whether table `b`'s columns begin at the same positions as those at the end of table `a`. */
function haveColumnsAlike(a: Table, b: Table): boolean {
  const own = columnStarts(a.rows.slice(-nearRows), a.columns);
  const others = columnStarts(b.rows.slice(0, nearRows), b.columns);
  return own.every((x, at) => x === undefined || Math.abs(x - (others[at] ?? x)) < t.columnStart);
}

function joinTables(a: Table, b: Table): Table {
  const rest = b.rows.slice(repeatedRows(a, b)).map((row) => row.map((cell) => ({ ...cell, header: false })));
  return { columns: a.columns, rows: joinRows(a.rows, rest) };
}

const aside = new Set<Block["type"]>(["header", "footer", "footnote", "image", "caption"]);

/** Whether a table row continues another: it has the same tag, or continues a sentence in a cell other than the first. */
function continuesRow(a: readonly Cell[], b: readonly Cell[]): boolean {
  const key = a[0]?.tagKey;
  if (key !== undefined) return key === b[0]?.tagKey;
  const filled = b.flatMap(({ lines }, at) => (lines.length > 0 ? [at] : []));
  const [at = 0] = filled;
  const [above, rest] = [a[at]?.lines ?? [], b[at]?.lines ?? []];
  if (filled.length !== 1 || at === 0 || a.length !== b.length || above.length === 0) return false;
  return /^\p{Ll}/u.test(rest[0]?.text ?? "") || !ended.test(textOf(above));
}

/** Rows of two pages, with one split by the break rejoined. */
function joinRows(a: Table["rows"], b: Table["rows"]): Table["rows"] {
  const [last, first] = [a.at(-1), b[0]];
  if (!last || !first || !continuesRow(last, first)) return [...a, ...b];
  const whole = last.map((cell, at) => ({ ...cell, lines: [...cell.lines, ...(first[at]?.lines ?? [])] }));
  return [...a.slice(0, -1), whole, ...b.slice(1)];
}

const mostHead = 10;

/** A tagged table's rows on a page, without the repeated header, and the rows on previous pages. */
function withoutTaggedHead(a: Table["rows"], b: Table["rows"]): Table["rows"] {
  const head = a
    .slice(0, Math.min(mostHead, a.length - 1))
    .filter((row) => row.every(({ header }) => header));
  const keys = new Set(head.map(([first]) => first?.tagKey));
  if (!keys.has(b[0]?.[0]?.tagKey)) return b;
  const isOwn = (row: readonly Cell[]) =>
    !keys.has(row[0]?.tagKey) && row.some(({ lines }) => lines.length > 0);
  const from = b.findIndex(isOwn);
  return from < 0 ? [] : b.slice(from);
}

/** A table as found on each page or in each column. */
export const partsOf = (block: Block): readonly Block[] => block.parts ?? [block];

/** Joins the parts of a structure element on two pages. */
function joinTagged(a: Block, b: Block): Block {
  const lines = [...a.lines, ...b.lines];
  if (a.table && b.table) {
    const columns = Math.max(a.table.columns, b.table.columns);
    const rest = withoutTaggedHead(a.table.rows, b.table.rows);
    const table = { columns, rows: joinRows(a.table.rows, rest) };
    return { ...a, lines, table, parts: [...partsOf(a), b] };
  }
  if (a.items && b.items) return { ...a, lines, items: joinItems(a.items, b.items) };
  return { ...a, lines };
}

const itemKey = (line: Line | undefined) => (line?.tag ? chainOf(line.tag).item?.key : undefined);

/** Items of two pages, with one split by the break rejoined. */
function joinItems(a: readonly ListItem[], b: readonly ListItem[]): readonly ListItem[] {
  const [last, first] = [a.at(-1), b[0]];
  const key = itemKey(last?.lines.at(-1));
  if (!last || !first || last.parts || key === undefined || key !== itemKey(first.lines[0]))
    return [...a, ...b];
  return [...withRest(a, first.lines), ...b.slice(1)];
}

/** Items of which the last continues. */
const withRest = (items: readonly ListItem[], rest: readonly Line[]) =>
  items.map((item, at) => (at < items.length - 1 ? item : { ...item, lines: [...item.lines, ...rest] }));

const joinItem = (list: Block, { lines }: Block): Block => ({
  ...list,
  items: withRest(list.items ?? [], lines),
  lines: [...list.lines, ...lines],
});

/** Maximum lines of a block. More become a separate block, so that a table over a hundred thousand pages isn't held as one. */
const mostLines = 20_000;

/** A sequence to which blocks are added page by page. */
export function createSequence() {
  const blocks: Block[] = [];
  /** Number of blocks before each addition. */
  let starts: number[] = [];
  /** The first block that the last addition changed or created. */
  let first = 0;
  /** Index of the last block of body text; -1 if there is none. */
  let open = -1;
  /** Lines of blocks joined here: a text in thousands of blocks isn't copied for each. */
  const growing = new WeakMap<Block, Line[]>();

  function merged(a: Block, b: Block): Block {
    const lines = growing.get(a) ?? [...a.lines];
    for (const line of b.lines) lines.push(line);
    const both = { ...a, lines };
    growing.set(both, lines);
    return a.table && b.table
      ? { ...both, table: joinTables(a.table, b.table), parts: [...partsOf(a), b] }
      : both;
  }

  /** Block `a` with `b`, which continues it; undefined if it doesn't. `near`: nothing but notes and captions is between them. */
  function joined(a: Block, b: Block, near: boolean): Block | undefined {
    if (a.lines.length >= mostLines) return undefined;
    if (b.tagKey !== undefined && b.tagKey === a.tagKey && b.type === a.type) return joinTagged(a, b);
    if (near && b.type === "paragraph" && a.type === "list" && continuesItem(a, b)) return joinItem(a, b);
    if (a.type !== b.type) return undefined;
    if (near && a.type === "paragraph" && continuesText(a, b)) return merged(a, b);
    if (a.type === "table" && continuesTable(a, b)) return { ...merged(a, b), page: b.page, box: b.box };
    return a.type === "code" && b.page === a.page + 1 && sameColumn(a, b) ? merged(a, b) : undefined;
  }

  function addOne(block: Block): void {
    const last = blocks[open];
    const near = last !== undefined && (block.page - last.page <= 1 || open === blocks.length - 1);
    const both = last && joined(last, block, near);

    if (both) {
      first = Math.min(first, open);
      blocks[open] = both;
      return;
    }
    blocks.push(block);
    if (!aside.has(block.type)) open = blocks.length - 1;
  }

  const additionOf = (at: number) => starts.findLastIndex((start) => start <= at);

  return {
    blocks: blocks as readonly Block[],
    /** The first block, counted from 0, that the last addition changed or created. */
    get changedFrom() {
      return first;
    },
    /** The addition, from 0, that began the block which the last one continues; the last itself if it continues none. */
    get joinedFrom() {
      return additionOf(first);
    },
    /** How many of the first additions nothing later can change. */
    get settled() {
      return open < 0 ? starts.length : additionOf(open);
    },
    /** Releases the first additions' blocks, and returns them. */
    take(additions: number): readonly Block[] {
      const taken = blocks.splice(0, starts[additions] ?? blocks.length);
      starts = starts.slice(additions).map((start) => start - taken.length);
      first = Math.max(first - taken.length, 0);
      open = Math.max(open - taken.length, -1);
      return taken;
    },
    add(more: readonly Block[]): void {
      first = blocks.length;
      starts.push(first);
      for (const block of more) addOne(block);
    },
  };
}

const sameColumn = (a: Block, b: Block) =>
  Math.abs((a.lines[0]?.size ?? 0) - (b.lines[0]?.size ?? 0)) < t.sameSize && b.box.y0 < t.pageTop;

/** A list's items, none deeper than one level below the previous one, and with equal depths still equal. */
export function soundDepths(items: readonly ListItem[]): ListItem[] {
  const open: number[] = [];
  return items.map((item) => {
    while (open.length > 1 && (open.at(-2) ?? 0) >= item.depth) open.pop();
    const above = open.at(-1);
    if (above !== undefined && item.depth > above) open.push(item.depth);
    else open[Math.max(0, open.length - 1)] = item.depth;
    const depth = open.length - 1;
    return depth === item.depth ? item : { ...item, depth };
  });
}
