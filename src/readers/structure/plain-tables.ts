/** Tables without any drawn line: rows whose gaps stand above each other. */
import type { Word } from "../../core/page-layout.ts";
import { hasAxis } from "./chart-axis.ts";
import { boxAround, median } from "./geometry.ts";
import { hasLeaders } from "./leaders.ts";
import type { FoundTable, Line } from "./model.ts";
import { isMark } from "./note-marks.ts";
import { columnsOf, type PlacedRow, placeRow } from "./text-columns.ts";
import { tableOf } from "./text-grid.ts";
import { partedRows, type Row } from "./text-rows.ts";

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** In font sizes: a gap between columns is at least this wide. */
const minGap = 0.85;

const noGaps: readonly Gap[] = [];

function gapsOf(row: Row): readonly Gap[] {
  if (row.chunks.length < 2) return noGaps;
  return row.chunks.slice(1).flatMap((chunk, at) => {
    const from = row.chunks[at]?.to ?? 0;
    return chunk.from - from >= minGap * row.size ? [{ from, to: chunk.from }] : [];
  });
}

const commonGaps = (a: readonly Gap[], b: readonly Gap[], size: number): Gap[] =>
  a.flatMap((one) =>
    b.flatMap((two) => {
      const [from, to] = [Math.max(one.from, two.from), Math.min(one.to, two.to)];
      return to - from >= 0.6 * size ? [{ from, to }] : [];
    }),
  );

/** Gaps of a row that leave those given untouched: what of them no word of the row crosses. */
function leftOpen(gaps: readonly Gap[], row: Row): Gap[] {
  return gaps.flatMap((gap) => {
    let { from, to } = gap;
    for (const chunk of row.chunks) {
      if (chunk.to <= from || chunk.from >= to) continue;
      if (chunk.from <= from && chunk.to >= to) return [];
      if (chunk.from <= from) from = chunk.to;
      else if (chunk.to >= to) to = chunk.from;
      else return [];
    }
    return to - from >= 0.6 * row.size ? [{ from, to }] : [];
  });
}

const marker = /^(?:[•◦▪‣∙·‧⁃●○■□–—*+-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{1,5})[.)])$/;

const bullet = /^[•◦▪‣∙·‧⁃●○■□–—-]$/u;

/** In font sizes: how far a marker stands before its text. */
const markerReach = 3;

/** Whether most of what stands side by side begins with a marker, and nearly all of it is said once: lists beside each other. */
function isLists(rows: readonly Row[]): boolean {
  const items: string[] = [];
  let all = 0;
  for (const { chunks, size } of rows)
    chunks.forEach(({ words: [first, ...rest], to }, at) => {
      const next = chunks[at + 1];
      const marked = marker.test(first?.text ?? "");
      const before = next !== undefined && next.from - to < markerReach * size;
      const text = rest.length > 0 || !before ? rest : next.words;
      if (marked && text.length > 0 && !marker.test(text[0]?.text ?? ""))
        items.push(text.map((word) => word.text).join(" "));
      if (!marked || rest.length > 0 || !before) all += 1;
    });
  return items.length > 0.55 * all && new Set(items).size > 0.7 * items.length;
}

/** Whether most of what stands in the first of two columns are the marks of notes: raised, or numbers that count. */
function areNotes(rows: readonly PlacedRow[]): boolean {
  let [marks, numbers, all] = [0, 0, 0];
  let before = 0;
  for (const { row, cells } of rows) {
    const words = cells.get(0)?.words;
    const [word] = words ?? [];
    if (!words || !word) continue;
    all += 1;
    const [line] = row.lines;
    if (words.length === 1 && line && isMark(word, line)) marks += 1;
    const number = words.length === 1 && /^\d{1,3}$/.test(word.text) ? Number(word.text) : Number.NaN;
    if (all === 1 || number === before + 1) numbers += 1;
    before = number;
  }
  return marks > 0.6 * all || (numbers === all && all > 1 && !Number.isNaN(before));
}

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(" ");

