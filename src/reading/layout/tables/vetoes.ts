/** Lookalikes that aren't tables: charts, body text, lists, notes, code. */

import { median } from "../../../core/geometry.ts";
import type { Word } from "../../../core/page-layout.ts";
import { isBullet, isMarker } from "../../lines/words/list-marks.ts";
import { areProse } from "../columns/prose.ts";
import type { Line } from "../model/blocks.ts";
import type { LayoutRule } from "../model/rule.ts";
import * as t from "../tolerances/tables.ts";
import { mostJustified } from "../tolerances/tolerances.ts";
import type { PlacedRow } from "./text-columns.ts";
import { isBold, type Row } from "./text-rows.ts";
import { isNumber, isValue, textOf } from "./wrapped-rows.ts";

/** The constant step by which numbers decrease from top to bottom; 0 if they don't, or are too few. */
function equalFall(values: readonly number[]): number {
  const [first = 0, second = 0] = values;
  const step = first - second;
  if (values.length < t.axisMarks || step <= 0) return 0;
  return values.every((value, at) => Math.abs(first - at * step - value) < 0.01 * step) ? step : 0;
}

const number = /^[$€£]?\d[\d,.\s]*%?$/;

/** Whether most adjacent positions are empty. */
function isSparse(rows: readonly PlacedRow[], columns: number): boolean {
  const several = rows.filter(({ cells }) => cells.size > 1);
  const filled = several.reduce((sum, { cells }) => sum + cells.size, 0);
  return columns >= t.sparseColumns && filled <= t.sparse * columns * several.length;
}

/** Whether the first words of the rows, top to bottom, are the marks of an axis: to zero, or by steps unlike those of years. */
export function hasAxis(rows: readonly PlacedRow[]): boolean {
  const marks = rows.flatMap(({ row: { chunks } }) => {
    const text = chunks[0]?.words[0]?.text ?? "";
    return number.test(text) ? [Number(text.replaceAll(/[^\d.]/g, ""))] : [];
  });
  const zero = marks.indexOf(0);
  return equalFall(marks.slice(0, zero + 1)) > 0 || ![0, 1].includes(equalFall(marks));
}

/** Whether the columns, at least two, are body text. */
function areParagraphs(rows: readonly PlacedRow[], columns: number): boolean {
  const running = Array.from({ length: columns }, (_, at) =>
    areProse(rows.map((row) => row.cells.get(at) ?? { words: [] })),
  );
  return running.filter(Boolean).length > 1;
}

/** Whether the markers of a row count on, like those of a question's answers. */
function countsOn({ chunks }: Row): boolean {
  const marks = chunks.map(
    ({ words }) => words.findLast(({ text }) => /^\(?[a-zA-Z1-9][.)]$/.test(text))?.text,
  );
  const codes = marks.flatMap((text) => text?.replace("(", "").charCodeAt(0) ?? []);
  return codes.length > 1 && codes.every((code, at) => code === (codes[0] ?? 0) + at);
}

/** Whether most adjacent texts begin with a marker, and hardly any text repeats: lists side by side. */
function isLists(rows: readonly Row[]): boolean {
  const items: string[] = [];
  let all = 0;

  for (const row of rows) {
    const { chunks, size } = row;
    const answers = countsOn(row);
    chunks.forEach(({ words: [first, ...rest], to }, at) => {
      const next = chunks[at + 1];
      const marked = !answers && isMarker(first?.text ?? "");
      const before = next !== undefined && next.from - to < t.markerGap * size;
      const text = rest.length > 0 || !before ? rest : next.words;
      if (marked && text.length > 0 && !isMarker(text[0]?.text ?? "")) items.push(textOf(text));
      if (!marked || rest.length > 0 || !before) all += 1;
    });
  }

  return items.length > t.items * all && new Set(items).size > t.differing * items.length;
}

