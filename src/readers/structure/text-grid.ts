/** Tables by how their text is aligned: columns from what stays empty over many rows, rows from baselines and drawn lines. */
import type { Box, Word } from "../../core/page-layout.ts";
import { boxAround, centerX, median, shared } from "./geometry.ts";
import { lineOf } from "./lines.ts";
import type { Cell, Line, Table } from "./model.ts";

/** Words of one row with no gap that could be a column's between them. */
export interface Chunk {
  readonly words: readonly Word[];
  readonly from: number;
  readonly to: number;
}

/** What stands on one baseline. */
export interface Row {
  readonly lines: readonly Line[];
  readonly chunks: readonly Chunk[];
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
}

/** In font sizes: narrower gaps are spaces between words. */
const chunkGap = 0.55;
/** The space of a fixed-width font is wide. */
const monoGap = 0.85;

function chunksOf(lines: readonly Line[]): Chunk[] {
  const words = lines.flatMap((line) => line.words).sort((a, b) => a.box.x0 - b.box.x0);
  const chunks: { words: Word[]; from: number; to: number }[] = [];
  for (const word of words) {
    const last = chunks.at(-1);
    if (last && word.box.x0 - last.to < (word.face.mono ? monoGap : chunkGap) * word.size) {
      last.words.push(word);
      last.to = Math.max(last.to, word.box.x1);
    } else chunks.push({ words: [word], from: word.box.x0, to: word.box.x1 });
  }
  return chunks;
}

export function rowOf(lines: readonly Line[]): Row {
  const size = Math.max(...lines.map((line) => line.size));
  const main = lines.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  return {
    lines,
    chunks: chunksOf(lines),
    box: boxAround(lines.map(({ box }) => box)),
    baseline: main.baseline,
    size,
  };
}

/** Lines as rows from top to bottom: those whose baselines lie within a third of their size. */
export function rowsOf(lines: readonly Line[]): Row[] {
  const sorted = [...lines].sort((a, b) => a.baseline - b.baseline);
  const groups: Line[][] = [];
  let at = Number.NEGATIVE_INFINITY;
  for (const line of sorted) {
    const group = groups.at(-1);
    if (group && line.baseline - at < 0.35 * line.size) group.push(line);
    else {
      groups.push([line]);
      at = line.baseline;
    }
  }
  return groups.map(rowOf);
}

export interface Column {
  readonly from: number;
  readonly to: number;
}

/** How many rows may cross a gap between columns: headers and section titles do. */
const crossing = (rows: number) => Math.floor(rows * 0.12) + (rows >= 5 ? 1 : 0);

/** Columns of rows: intervals between which (almost) all rows are empty, at least `gap` font sizes wide. */
export function columnsOf(rows: readonly Row[], gap: number): Column[] {
  const many = rows.filter((row) => row.chunks.length > 1);
  const used = many.length >= 2 ? many : rows;
  const size = median(used.map((row) => row.size));
  const events: { x: number; step: number }[] = [];
  for (const row of used)
    for (const { from, to } of row.chunks) events.push({ x: from, step: 1 }, { x: to, step: -1 });
  events.sort((a, b) => a.x - b.x || b.step - a.step);
  const allowed = crossing(used.length);
  const columns: { from: number; to: number }[] = [];
  let [open, depth] = [Number.NaN, 0];
  for (const { x, step } of events) {
    depth += step;
    if (Number.isNaN(open) && depth > allowed) open = x;
    else if (!Number.isNaN(open) && depth <= allowed) {
      const last = columns.at(-1);
      if (last && open - last.to < gap * size) last.to = x;
      else columns.push({ from: open, to: x });
      open = Number.NaN;
    }
  }
  return columns;
}

interface Placed {
  readonly chunk: Chunk;
  readonly first: number;
  last: number;
}

