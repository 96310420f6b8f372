/** What is a table among rows whose gaps stand above each other: columns of text, lists, notes and code are none. */

import type { Word } from "../../../core/page-layout.ts";
import { median } from "../../lines/geometry.ts";
import { isBullet, isMarker } from "../../lines/words/list-marks.ts";
import { hasLeaders } from "../columns/leaders.ts";
import type { Line } from "../model/blocks.ts";
import { isMark } from "../notes/note-marks.ts";
import { columnsOf, type PlacedRow, placeRow } from "./text-columns.ts";
import { isBold, type Row } from "./text-rows.ts";

/** In font sizes: how far a marker stands before its text. */
const markerReach = 3;

/** Whether most of what stands side by side begins with a marker, and hardly any text comes twice: lists beside each other. */
function isLists(rows: readonly Row[]): boolean {
  const items: string[] = [];
  let all = 0;
  for (const { chunks, size } of rows)
    chunks.forEach(({ words: [first, ...rest], to }, at) => {
      const next = chunks[at + 1];
      const marked = isMarker(first?.text ?? "");
      const before = next !== undefined && next.from - to < markerReach * size;
      const text = rest.length > 0 || !before ? rest : next.words;
      if (marked && text.length > 0 && !isMarker(text[0]?.text ?? ""))
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

/**
 * Whether all rows fill their line from the same left to the same right, and end with words: lines of justified text. A row in
 * bold type above others is a head.
 */
function areJustified(rows: readonly Row[]): boolean {
  const [first, second] = rows;
  if (!first || !second || isBold(first) !== isBold(second)) return false;
  const flush = rows.filter(
    ({ box }) => Math.abs(box.x0 - first.box.x0) < 1 && Math.abs(box.x1 - first.box.x1) < 1,
  );
  const worded = rows.filter(({ chunks }) => /^\p{L}/u.test(chunks.at(-1)?.words.at(-1)?.text ?? ""));
  return flush.length === rows.length && worded.length > 0.6 * rows.length;
}

const label = /^(?:\(.{1,3}\)|.*:)$/u;

/** Whether a row's first cell alone is in bold type. */
const isTerm = ({ cells }: PlacedRow) =>
  [...cells].every(([at, { words }]) => words.every(({ face }) => face.bold === (at === 0)));

/** Whether each row explains a word or a mark, mostly in sentences: notes under a table, or definitions. */
function areLabels(rows: readonly PlacedRow[]): boolean {
  const sentences = rows.filter(({ row }) => row.lines.at(-1)?.text.endsWith("."));
  return (
    sentences.length > 0.5 * rows.length &&
    rows.every((row) => label.test(textOf(row.cells.get(0)?.words ?? [])) || isTerm(row))
  );
}

/** Whether most lines are in a fixed-width font. */
const isMono = (lines: readonly Line[]) => lines.filter((line) => line.mono).length > 0.7 * lines.length;

/**
 * Whether rows are those of a table: columns of running text beside each other, lists, notes and code are none. `gaps`: columns
 * of space that no row crosses; `orderly`: whether the content stream goes row by row; `around`: the lines that they are among.
 */
export function isTable(
  rows: readonly Row[],
  gaps: number,
  orderly: boolean,
  around: readonly Line[],
): boolean {
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
      if (column === 0 && words.length === 1 && isMarker(words[0]?.text ?? "")) markers += 1;
    }
  if (columns.length === 2 && (markers > 0.5 * multi.length || areNotes(placed) || areLabels(multi)))
    return false;
  if (areJustified(rows)) return false;
  const length = median(lengths);
  const digits = numbers / lengths.length;
  if (mono && (columns.length < 3 || digits < 0.4)) return false;
  const bullets = rows.filter(
    ({ chunks: [first] }) => first?.words.length === 1 && isBullet(first.words[0]?.text ?? ""),
  ).length;
  if (bullets > 0.3 * rows.length || isLists(rows)) return false;
  const enough = columns.length >= 3 ? 2 : 3;
  if (multi.length < enough) return false;
  // Justified lines: gaps by chance, in which each row has others.
  const average = multi.reduce((sum, { cells }) => sum + cells.size, 0) / multi.length;
  if (columns.length > 3 && average < 0.5 * columns.length && digits < 0.3) return false;
  if (!orderly) return digits > 0.4 && columns.length >= 3;
  return length <= 32 || digits >= 0.2;
}
