/**
 * Columns and reading order: which pieces form a line, and which line comes before another. A table of rules, tried in order;
 * a new rule is a new row, with an example in `test/reading/layout/column-rules.test.ts`. The content stream's order is the
 * author's and mostly right; where it moves back up within a column it isn't, and the page is cut into columns and bands
 * instead.
 */

import { sharedWidth, width } from "../../../core/geometry.ts";
import type { Line } from "../model/blocks.ts";
import { type Decision, decide, type LayoutRule } from "../model/rule.ts";
import * as t from "../tolerances/tolerances.ts";

/** The end of a line that may continue. */
export type LineEnd = Pick<Line, "horizontal" | "rightToLeft" | "size" | "baseline"> & {
  readonly right: number;
};

interface NextPiece {
  readonly end: LineEnd;
  readonly next: Line;
  /** In font sizes: the widest gap in a line. */
  readonly allowed: number;
}

export const pieceRules: readonly LayoutRule<NextPiece, boolean>[] = [
  {
    name: "turned or from the right",
    why: "Rotated lines are joined once upright; right-to-left lines are already complete.",
    decide: ({ end, next }) =>
      !end.horizontal || !next.horizontal || end.rightToLeft || next.rightToLeft ? false : undefined,
  },
  {
    name: "another baseline",
    why: "Baselines of one line differ by at most a fifth of its size; small type is raised or lowered by up to 0.6.",
    decide: ({ end, next }) => {
      const size = Math.max(end.size, next.size);
      const small = Math.min(end.size, next.size) < t.smallWords * size;
      return Math.abs(end.baseline - next.baseline) > (small ? t.wordBaseline : t.lineBaseline) * size
        ? false
        : undefined;
    },
  },
  {
    name: "beside it",
    why: "The next piece begins after the end, or up to half a font size before it because of kerning, but not beyond the widest space.",
    decide: ({ end, next, allowed }) => {
      const size = Math.max(end.size, next.size);
      const gap = next.box.x0 - end.right;
      return gap > -t.kerning * size && gap < allowed * size;
    },
  },
];

/** The properties of a line that determine its place in the order. */
type PlacedLine = Pick<Line, "box" | "size" | "horizontal" | "rightToLeft">;

/** Lines before a line that are searched for one of its column: the cells of a row may be painted side by side. */
const rowCells = 8;

/** If more lines than this share are above their predecessor, the page was painted from its end. */
const backwards = 0.5;

/** Share of lines above the last line of their column among the `looked` lines before them. */
function runningBack(lines: readonly PlacedLine[], looked: number): number {
  let back = 0;
  lines.forEach((line, at) => {
    const before = lines.slice(Math.max(0, at - looked), at).findLast((other) => inColumn(other, line));
    if (before && isAbove(line, before)) back += 1;
  });
  return back / lines.length;
}

function disorder(lines: readonly PlacedLine[]): number {
  const rows = runningBack(lines, rowCells);
  if (rows > backwards) return rows;
  return lines.length < 4 ? 0 : runningBack(lines, 1);
}

const maxCuts = 60;

/** The widest empty interval between boxes in one direction, if at least `least`. */
function widestGap(intervals: readonly (readonly [number, number])[], least: number): number | undefined {
  const sorted = [...intervals].sort((a, b) => a[0] - b[0]);
  let [end, best, at] = [sorted[0]?.[1] ?? 0, least, Number.NaN];
  for (const [from, to] of sorted) {
    if (from - end >= best) [best, at] = [from - end, (from + end) / 2];
    end = Math.max(end, to);
  }
  return Number.isNaN(at) ? undefined : at;
}

/** The lines on both sides of a position: `ends` gives the end of each. */
function parted(lines: readonly Line[], at: number, ends: (line: Line) => number): Line[][] {
  return [lines.filter((line) => ends(line) <= at + 0.01), lines.filter((line) => ends(line) > at + 0.01)];
}

/** `size`: the mean font size. */
type LinesToCut = { readonly lines: readonly Line[]; readonly size: number };

