/** The lines of one table cell. */

import type { Box } from "../../../core/page-layout.ts";
import { centerX, centerY, width } from "../../lines/geometry.ts";
import type { Line } from "../model/blocks.ts";
import { lineOf } from "../model/line.ts";
import { rowsOf } from "./text-rows.ts";

/** Lines of a cell: each line's words that lie in it, on their baselines. */
export function cellLines(lines: readonly Line[], box: Box): Line[] {
  // Most lines of a table are far from any one cell.
  const near = lines.filter(
    ({ box: own }) => own.x1 > box.x0 && own.x0 <= box.x1 && own.y1 > box.y0 && own.y0 <= box.y1,
  );
  const inside = near.flatMap((line): Line[] => {
    const words = line.words.filter((word) => {
      const [x, y] = [centerX(word.box), centerY(word.box)];
      return x > box.x0 && x <= box.x1 && y > box.y0 && y <= box.y1;
    });
    if (words.length === 0) return [];
    return [words.length === line.words.length ? line : lineOf(words, line, line.order)];
  });
  return rowsOf(inside).flatMap((row): Line[] => {
    const sorted = [...row.lines].sort((a, b) => a.box.x0 - b.box.x0);
    if (sorted.some((line) => line.rightToLeft)) sorted.reverse();
    const [first] = sorted;
    if (!first) return [];
    if (sorted.length === 1) return [first];
    const words = sorted.flatMap((line) =>
      line.words.map((word, at) => (at === 0 ? { ...word, spaced: true } : word)),
    );
    return [lineOf(words, first, first.order)];
  });
}

const letter = /[\p{L}\p{N}]/u;

/** A cell as it is drawn, and its text. */
interface DrawnCell {
  readonly box: Box;
  readonly lines: readonly Line[];
}

/** Whether the break after line `a`, one word as wide as a cell has `room`, is inside this word. */
function partsWord(a: Line, b: Line, room: number): boolean {
  const [word] = b.words;
  if (!word || !a.horizontal || a.words.some(({ spaced }, at) => spaced && at > 0) || a.rightToLeft)
    return false;
  const [end, start] = [a.text.slice(-1), word.text.charAt(0)];
  const number = /\p{N}\.$/u.test(a.text) && /\p{N}/u.test(start);
  if (!number && (!letter.test(end) || !letter.test(start))) return false;
  if (/\p{Ll}/u.test(end) && /\p{Lu}/u.test(start)) return false;
  return room - width(a.box) < width(word.box) / [...word.text].length;
}

/** How far text stands from the borders of a table's cells. */
function padding(cells: readonly DrawnCell[]): number {
  const spaces = cells.flatMap(({ box, lines }) => lines.map((line) => line.box.x0 - box.x0));
  return Math.max(0, Math.min(...spaces));
}

/** Letters of a rest that no word has by itself, and words that are broken: in a column as wide as its longest there are fewer. */
const shortRest = 2;
const manyBroken = 4;

/** Words that stand behind others in a line: none is a rest. */
function wholeIn(cells: readonly DrawnCell[]): Set<string> {
  const lines = cells.flatMap((cell) => cell.lines);
  return new Set(
    lines.flatMap(({ words }) => words.slice(1).flatMap(({ text, spaced }) => (spaced ? [text] : []))),
  );
}

/**
 * The lines of each cell with the words whole that narrow columns have broken: where a line of one word leaves no room for
 * the next letter, the break is inside the word. A table of which no cell shows such a rest of a letter or two, and hardly any
 * another, has wrapped its words as a whole: its columns are as wide as their longest.
 */
export function wholeWords(cells: readonly DrawnCell[]): Line[][] {
  const space = 2 * padding(cells);
  const whole = wholeIn(cells);
  const parted = cells.map(({ box, lines }) =>
    lines.map((line, at) => {
      const before = lines[at - 1];
      if (before === undefined || whole.has(line.words[0]?.text ?? "")) return false;
      return partsWord(before, line, width(box) - space);
    }),
  );
  const rests = cells.flatMap(({ lines }, cell) => lines.filter((_, at) => parted[cell]?.[at]));
  const texts = new Set(rests.map(({ words }) => words[0]?.text ?? ""));
  const small = [...texts].filter((text) => /^\p{Ll}/u.test(text));
  const narrow = small.length >= manyBroken || [...texts].some(({ length }) => length <= shortRest);
  return cells.map(({ lines }, cell) => (narrow ? joinParted(lines, parted[cell] ?? []) : [...lines]));
}

/** Lines of which those that are `parted` go on the word before them. */
function joinParted(lines: readonly Line[], parted: readonly boolean[]): Line[] {
  const whole: Line[] = [];
  lines.forEach((line, at) => {
    const before = whole.at(-1);
    const [first, ...rest] = line.words;
    if (before && first && parted[at]) {
      const words = [...before.words, { ...first, spaced: false }, ...rest];
      whole[whole.length - 1] = lineOf(words, before, before.order);
    } else whole.push(line);
  });
  return whole;
}
