/** Decides which text rows continue the row above: wrapped cells. */

import { groupWhile } from "../../../core/collections/group-while.ts";
import { median } from "../../../core/geometry.ts";
import type { Word } from "../../../core/page-layout.ts";
import * as t from "../tolerances/tables.ts";
import type { Column, PlacedRow } from "./text-columns.ts";

export const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(" ");

const numeric = /^[-–—+<>≤≥~$€£¥(]*[\d.,\s]+[%)*†‡a-c$€£¥円元원]*$/u;
/** Whether words are a number, with a sign, a unit or a note mark. */
export function isNumber(words: readonly Word[]): boolean {
  const text = textOf(words);
  return /\d/.test(text) && numeric.test(text);
}

const noValue = /^[-–—/✓✗]$/u;
/** Whether text continues in another line: a bracket or a range is open. */
const isOpen = (text: string) => /[-–—]$/u.test(text) || text.lastIndexOf("(") > text.lastIndexOf(")");

/** Whether words are a value: a number with related numbers, as in a range, a fraction or an error, or a placeholder for none. */
export function isValue(words: readonly Word[]): boolean {
  const text = textOf(words);
  return (/\d/.test(text) && !/\p{L}{3}/u.test(text) && !isOpen(text)) || noValue.test(text);
}

/** Whether a horizontal line is between the centers of two rows. */
export const isParted = ({ row: a }: PlacedRow, { row: b }: PlacedRow, borders: readonly number[]) =>
  borders.some((y) => y > a.baseline - t.rowCenter * a.size && y < b.baseline - t.rowCenter * b.size);

/** How to distinguish table rows from lines of wrapped cells. */
export interface Wrapping {
  /** Where columns end in most of their rows, and in the longest. */
  readonly usualEnds: readonly number[];
  readonly ends: readonly number[];
  /** The line spacing of continuation rows, if known. */
  readonly tight: number | undefined;
  /** Whether only line breaks decide, because all lines are equally spaced. */
  readonly byBreaks: boolean;
}

/** Closer than lines of one column can be, in other columns: a two-line label next to vertically centered values. */
const isBetween = (a: PlacedRow, b: PlacedRow) =>
  b.row.baseline - a.row.baseline < t.leastPitch * Math.max(a.row.size, b.row.size) &&
  [...b.cells.keys()].every((at) => !a.cells.has(at));

const mostLines = 200;

/** Whether row `b` continues the cells of the rows in `group`. */
export function continues(group: readonly PlacedRow[], b: PlacedRow, wrapping: Wrapping): boolean {
  const last = group.at(-1);
  if (!last || group.length > mostLines) return false;
  const { ends, usualEnds, tight, byBreaks } = wrapping;
  const pitch = b.row.baseline - last.row.baseline;
  const size = Math.max(last.row.size, b.row.size);
  if (pitch > t.cellPitch * size) return false;
  if (isBetween(last, b)) return true;
  const filled = new Set(group.flatMap(({ cells }) => [...cells.keys()]));
  const others = [...b.cells.keys()].filter((at) => !filled.has(at)).length;
  if (b.cells.size > filled.size || (others > 0 && (b.cells.has(0) || 2 * others >= b.cells.size)))
    return false;
  if (tight !== undefined) return pitch <= tight && b.cells.size <= last.cells.size;
  if (byBreaks) return isForcedBelow(group, b, ends);
  const isNumeric = (at: number, words: readonly Word[]) =>
    isNumber(words) && group.every(({ cells }) => isNumber(cells.get(at)?.words ?? words));
  if (!b.cells.has(0)) return ![...b.cells].some(([at, { words }]) => isNumeric(at, words));

  const small = /^\p{Ll}/u.test(b.cells.get(0)?.words[0]?.text ?? "");
  return small && b.cells.size < filled.size && isForcedBelow(group, b, usualEnds);
}

/** Start of the second word of a cell's line; -1 if it has only one. Words from different pieces have lost the space between them. */
const secondWord = (words: readonly Word[]) =>
  words.findIndex(({ spaced, box, size }, at) => {
    const before = words[at - 1];
    return before !== undefined && (spaced || box.x0 - before.box.x1 > t.wordGap * size);
  });