/** Which columns a chunk lies over. */
function place(chunk: Chunk, columns: readonly Column[]): Placed {
  let [first, last] = [-1, -1];
  columns.forEach(({ from, to }, at) => {
    const common = shared(chunk.from, chunk.to, from, to);
    if (common > Math.min(6, 0.3 * (to - from), 0.5 * (chunk.to - chunk.from))) {
      if (first < 0) first = at;
      last = at;
    }
  });
  if (first >= 0) return { chunk, first, last };
  const middle = (chunk.from + chunk.to) / 2;
  let [best, distance] = [0, Number.POSITIVE_INFINITY];
  columns.forEach(({ from, to }, at) => {
    const away = Math.max(from - middle, middle - to, 0);
    if (away < distance) [best, distance] = [at, away];
  });
  return { chunk, first: best, last: best };
}

/** A chunk over several columns whose words fall apart at their borders goes to each; one without such a gap spans them. */
function splitChunk(placed: Placed, columns: readonly Column[]): Placed[] {
  const { chunk, first, last } = placed;
  if (first === last) return [placed];
  const parts: Placed[] = [];
  let words: Word[] = [];
  let column = -1;
  const flush = () => {
    const [start, end] = [words[0], words.at(-1)];
    if (start && end)
      parts.push({ chunk: { words, from: start.box.x0, to: end.box.x1 }, first: column, last: column });
    words = [];
  };
  for (const word of chunk.words) {
    const at = columns.findIndex((next, k) => {
      const after = columns[k + 1];
      return k === columns.length - 1 || centerX(word.box) < ((after?.from ?? 0) + next.to) / 2;
    });
    const before = words.at(-1);
    if (before && at !== column) {
      // A border inside running words is none: the words span.
      if (word.box.x0 - before.box.x1 < 0.33 * word.size) return [placed];
      flush();
    }
    column = at;
    words.push(word);
  }
  flush();
  return parts;
}

/** A row's cells by column; a chunk that spans several stands at the first. */
export interface PlacedRow {
  readonly row: Row;
  readonly cells: Map<number, { words: Word[]; last: number }>;
}

export function placeRow(row: Row, columns: readonly Column[]): PlacedRow {
  const cells = new Map<number, { words: Word[]; last: number }>();
  for (const chunk of row.chunks) {
    for (const { chunk: part, first, last } of splitChunk(place(chunk, columns), columns)) {
      const known = cells.get(first);
      if (known) {
        known.words.push(...part.words);
        known.last = Math.max(known.last, last);
      } else cells.set(first, { words: [...part.words], last });
    }
  }
  return { row, cells };
}

const numeric = /^[-–—+<>≤≥~$€£¥(]*\s*[\d.,\s]*\d[\d.,\s]*[%)*†‡a-c]*$/u;

/** Whether row `b` goes on in the cells of row `a`. */
function continues(a: PlacedRow, b: PlacedRow, tight: number | undefined): boolean {
  const pitch = b.row.baseline - a.row.baseline;
  const size = Math.max(a.row.size, b.row.size);
  if (pitch > 1.7 * size) return false;
  // Closer than lines of one column can be: a label of two lines beside values set in the middle of them.
  if (pitch < 0.85 * size && [...b.cells.keys()].every((at) => !a.cells.has(at))) return true;
  if (b.cells.size > a.cells.size) return false;
  for (const at of b.cells.keys()) if (!a.cells.has(at)) return false;
  if (tight !== undefined) return pitch <= tight;
  if (!a.cells.has(0) || b.cells.has(0)) return false;
  for (const { words } of b.cells.values())
    if (numeric.test(words.map(({ text }) => text).join(" "))) return false;
  return true;
}

/** The pitch up to which rows go on, where wrapped cells make two kinds of pitches; undefined: all rows look alike. */
function tightPitch(rows: readonly PlacedRow[]): number | undefined {
  const pitches = rows.slice(1).map((row, at) => row.row.baseline - (rows[at]?.row.baseline ?? 0));
  const sorted = [...pitches].sort((a, b) => a - b);
  let [limit, jump] = [0, 1.18];
  for (let i = 1; i < sorted.length; i += 1) {
    const [a, b] = [sorted[i - 1] ?? 0, sorted[i] ?? 0];
    if (a > 0 && b / a > jump) {
      [limit, jump] = [(a + b) / 2, b / a];
      break;
    }
  }
  if (limit === 0) return undefined;
  const size = median(rows.map(({ row }) => row.size));
  if (limit > 1.75 * size) return undefined;
  let [tight, fewer] = [0, 0];
  pitches.forEach((pitch, at) => {
    if (pitch > limit) return;
    tight += 1;
    const [a, b] = [rows[at], rows[at + 1]];
    if (a && b && (b.cells.size < a.cells.size || b.cells.size === 1)) fewer += 1;
  });
  return tight > 0 && fewer >= 0.6 * tight ? limit : undefined;
}