/** Whether the first of two columns counts notes. */
function areNotes(rows: readonly PlacedRow[]): boolean {
  const numbers = rows.flatMap(({ cells }) => {
    const words = cells.get(0)?.words ?? [];
    const [text = ""] = words.map((word) => word.text);
    return words.length === 0
      ? []
      : [words.length === 1 && /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN];
  });
  return numbers.length > 1 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
}

/**
 * Whether all rows fill their line from the same left to the same right edge, and end with words: justified lines. A bold row
 * above others is a header.
 */
function areJustified(rows: readonly Row[]): boolean {
  const [first, second] = rows;
  if (!first || !second || isBold(first) !== isBold(second)) return false;
  const isWide = ({ chunks, size }: Row) =>
    chunks.slice(1).some(({ from }, at) => from - (chunks[at]?.to ?? from) > mostJustified * size);
  if (rows.some(isWide)) return false;
  const flush = rows.filter(
    ({ box }) => Math.abs(box.x0 - first.box.x0) < 1 && Math.abs(box.x1 - first.box.x1) < 1,
  );
  const worded = rows.filter(({ chunks }) => /^\p{L}/u.test(chunks.at(-1)?.words.at(-1)?.text ?? ""));
  return flush.length === rows.length && worded.length > t.wordEnds * rows.length;
}

const isMono = (lines: readonly Line[]) =>
  lines.filter((line) => line.mono).length > t.monoLines * lines.length;

/** Rows of text in the columns found for them. */
interface Candidate {
  readonly rows: readonly PlacedRow[];
  readonly columns: number;
  readonly edges: number;
  /** Whether multi-line cells are expected. */
  readonly wraps: boolean;
  /** For gap evidence only: the surrounding lines. */
  readonly gaps?: { readonly around: readonly Line[] } | undefined;
}

const severalOf = ({ rows }: Candidate) => rows.filter(({ cells }) => cells.size > 1);
const rowsOf = ({ rows }: Candidate) => rows.map(({ row }) => row);

/** Cells in rows with several: typical length of their text, and share of short ones with digits. */
function textOfCells(candidate: Candidate): { readonly length: number; readonly digits: number } {
  const texts = severalOf(candidate).flatMap(({ cells }) =>
    [...cells.values()].map(({ words }) => textOf(words)),
  );
  const numbers = texts.filter((text) => text.length < 14 && /\d/.test(text));
  return { length: median(texts.map((text) => text.length)), digits: numbers.length / texts.length };
}

/** Whether long texts side by side begin with the same numbers: clauses in two languages. */
function areParallel({ rows, columns }: Candidate, length: number): boolean {
  const alike = rows.filter(({ cells }) => {
    const [left = "", right] = [0, 1].map((at) => cells.get(at)?.words[0]?.text);
    return left === right && isMarker(left) && !isBullet(left);
  });
  return columns === 2 && alike.length > 1 && length > t.longCell;
}

/** Whether most rows begin with a bullet, or a marker in its own column. */
function isList(candidate: Candidate): boolean {
  const rows = rowsOf(candidate);
  const several = severalOf(candidate);
  const [marked, bullets] = [
    several.filter(({ cells }) => isAlone(cells.get(0)?.words, isMarker)),
    rows.filter(({ chunks: [first] }) => isAlone(first?.words, isBullet)),
  ];
  if (candidate.columns === 2 && marked.length > t.markers * several.length) return true;
  return bullets.length > t.bullets * rows.length || isLists(rows);
}

/** Whether text with a part at the right, of which most head lines that are indented below, isn't in rows. */
function areEntries({ rows, columns }: Candidate): boolean {
  const heads = rows.filter(({ cells }) => cells.size > 1);
  const heading = heads.filter((head) => {
    const below = rows[rows.indexOf(head) + 1];
    return (
      below?.cells.size === 1 && below.cells.has(0) && below.row.box.x0 > head.row.box.x0 + below.row.size
    );
  });
  return columns === 2 && heading.length > 0 && 2 * heading.length >= heads.length;
}