/**
 * Whether all cells of a row begin with a word that had no room above; numbers never continue each other. Columns with room
 * for only one word prove nothing.
 */
function isForcedBelow(group: readonly PlacedRow[], b: PlacedRow, ends: readonly number[]): boolean {
  const hasRoom = (at: number) => group.some(({ cells }) => secondWord(cells.get(at)?.words ?? []) > 0);
  if (![...b.cells.keys()].some(hasRoom)) return false;
  return [...b.cells].every(([at, { words }]) => {
    const above = group.findLast(({ cells }) => cells.has(at))?.cells.get(at)?.words ?? [];
    const end = above.at(-1);
    const next = secondWord(words);
    const [first, last] = [words[0], words.at(next < 0 ? -1 : next - 1)];
    if (!end || !first || !last || (isNumber(above) && isNumber(words))) return false;
    const taken = end.box.x1 + t.nextWord * first.size + last.box.x1 - first.box.x0;
    return taken > (ends[at] ?? 0) - t.overhang * first.size;
  });
}

/**
 * Whether a table's cells are wrapped but only line breaks show it: rows with all cells begin where there was room above, and
 * the lines between them continue where there was none, in ever fewer cells.
 */
function breaksTell(rows: readonly PlacedRow[], wrapping: Wrapping): boolean {
  const seen = { ...wrapping, byBreaks: true };
  const groups = groupWhile(rows, (_, row, group) => continues(group, row, seen));
  const wrapped = groups.filter(({ length }) => length > 1);
  const fewer = wrapped.filter((group) => (group.at(-1)?.cells.size ?? 0) < group[0].cells.size);
  return (
    wrapped.length >= t.wrappedRows &&
    fewer.length >= t.ragged * wrapped.length &&
    groups.every(([first]) => first.cells.has(0) && first.cells.size > 1)
  );
}

/** How to distinguish a table's rows: `body` are those below its header. */
export function wrappingOf(
  rows: readonly PlacedRow[],
  body: readonly PlacedRow[],
  columns: readonly Column[],
): Wrapping {
  const usualEnds = columns.map(({ to }) => to);
  const ends = [...usualEnds];
  for (const { cells } of rows)
    for (const [at, { words, last }] of cells)
      if (last === at) ends[at] = Math.max(ends[at] ?? 0, words.at(-1)?.box.x1 ?? 0);
  const plain = { ends, usualEnds, tight: tightPitch(body, ends), byBreaks: false };
  return { ...plain, byBreaks: plain.tight === undefined && breaksTell(body, plain) };
}

/**
 * Maximum line spacing of continuation rows, if wrapped cells produce two kinds of spacing; undefined if all rows look alike.
 * Rows that are closer than lines of one column are lines of cells beside each other, and may be the only other kind.
 */
function tightPitch(rows: readonly PlacedRow[], ends: readonly number[]): number | undefined {
  const pitches = rows.slice(1).map((row, at) => row.row.baseline - (rows[at]?.row.baseline ?? 0));
  const size = median(rows.map(({ row }) => row.size));
  const limit = pitchBelowJump(pitches, t.leastPitch * size, size) ?? pitchBelowJump(pitches, 0, size);
  if (limit === undefined) return undefined;

  const tight = pitches.flatMap((pitch, at) => {
    const [a, b] = [rows[at], rows[at + 1]];
    return pitch <= limit && a && b ? [{ a, b }] : [];
  });
  const continued = tight.filter(
    ({ a, b }) =>
      b.cells.size < a.cells.size || b.cells.size === 1 || isBetween(a, b) || isForcedBelow([a], b, ends),
  );
  return continued.length >= t.tightRows * tight.length ? limit : undefined;
}

/** Between the two kinds of pitches above `least`; undefined if there aren't any. */
function pitchBelowJump(pitches: readonly number[], least: number, size: number): number | undefined {
  const sorted = pitches.filter((pitch) => pitch > least).sort((a, b) => a - b);
  const jump = sorted.findIndex((a, at) => (sorted[at + 1] ?? 0) / a > t.pitchJump);
  const [widest, next] = [sorted[jump], sorted[jump + 1]];
  if (widest === undefined || next === undefined || widest > t.tightest * size) return undefined;
  return (widest + next) / 2;
}
