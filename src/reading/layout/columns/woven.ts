/** Columns that are painted row by row, as by programs that print across the page: their lines are put one below another again. */

import type { Word } from "../../../core/page-layout.ts";
import * as t from "../tolerances/tolerances.ts";
import { areProse } from "./prose.ts";

interface PlacedLine {
  readonly box: { readonly x0: number; readonly x1: number };
  readonly baseline: number;
  readonly size: number;
  readonly horizontal: boolean;
  readonly rightToLeft: boolean;
  readonly words: readonly Word[];
}

const isPlain = ({ horizontal, rightToLeft }: PlacedLine) => horizontal && !rightToLeft;

/** Maximum lines of columns to put together. */
const mostLines = 1000;

/** How many lines from `at` on are one row, each beginning well after the end of the one before. */
function rowFrom(lines: readonly PlacedLine[], at: number): number {
  let end = at + 1;
  for (; end < lines.length; end++) {
    const [last, line] = [lines[end - 1], lines[end]];
    if (!last || !line || !isPlain(last) || !isPlain(line)) break;
    const gap = line.box.x0 - last.box.x1;
    const size = Math.max(last.size, line.size);
    if (Math.abs(line.baseline - last.baseline) > t.onBaseline || !(gap >= t.columnGap * size)) break;
  }
  return end - at;
}

/** The lines in columns whose rows begin at `at`, by column; a single line if it begins no row of several. */
function columnsFrom<Own extends PlacedLine>(lines: readonly Own[], at: number): Own[][] {
  const count = rowFrom(lines, at);
  if (count < 2) return [lines.slice(at, at + 1)];
  const starts = lines.slice(at, at + count).map(({ box }) => box.x0);
  const columns = starts.map((): Own[] => []);
  let [baseline, before] = [lines[at]?.baseline ?? 0, -1];

  for (const line of lines.slice(at, at + mostLines)) {
    const { box, size } = line;
    const own = starts.findLastIndex((x) => box.x0 > x - t.exactEdge * size);
    const end = starts[own + 1] ?? Number.POSITIVE_INFINITY;
    const pitch = line.baseline - baseline;
    const isNext = Math.abs(pitch) <= t.onBaseline ? own > before : pitch > 0 && pitch < t.mostPitch * size;
    if (own < 0 || !isNext || !isPlain(line) || box.x1 > end - t.wordSpace * size) break;
    columns[own]?.push(line);
    [baseline, before] = [line.baseline, own];
  }

  return columns[0]?.[0] ? columns : [lines.slice(at, at + 1)];
}

const areBodyText = (columns: readonly (readonly PlacedLine[])[]) => columns.filter(areProse).length > 1;

/** Lines in painting order, with those of woven columns one column after another; the same lines if there are none. */
export function unwoven<Own extends PlacedLine>(lines: readonly Own[]): readonly Own[] {
  const result: Own[] = [];
  let found = false;

  for (let at = 0; at < lines.length; ) {
    const columns = columnsFrom(lines, at);
    const count = columns.reduce((sum, column) => sum + column.length, 0);
    const isWoven = areBodyText(columns);
    result.push(...(isWoven ? columns.flat() : lines.slice(at, at + count)));
    found ||= isWoven;
    at += count;
  }

  return found ? result : lines;
}