/** In characters: the line of a sentence. */
const sentenceLine = 20;

/** Whether in every column most lines go on with the sentence of the line above. */
function runOn(rows: readonly PlacedRow[], columns: number): boolean {
  for (let column = 0; column < columns; column += 1) {
    let [pairs, going] = [0, 0];
    for (let at = 1; at < rows.length; at += 1) {
      const [above, below] = [rows[at - 1]?.cells.get(column), rows[at]?.cells.get(column)];
      if (!above || !below) continue;
      pairs += 1;
      const text = textOf(above.words);
      if (
        text.length >= sentenceLine &&
        !/[.!?:;]$/.test(text) &&
        /^\p{Ll}/u.test(below.words[0]?.text ?? "")
      )
        going += 1;
    }
    if (pairs < 2 || going < 0.5 * pairs) return false;
  }
  return true;
}

/** Whether all rows fill their line from the same left to the same right, and end with words: lines of justified text. */
function areJustified(rows: readonly Row[]): boolean {
  const [first] = rows;
  if (!first || rows.length < 2) return false;
  const flush = rows.filter(
    ({ box }) => Math.abs(box.x0 - first.box.x0) < 1 && Math.abs(box.x1 - first.box.x1) < 1,
  );
  const worded = rows.filter(({ chunks }) => /^\p{L}/u.test(chunks.at(-1)?.words.at(-1)?.text ?? ""));
  return flush.length === rows.length && worded.length > 0.6 * rows.length;
}

const label = /^(?:\(.{1,3}\)|.*:)$/u;

/** Whether each row explains a word or a mark, mostly in sentences: notes under a table. */
function areLabels(rows: readonly PlacedRow[]): boolean {
  const sentences = rows.filter(({ row }) => row.lines.at(-1)?.text.endsWith("."));
  return (
    sentences.length > 0.5 * rows.length &&
    rows.every(({ cells }) => label.test(textOf(cells.get(0)?.words ?? [])))
  );
}

/** Whether most lines are in a fixed-width font. */
const isMono = (lines: readonly Line[]) => lines.filter((line) => line.mono).length > 0.7 * lines.length;

/** Columns of running text beside each other, lists and code are no tables. */
function isTable(rows: readonly Row[], gaps: number, orderly: boolean, around: readonly Line[]): boolean {
  const columns = columnsOf(rows, 0.6);
  if (columns.length < 2) return false;
  const placed = rows.map((row) => placeRow(row, columns));
  const multi = placed.filter(({ cells }) => cells.size > 1);
  if (multi.length < 2 || gaps === 0) return false;
  const lines = rows.flatMap((row) => row.lines);
  const mono = isMono(lines);
  // What is set like code in a text of another face is its code.
  if (mono && !isMono(around)) return false;
  // Dots lead to one page number in a table of contents, to many columns in a table.
  const led = rows.filter((row) => row.lines.some(({ text }) => hasLeaders(text)));
  if (led.filter(({ chunks }) => chunks.length < 4).length > 0.3 * rows.length) return false;
  const lengths: number[] = [];
  let [numbers, markers] = [0, 0];
  for (const { cells } of multi)
    for (const [column, { words }] of cells) {
      const length = words.reduce((sum, { text }) => sum + text.length + 1, -1);
      lengths.push(length);
      if (length < 14 && words.some(({ text }) => /\d/.test(text))) numbers += 1;
      if (column === 0 && words.length === 1 && marker.test(words[0]?.text ?? "")) markers += 1;
    }
  if (columns.length === 2 && (markers > 0.5 * multi.length || areNotes(placed) || areLabels(multi)))
    return false;
  if (areJustified(rows)) return false;
  const length = median(lengths);
  const digits = numbers / lengths.length;
  if (mono && (columns.length < 3 || digits < 0.4)) return false;
  const bullets = rows.filter(
    ({ chunks: [first] }) => first?.words.length === 1 && bullet.test(first.words[0]?.text ?? ""),
  ).length;
  if (bullets > 0.3 * rows.length || isLists(rows)) return false;
  const enough = columns.length >= 3 ? 2 : 3;
  if (multi.length < enough) return false;
  // Justified lines: gaps by chance, in which each row has others.
  const average = multi.reduce((sum, { cells }) => sum + cells.size, 0) / multi.length;
  if (columns.length > 3 && average < 0.5 * columns.length && digits < 0.3) return false;
  if (!orderly) return digits > 0.4 && columns.length >= 3;
  if (length > 32 && digits < 0.2) return false;
  return !runOn(placed, columns.length);
}

