/** The lines of a table cell. */

import { centerX, centerY, width } from "../../../core/geometry.ts";
import { once } from "../../../core/once.ts";
import type { Box, Word } from "../../../core/page-layout.ts";
import { wordsText } from "../../lines/raw-line.ts";
import type { Line } from "../model/blocks.ts";
import { lineOf } from "../model/line.ts";
import * as t from "../tolerances/tables.ts";
import { rowsOf } from "./text-rows.ts";

/** A cell's lines: each line's words inside it, by baseline. */
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
  return joinRows(inside);
}

/** Lines on one baseline as one, with spaces between them. */
export const joinRows = (lines: readonly Line[]) =>
  rowsOf(lines).flatMap((row): Line[] => {
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

const letter = /[\p{L}\p{M}\p{N}]/u;
/** What no line begins with. */
const closing = /[.,:;)\]%]/;

/** A line of a cell, or the part of a line that is in it. */
type CellLine = Pick<Line, "words" | "box" | "horizontal" | "rightToLeft">;

/** A cell as drawn, and its text. */
interface DrawnCell<Own> {
  readonly box: Box;
  readonly lines: readonly Own[];
}

/** The first word of a line, with what continues it in another font. */
export function firstToken(words: readonly Word[]): string {
  const next = words.findIndex(({ spaced }, at) => at > 0 && spaced);
  return wordsText(next < 0 ? words : words.slice(0, next));
}

/** Whether the break after one-word line `a`, in a cell of width `room`, is inside this word. */
function partsWord(a: CellLine, b: CellLine, room: number): boolean {
  const [word, text] = [b.words[0], wordsText(a.words)];
  if (!word || !a.horizontal || a.rightToLeft || text.includes(" ")) return false;
  const [end, start] = [text.slice(-1), word.text.charAt(0)];
  const number = /\p{N}\.$/u.test(text) && /\p{N}/u.test(start);
  if (!number && !(letter.test(end) && (letter.test(start) || closing.test(start)))) return false;
  if (/\p{Ll}/u.test(end) && /\p{Lu}/u.test(start)) return false;
  return room - width(a.box) < width(word.box) / [...word.text].length + t.measured * word.size;
}

/** Words after others in a line: none is a rest. */
export const wordsAfterOthers = (lines: readonly Pick<Line, "words">[]): (() => ReadonlySet<string>) =>
  once(() => {
    const rest = ({ words }: Pick<Line, "words">) =>
      words.flatMap(({ text, spaced }, at) => (at > 0 && spaced ? [text] : []));
    return new Set(lines.flatMap(rest));
  });

/**
 * The lines of cells that continue the word before them, as narrow columns have broken it: a line of one word leaves no room for
 * the next letter, so the break is inside the word. A table of which no cell shows such a rest of a letter or two, and hardly any
 * another, has wrapped its words as a whole: its columns are as wide as their longest. `whole`: words that are no rests.
 */
export function brokenLines<Own extends CellLine>(
  cells: readonly DrawnCell<Own>[],
  whole = wordsAfterOthers(cells.flatMap(({ lines }) => lines)),
): ReadonlySet<Own> {
  const spaces = cells.flatMap((cell) => cell.lines.map(({ box }) => box.x0 - cell.box.x0));
  const padding = Math.max(0, Math.min(...spaces));

  const rests = cells.flatMap((cell) =>
    cell.lines.filter((line, at) => {
      const before = cell.lines[at - 1];
      if (before === undefined) return false;
      if (!partsWord(before, line, width(cell.box) - 2 * padding)) return false;
      const rest = firstToken(line.words);
      return rest.length <= t.shortRest || !whole().has(rest);
    }),
  );
  const texts = [...new Set(rests.map(({ words }) => firstToken(words)))];
  const small = texts.filter((text) => /^\p{Ll}/u.test(text));
  const isNarrow = small.length >= t.manyBroken || texts.some(({ length }) => length <= t.shortRest);
  return new Set(isNarrow ? rests : []);
}

/** Lines with the words whole that `isRest` continues. */
function withRests(lines: readonly Line[], isRest: (line: Line, at: number) => boolean): Line[] {
  const whole: Line[] = [];
  for (const [at, line] of lines.entries()) {
    const before = whole.at(-1);
    const [first, ...rest] = line.words;
    if (before && first && isRest(line, at)) {
      const words = [...before.words, { ...first, spaced: false }, ...rest];
      whole[whole.length - 1] = lineOf(words, before, before.order);
    } else whole.push(line);
  }
  return whole;
}

/** The lines of each cell with the words whole that narrow columns have broken. */
export function wholeWords(cells: readonly DrawnCell<Line>[]): Line[][] {
  const broken = brokenLines(cells);
  return cells.map(({ lines }) => withRests(lines, (line) => broken.has(line)));
}

/** The last letter of a word and a mark, or only the mark. */
const lastLetter = /^\p{Ll}?[,.:;)\]](?![\p{L}\p{N}])/u;

/** The lines of a cell whose width is unknown, with the words whole of which just a letter or a mark is in the next line. */
export const withLastLetters = (lines: readonly Line[]): Line[] =>
  withRests(lines, ({ text }, at) => {
    const before = lines[at - 1];
    if (!before || !/^\p{L}+$/u.test(before.text)) return false;
    return lastLetter.test(text) || (/^\p{Ll}$/u.test(text) && at === lines.length - 1);
  });
