/** Columns set close to each other: no wide gap parts them, but each row's text begins anew at one place. */
import type { Word } from "../../../core/page-layout.ts";
import { clusterValues, median } from "../../lines/geometry.ts";
import type { Column } from "./text-columns.ts";
import type { Row } from "./text-rows.ts";

/** Points that words of one column may begin apart. */
const aligned = 0.8;
/** Rows that begin a column at one place; fewer do by chance. */
const leastRows = 4;
/** In font sizes: the narrowest gap before a column. */
const leastGap = 0.12;

interface RowWords {
  readonly words: readonly Word[];
}

/** The words of each row that stand in a column. */
function wordsIn({ from, to }: Column, rows: readonly Row[]): RowWords[] {
  return rows.flatMap(({ chunks }) => {
    const words = chunks.flatMap((chunk) =>
      chunk.from < to && chunk.to > from ? chunk.words.filter(({ box }) => box.x1 > from && box.x0 < to) : [],
    );
    return words.length > 0 ? [{ words }] : [];
  });
}

const bullet = /^(?:[^\p{L}\p{N}]{1,2}|\(?\w{1,3}[.)])$/u;

/** Whether rows that reach `x` begin a word there, and some have others before it; a head may be centred. */
function beginsColumn(x: number, rows: readonly RowWords[]): boolean {
  let [begin, both, others, bullets] = [0, 0, 0, 0];
  const before: Word[] = [];
  const texts = new Set<string>();
  for (const { words } of rows) {
    const at = words.findIndex(({ box }) => Math.abs(box.x0 - x) < aligned);
    const [word, last] = [words[at], words[at - 1]];
    if (!word) {
      if (words.some(({ box }) => box.x0 < x - aligned && box.x1 > x)) return false;
      if (words.some(({ box }) => box.x0 > x)) others += 1;
      continue;
    }
    if (last && word.box.x0 - last.box.x1 < leastGap * word.size) return false;
    begin += 1;
    if (!last) continue;
    both += 1;
    before.push(last);
    if (/^\p{L}/u.test(word.text)) texts.add(word.text);
    if (at === 1 && bullet.test(last.text)) bullets += 1;
  }
  if (bullets > 0.5 * both || begin < leastRows || both < 2 || others > 0.15 * begin) return false;
  // Lines that go on in the column alone: like texts above each other have no such line.
  return begin - both >= 0.15 * begin || (texts.size >= leastTexts && endTogether(before));
}

/** Unlike texts that stand beside numbers, at the least: fewer are their units. */
const leastTexts = 3;
/** The part of the rows whose numbers end at one place: a head may end at another. */
const flushRight = 0.85;

/** Whether words of unlike width end at one place: numbers in a column of their own, set to its right. */
function endTogether(words: readonly Word[]): boolean {
  const end = median(words.map(({ box }) => box.x1));
  const flush = words.filter(({ box, text }) => /\d/.test(text) && Math.abs(box.x1 - end) < aligned);
  const starts = clusterValues(
    flush.map(({ box }) => box.x0),
    aligned,
  );
  return flush.length >= Math.max(leastRows, flushRight * words.length) && starts.length > 1;
}

/** Where columns begin inside one that no wide gap parts. */
function startsIn(column: Column, rows: readonly Row[]): number[] {
  const own = wordsIn(column, rows);
  // The letters of a fixed-width font all stand below each other.
  if (own.length < leastRows || own.every(({ words }) => words.every(({ face }) => face.mono))) return [];
  const tried: number[] = [];
  for (const { words } of own)
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
      ...(at > 0 && { begins: true }),
      ...(at === 0 && column.begins && { begins: true }),
    }));
  });
}

/** The part of what is painted below a head that begins where heads do. */
const belowHeads = 0.9;

/**
 * The columns of a table whose cells all begin where its heads do, however long some are; undefined where they do not. `head`
 * are its first rows, `body` those below.
 */
export function headedColumns(head: readonly Row[], body: readonly Row[]): Column[] | undefined {
  const starts = clusterValues(
    head.flatMap(({ lines }) => lines.map(({ box }) => box.x0)),
    aligned,
  );
  const cells = body.flatMap(({ lines }) => lines.map(({ box }) => box));
  const below = starts
    .map((from) => ({ from, own: cells.filter(({ x0 }) => Math.abs(x0 - from) < aligned) }))
    .filter(({ own }) => own.length > 0);
  const count = below.reduce((sum, { own }) => sum + own.length, 0);
  if (below.length < 2 || body.length < 2 || count < belowHeads * cells.length) return undefined;
  return below.map(({ from, own }, at) => {
    const next = below[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    return { from, to: Math.min(Math.max(...own.map(({ x1 }) => x1)), next - 0.2), begins: true };
  });
}