/** Whether each row with several cells ends with a number, all at the same right edge: prices. */
function arePriced(candidate: Candidate): boolean {
  const { columns } = candidate;
  const ends = severalOf(candidate).map(({ cells }) => cells.get(columns - 1)?.words ?? []);
  const edge = ends[0]?.at(-1)?.box.x1 ?? 0;
  return ends.every(
    (words) =>
      isNumber(words) && !isAlone(words, isMarker) && Math.abs((words.at(-1)?.box.x1 ?? 0) - edge) < 1,
  );
}

const year = /\b(?:1[89]|20)\d\d\b/;

/** Whether each row with several cells begins with a year, at the same left edge: dates. */
function areDated(candidate: Candidate): boolean {
  const starts = severalOf(candidate).map(({ cells }) => cells.get(0)?.words ?? []);
  const edge = starts[0]?.[0]?.box.x0 ?? 0;
  return starts.every(
    (words) => year.test(textOf(words)) && isValue(words) && Math.abs((words[0]?.box.x0 ?? 0) - edge) < 1,
  );
}

const isAlone = (words: readonly Word[] | undefined, isMark: (text: string) => boolean) =>
  words?.length === 1 && isMark(words[0]?.text ?? "");

/**
 * Checked for every kind of evidence; one veto suffices. Tables that look like lists or notes exist with drawn lines: only gap
 * evidence is overruled by that.
 */
export const vetoes: readonly LayoutRule<Candidate, boolean>[] = [
  {
    name: "chart axis",
    why: "Numbers that fall by equal steps are the marks of a chart's axis.",
    decide: ({ rows }) => hasAxis(rows) || undefined,
  },
  {
    name: "scattered labels",
    why: "A table of many columns has text in most places; labels of bars and points are at their heights.",
    decide: ({ rows, columns, wraps }) => (!wraps && isSparse(rows, columns)) || undefined,
  },
  {
    name: "columns of running text",
    why: "Lines of several words that end because the next word had no room continue below: columns on one line grid, without drawn separators.",
    decide: ({ rows, columns, edges }) => (edges < 2 && areParagraphs(rows, columns)) || undefined,
  },
  {
    name: "lists",
    why: "Markers begin the items of lists, beside each other or in a column of their own.",
    decide: (seen) =>
      (seen.gaps && isList(seen) && !areParallel(seen, textOfCells(seen).length)) || undefined,
  },
  {
    name: "notes",
    why: "Marks in a first column head notes.",
    decide: (seen) => (seen.gaps && seen.columns === 2 && areNotes(seen.rows)) || undefined,
  },
  {
    name: "code",
    why: "Text set like code in a document with another face is code; in a monospaced document, only numbers are tables.",
    decide: (seen) => {
      if (!seen.gaps || !isMono(rowsOf(seen).flatMap(({ lines }) => lines))) return undefined;
      return (
        !isMono(seen.gaps.around) || seen.columns < 3 || textOfCells(seen).digits < t.codeNumbers || undefined
      );
    },
  },
  {
    name: "justified lines",
    why: "They fill their line between the same edges, with coincidental gaps.",
    decide: (seen) => (seen.gaps && areJustified(rowsOf(seen))) || undefined,
  },
  {
    name: "dated lines",
    why: "A name at the left and a date at the right head the indented lines below: entries of a CV, not rows.",
    decide: (seen) => (seen.gaps && areEntries(seen)) || undefined,
  },
  {
    name: "too little to go by",
    why: "Gaps alone make a table of several rows, of short texts or numbers.",
    decide: (seen) => {
      if (!seen.gaps) return undefined;
      if (
        seen.columns < 2 ||
        severalOf(seen).length < (seen.columns >= 3 || arePriced(seen) || areDated(seen) ? 2 : 3)
      )
        return true;
      const { length, digits } = textOfCells(seen);
      if (areParallel(seen, length)) return undefined;
      return (length > t.longCell && digits < t.fewNumbers) || undefined;
    },
  },
];