function isChart(rows: readonly Row[]): boolean {
  const columns = columnsOf(rows, 0.6);
  return columns.length > 1 && hasAxis(rows.map((row) => placeRow(row, columns)));
}

/** Whether the content stream goes row by row: neighbours in a row come soon after each other. */
function readsByRow(rows: readonly Row[]): boolean {
  let [near, all] = [0, 0];
  for (const { lines } of rows) {
    const orders = lines.map(({ order }) => order).sort((a, b) => a - b);
    for (let i = 1; i < orders.length; i += 1) {
      all += 1;
      if ((orders[i] ?? 0) - (orders[i - 1] ?? 0) <= 6) near += 1;
    }
  }
  return all === 0 || near >= 0.6 * all;
}

/** Whether a row is the title of another table: alone, in larger type than the rows around it. */
function isTitle({ chunks, size }: Row, before: Row, after: Row | undefined): boolean {
  return chunks.length === 1 && size > 1.1 * before.size && (after === undefined || size > 1.1 * after.size);
}

/** Tables in a stretch of lines that no column of running text parts; `byColumn`: only those that are surely tables. */
export function plainTables(lines: readonly Line[], byColumn = false): FoundTable[] {
  const rows = partedRows(
    lines.filter((line) => line.horizontal),
    2,
  );
  if (!rows) return [];
  const found: FoundTable[] = [];
  for (let start = 0; start + 1 < rows.length; ) {
    const first = rows[start];
    let gaps = first ? gapsOf(first) : [];
    if (!first || gaps.length === 0) {
      start += 1;
      continue;
    }
    let end = start + 1;
    let multi = 1;
    let lastMulti = start;
    for (; end < rows.length; end += 1) {
      const [row, before] = [rows[end], rows[end - 1]];
      if (!row || !before) break;
      if (row.baseline - before.baseline > 3.2 * Math.max(row.size, before.size)) break;
      if (isTitle(row, before, rows[end + 1])) break;
      const own = gapsOf(row);
      const common = own.length > 0 ? commonGaps(gaps, own, row.size) : [];
      const next = leftOpen(gaps, row);
      if (next.length === 0) break;
      if (own.length === 0 && end - lastMulti > 6) break;
      gaps = next;
      if (common.length > 0) {
        multi += 1;
        lastMulti = end;
      }
    }
    // Rows after the last with columns may be its last cell's other lines, or running text: only what is close stays.
    let stop = lastMulti + 1;
    while (stop < end) {
      const [row, before] = [rows[stop], rows[stop - 1]];
      if (!row || !before || row.baseline - before.baseline > 1.45 * row.size) break;
      if (row.chunks.length === 1 && (row.chunks[0]?.from ?? 0) <= (rows[lastMulti]?.box.x0 ?? 0) + 1) break;
      stop += 1;
    }
    const own = rows.slice(start, stop);
    // None of a chart's rows begin a table.
    if (multi >= 2 && isChart(own)) start = stop;
    else if (multi >= 2 && isTable(own, gaps.length, !byColumn && readsByRow(own), lines)) {
      const columns = columnsOf(own, 0.6);
      const table = tableOf(own, columns, []);
      const inside = own.flatMap((row) => row.lines);
      found.push({ table, box: boxAround(inside.map(({ box }) => box)), lines: inside });
      start = stop;
    } else start += 1;
  }
  return found;
}