/** Where to cut lines in lost order; the first part is read before the others. */
export const cutRules: readonly LayoutRule<LinesToCut, readonly (readonly Line[])[]>[] = [
  {
    name: "between columns",
    why: "Columns are read one after the other; a gap of 1.2 font sizes is wider than the spaces of justified text.",
    decide: ({ lines, size }) => {
      const x = widestGap(
        lines.map(({ box }) => [box.x0, box.x1]),
        t.columnGap * size,
      );
      return x === undefined ? undefined : parted(lines, x, ({ box }) => box.x1);
    },
  },
  {
    name: "between bands",
    why: "Content above something that spans the columns is read first; 0.35 font sizes are more than between two lines.",
    decide: ({ lines, size }) => {
      const y = widestGap(
        lines.map(({ box }) => [box.y0 + t.ascender * (box.y1 - box.y0), box.y1]),
        t.bandGap * size,
      );
      return y === undefined ? undefined : parted(lines, y, ({ box }) => box.y1);
    },
  },
  {
    name: "line by line",
    why: "Without a gap, lines are read from the top, and along each baseline.",
    decide: ({ lines }) => byPlace(lines).map((line) => [line]),
  },
];

/** Lines in the order of their columns and bands. */
function cut(lines: readonly Line[], depth = 0): Line[] {
  if (lines.length < 2 || depth > maxCuts) return byPlace(lines);
  const size = Math.max(4, lines.reduce((sum, line) => sum + line.size, 0) / lines.length);
  const parts = decide(cutRules, { lines, size })?.answer ?? [];
  return parts.flatMap((part) => (part.length < lines.length ? cut(part, depth + 1) : byPlace(part)));
}

function byPlace(lines: readonly Line[]): Line[] {
  return [...lines].sort((a, b) =>
    Math.abs(a.baseline - b.baseline) < t.rowBaseline * Math.min(a.size, b.size)
      ? a.box.x0 - b.box.x0
      : a.baseline - b.baseline,
  );
}

/** Lines of one column: they share much of the narrower one's width. */
const inColumn = (a: PlacedLine, b: PlacedLine) =>
  sharedWidth(a.box, b.box) > t.columnOverlap * Math.min(width(a.box), width(b.box));

const isAbove = (a: PlacedLine, b: PlacedLine) =>
  a.box.y1 < b.box.y0 + t.insideLine * Math.min(a.size, b.size);

/** Maximum previous lines to examine: hostile pages have tens of thousands. */
const maxLooked = 2000;

/**
 * Moves lines painted after those below them to their visual position: browsers paint code, floats and positioned boxes after
 * the surrounding text. A line above others of its own column that came before it is put before the first such line; later
 * lines below it follow.
 */
function settled(lines: readonly Line[]): Line[] {
  const result: Line[] = [];

  for (const line of lines) {
    const last = result.at(-1);
    let place = result.length;
    if (last && line.horizontal && !isAbove(last, line)) {
      let from = place;
      for (let at = result.length - 1; at >= Math.max(0, result.length - maxLooked); at -= 1) {
        const other = result[at];
        if (!other?.horizontal || !inColumn(other, line)) continue;
        if (isAbove(line, other)) from = at;
        else break;
      }
      place = from;
    }
    result.splice(place, 0, line);
  }

  return result;
}

const isSpecial = ({ rightToLeft, horizontal }: PlacedLine) => rightToLeft || !horizontal;

/** Whether lines would be cut into columns: their painting order isn't a reading order. */
export const isLost = (lines: readonly PlacedLine[]): boolean =>
  disorder(lines) > t.mostDisorder && !lines.some(isSpecial);

export const orderRules: readonly LayoutRule<
  { lines: readonly Line[]; disorder: number },
  readonly Line[]
>[] = [
  {
    name: "as painted",
    why: "The order of the content stream is the author's: it is kept unless lines move back up.",
    decide: ({ lines, disorder }) => (disorder === 0 ? lines : undefined),
  },
  {
    name: "few lines moved up",
    why: "If up to 6 % of lines move back up, they are floats and boxes painted after the surrounding text: the rest is in order.",
    decide: ({ lines, disorder }) => (disorder <= t.mostDisorder ? settled(lines) : undefined),
  },
  {
    name: "turned or from the right",
    why: "Cutting orders columns from left to right, which is wrong for such lines: only lines that move back up are moved.",
    decide: ({ lines }) => (lines.some(isSpecial) ? settled(lines) : undefined),
  },
  {
    name: "cut into columns",
    why: "If more lines than that move back up, the painting order is not a reading order.",
    decide: ({ lines }) => cut(lines),
  },
];

/** A page's lines in reading order, and the rule that ordered them. */
export function orderLines(lines: readonly Line[]): Decision<readonly Line[]> {
  return decide(orderRules, { lines, disorder: disorder(lines) }) ?? { rule: "as painted", answer: lines };
}
