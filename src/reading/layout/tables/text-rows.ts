/** Text side by side: rows of lines on one baseline, and chunks separated by wide gaps. */

import { groupWhile } from "../../../core/collections/group-while.ts";
import { boxAround } from "../../../core/geometry.ts";
import type { Box, Word } from "../../../core/page-layout.ts";
import type { Line } from "../model/blocks.ts";
import type { Rule } from "../model/rules.ts";
import * as t from "../tolerances/tables.ts";

/** Words of a row without a gap between them that could separate columns. */
export interface Chunk {
  readonly words: readonly Word[];
  readonly from: number;
  readonly to: number;
}

export interface Row {
  readonly lines: readonly Line[];
  readonly chunks: readonly Chunk[];
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
}

export const isBold = ({ lines }: Row) => lines.every(({ bold }) => bold);

const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** Whether two words are characters of one widely spaced word: if other rows have columns there, these separate them. */
const isSpacedOut = (a: Word | undefined, b: Word, gap: number) =>
  a !== undefined && gap < t.spacedOut * b.size && ideograph.test(a.text) && ideograph.test(b.text);

/** Numbers may be closer than words, since nobody writes two in a row; except for thousands separators. */
const number = /^[-–−+(]?\d[\d.,]*[)%]?$/;
const areNumbers = (a: Word | undefined, b: Word) =>
  a !== undefined && number.test(a.text) && number.test(b.text) && !/^\d{3}(?:[.,]\d{1,2})?$/.test(b.text);

/** Whether a word continues the chunk that ends with `last` at `to`. */
function continues(last: Word | undefined, to: number, word: Word): boolean {
  const gap = word.box.x0 - to;
  const { face, size } = word;
  const near = face.mono
    ? gap < t.monoGap * size
    : gap < t.numberGap * size || (gap < t.cellGap * size && !areNumbers(last, word));
  return near || isSpacedOut(last, word, gap);
}

/** Whether a vertical line separates two texts on a baseline. */
export const isParted = (from: number, to: number, y: number, borders: readonly Rule[]) =>
  borders.some((rule) => rule.at > from - 1 && rule.at < to + 1 && rule.from < y && rule.to > y - 4);

function chunksOf(lines: readonly Line[], borders: readonly Rule[]): Chunk[] {
  const chunks: { words: Word[]; from: number; to: number }[] = [];

  for (const word of lines.flatMap((line) => line.words).sort((a, b) => a.box.x0 - b.box.x0)) {
    const last = chunks.at(-1);
    if (
      last &&
      continues(last.words.at(-1), last.to, word) &&
      !isParted(last.to, word.box.x0, word.baseline, borders)
    ) {
      last.words.push(word);
      last.to = Math.max(last.to, word.box.x1);
    } else chunks.push({ words: [word], from: word.box.x0, to: word.box.x1 });
  }

  return chunks.flatMap(apart);
}

/** Nobody spaces out more than two characters between cells: each of more is a cell, like the days of a week. */
function apart(chunk: Chunk): readonly Chunk[] {
  if (chunk.words.length < 3 || !chunk.words.every(({ text }) => ideograph.test(text))) return [chunk];
  const parts = groupWhile(chunk.words, (before, { box, size }) => box.x0 - before.box.x1 < t.cellGap * size);
  return parts.map((words) => ({ words, from: words[0].box.x0, to: words.at(-1)?.box.x1 ?? chunk.to }));
}

export function rowOf(lines: readonly Line[], borders: readonly Rule[] = []): Row {
  const [first] = lines;
  let [longest, baseline, size] = [-1, 0, 0];
  for (const line of lines) {
    if (line.text.length > longest) [longest, baseline] = [line.text.length, line.baseline];
    size = Math.max(size, line.size);
  }
  let chunks: readonly Chunk[] | undefined;
  return {
    lines,
    box: first && lines.length === 1 ? first.box : boxAround(lines.map(({ box }) => box)),
    baseline,
    size,
    /** Computed on demand: most rows never need it. */
    get chunks() {
      chunks ??= chunksOf(lines, borders);
      return chunks;
    },
  };
}

/** Lines as rows from top to bottom: baselines within a third of their size are together. */
export function rowsOf(lines: readonly Line[], borders: readonly Rule[] = []): Row[] {
  const sorted = [...lines].sort((a, b) => a.baseline - b.baseline);
  return groupWhile(sorted, (_, line, group) => line.baseline - group[0].baseline < t.oneRow * line.size).map(
    (group) => rowOf(group, borders),
  );
}

/** A row whose pieces are apart, however close they are. */
export const inPieces = (row: Row): Row => ({
  ...row,
  chunks: row.lines.flatMap((line) => rowOf([line]).chunks).sort((a, b) => a.from - b.from),
});