function cellOf(
  groups: readonly { words: readonly Word[]; line: Line }[],
  last: number,
  first: number,
): Cell {
  const lines = groups.map(({ words, line }) =>
    lineOf(
      [...words]
        .sort((a, b) => a.box.x0 - b.box.x0)
        .map((word, at) => (at === 0 ? word : withSpace(word, words))),
      line,
      line.order,
    ),
  );
  return {
    lines,
    box: boxAround(lines.map(({ box }) => box)),
    rowSpan: 1,
    colSpan: last - first + 1,
    header: false,
  };
}

/** Words of unlike pieces have lost the space between them. */
function withSpace(word: Word, all: readonly Word[]): Word {
  if (word.spaced) return word;
  const before = all.reduce(
    (most, { box }) => (box.x1 <= word.box.x0 + 0.5 ? Math.max(most, box.x1) : most),
    Number.NEGATIVE_INFINITY,
  );
  return word.box.x0 - before > 0.15 * word.size ? { ...word, spaced: true } : word;
}

const emptyCell = (box: Box): Cell => ({ lines: [], box, rowSpan: 1, colSpan: 1, header: false });

/**
 * Rows and columns to a table. `separators`: heights of drawn lines across it; where they part most rows, they alone do.
 */
export function tableOf(
  rows: readonly Row[],
  columns: readonly Column[],
  separators: readonly number[],
): Table {
  const placed = rows.map((row) => placeRow(row, columns));
  const groups: PlacedRow[][] = [];
  const inner = separators.filter(
    (y) => rows.some((row) => row.baseline < y + 1) && rows.some((row) => row.baseline > y + 1),
  );
  const decisive = inner.length >= 3 || (inner.length >= 2 && inner.length >= rows.length / 3);
  const tight = tightPitch(placed);
  const firstRule = Math.min(...inner);
  placed.forEach((row, at) => {
    const before = placed[at - 1];
    const group = groups.at(-1);
    const parted =
      before && inner.some((y) => y > before.row.baseline - 1 && y < row.row.baseline - 0.3 * row.row.size);
    const joins =
      decisive && inner.length >= rows.length / 4
        ? !parted
        : before && !parted && continues(before, row, tight);
    if (group && before && joins) group.push(row);
    else groups.push([row]);
  });
  const headerRows = Number.isFinite(firstRule)
    ? groups.filter((group) => group.every(({ row }) => row.baseline < firstRule + 1)).length
    : 1;
  const box = boxAround(rows.map((row) => row.box));
  return {
    columns: columns.length,
    rows: groups.map((group, at): Cell[] => {
      const cells: Cell[] = [];
      const used = new Map<number, number>();
      for (const { cells: own } of group)
        for (const [first, { last }] of own) used.set(first, Math.max(used.get(first) ?? first, last));
      for (let column = 0; column < columns.length; ) {
        const own = group.flatMap(({ row, cells: found }) => {
          const words = found.get(column)?.words;
          const line = row.lines[0];
          return words && line ? [{ words, line }] : [];
        });
        let last = used.get(column) ?? column;
        for (let next = column + 1; next <= last; next += 1) if (used.has(next)) last = next - 1;
        const { from, to } = columns[column] ?? { from: box.x0, to: box.x1 };
        const empty = emptyCell({
          x0: from,
          x1: to,
          y0: group[0]?.row.box.y0 ?? 0,
          y1: group.at(-1)?.row.box.y1 ?? 0,
        });
        const cell = own.length > 0 ? cellOf(own, last, column) : empty;
        cells.push({ ...cell, header: at < Math.max(1, headerRows) && at < groups.length - 1 });
        column = last + 1;
      }
      return cells;
    }),
  };
}
