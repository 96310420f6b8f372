/**
 * Columns and reading order: which pieces are one line, and which line comes before another. Rows of one shape, of which the
 * first that decides counts; a new rule is a new row, with an example in `test/reading/layout/column-rules.test.ts`. The order
 * of the content stream is the author's and mostly right; where it runs back up inside a column it is not, and the page is cut
 * into columns and bands instead.
 */

import { sharedWidth, width } from "../../lines/geometry.ts";
import type { Line } from "../model/blocks.ts";
import { type Decision, decide, type LayoutRule } from "../model/rule.ts";
import {
  ascender,
  bandGap,
  columnGap,
  columnOverlap,
  insideLine,
  kerning,
  lineBaseline,
  mostDisorder,
  rowBaseline,
  smallWords,
  wordBaseline,
} from "../tolerances/tolerances.ts";

/** The end of a line that may go on. */
export type LineEnd = Pick<Line, "horizontal" | "rightToLeft" | "size" | "baseline"> & {
  readonly right: number;
};

interface NextPiece {
  readonly end: LineEnd;
  readonly next: Line;
  /** In font sizes: the widest gap in a line. */
  readonly allowed: number;
}

/** Whether the next piece goes on a line. */
export const pieceRules: readonly LayoutRule<NextPiece, boolean>[] = [
  {
    name: "turned or from the right",
    why: "Turned lines are joined where they are upright; those that read from right to left are whole already.",
    decide: ({ end, next }) =>
      !end.horizontal || !next.horizontal || end.rightToLeft || next.rightToLeft ? false : undefined,
  },
  {
    name: "another baseline",
    why: "Baselines of one line differ by a fifth of its size at most; small type is raised or lowered by up to 0.6.",
    decide: ({ end, next }) => {
      const size = Math.max(end.size, next.size);
      const small = Math.min(end.size, next.size) < smallWords * size;
      return Math.abs(end.baseline - next.baseline) > (small ? wordBaseline : lineBaseline) * size
        ? false
        : undefined;
    },
  },
  {
    name: "beside it",
    why: "The next piece begins behind the end, or half a font size before it where kerning overlaps, and not beyond the widest space.",
    decide: ({ end, next, allowed }) => {
      const size = Math.max(end.size, next.size);
      const gap = next.box.x0 - end.right;
      return gap > -kerning * size && gap < allowed * size;
    },
  },
];

/** How many lines stand above the one they follow, in the same column. */
function disorder(lines: readonly Line[]): number {
  let back = 0;
  for (let i = 1; i < lines.length; i += 1) {
    const [a, b] = [lines[i - 1], lines[i]];
    if (!a || !b) continue;
    if (isAbove(b, a) && inColumn(a, b)) back += 1;
  }
  return lines.length < 4 ? 0 : back / lines.length;
}

const maxCuts = 60;

/** The widest empty interval between boxes along one direction, if it is at least `least`. */
function widestGap(intervals: readonly (readonly [number, number])[], least: number): number | undefined {
  const sorted = [...intervals].sort((a, b) => a[0] - b[0]);
  let [end, best, at] = [sorted[0]?.[1] ?? 0, least, Number.NaN];
  for (const [from, to] of sorted) {
    if (from - end >= best) [best, at] = [from - end, (from + end) / 2];
    end = Math.max(end, to);
  }
  return Number.isNaN(at) ? undefined : at;
}

/** The lines on both sides of a place: `ends` says where each ends. */
function parted(lines: readonly Line[], at: number, ends: (line: Line) => number): Line[][] {
  return [lines.filter((line) => ends(line) <= at + 0.01), lines.filter((line) => ends(line) > at + 0.01)];
}

/** `size`: the mean size of their type. */
type LinesToCut = { readonly lines: readonly Line[]; readonly size: number };

/** Where lines whose order is lost are parted, those of the first part before the others. */
export const cutRules: readonly LayoutRule<LinesToCut, readonly (readonly Line[])[]>[] = [
  {
    name: "between columns",
    why: "Columns are read one after the other; a gap of 1.2 font sizes is wider than the spaces of justified text.",
    decide: ({ lines, size }) => {
      const x = widestGap(
        lines.map(({ box }) => [box.x0, box.x1]),
        columnGap * size,
      );
      return x === undefined ? undefined : parted(lines, x, ({ box }) => box.x1);
    },
  },
  {
    name: "between bands",
    why: "Where something spans the columns, what is above it is read first; 0.35 font sizes are more than between two lines.",
    decide: ({ lines, size }) => {
      const y = widestGap(
        lines.map(({ box }) => [box.y0 + ascender * (box.y1 - box.y0), box.y1]),
        bandGap * size,
      );
      return y === undefined ? undefined : parted(lines, y, ({ box }) => box.y1);
    },
  },
  {
    name: "line by line",
    why: "What no gap parts is read from the top, and along each baseline.",
    decide: ({ lines }) => byPlace(lines).map((line) => [line]),
  },
];

/** Lines in the order of the columns and bands that they stand in. */
function cut(lines: readonly Line[], depth = 0): Line[] {
  if (lines.length < 2 || depth > maxCuts) return byPlace(lines);
  const size = Math.max(4, lines.reduce((sum, line) => sum + line.size, 0) / lines.length);
  const parts = decide(cutRules, { lines, size })?.answer ?? [];
  return parts.flatMap((part) => (part.length < lines.length ? cut(part, depth + 1) : byPlace(part)));
}

function byPlace(lines: readonly Line[]): Line[] {
  return [...lines].sort((a, b) =>
    Math.abs(a.baseline - b.baseline) < rowBaseline * Math.min(a.size, b.size)
      ? a.box.x0 - b.box.x0
      : a.baseline - b.baseline,
  );
}

/** Lines of one column: they share a good part of the narrower one's width. */
const inColumn = (a: Line, b: Line) =>
  sharedWidth(a.box, b.box) > columnOverlap * Math.min(width(a.box), width(b.box));

const isAbove = (a: Line, b: Line) => a.box.y1 < b.box.y0 + insideLine * Math.min(a.size, b.size);

/** Lines before the one looked at: hostile pages have tens of thousands. */
const maxLooked = 2000;

/**
 * Lines that were painted after what stands below them go where they are seen: browsers paint code, floats and positioned
 * boxes after the text around them. A line that stands above others of its own column which came before it is put before
 * the first of them; lines that come after it and below it follow it.
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

/** The order in which the lines of a page are read. */
export const orderRules: readonly LayoutRule<
  { lines: readonly Line[]; disorder: number },
  readonly Line[]
>[] = [
  {
    name: "as painted",
    why: "The order of the content stream is the author's: where nothing runs back up, it is kept.",
    decide: ({ lines, disorder }) => (disorder === 0 ? lines : undefined),
  },
  {
    name: "few lines moved up",
    why: "Up to 6 % of lines that run back up are floats and boxes, painted after the text around them: the rest is in order.",
    decide: ({ lines, disorder }) => (disorder <= mostDisorder ? settled(lines) : undefined),
  },
  {
    name: "turned or from the right",
    why: "Cutting puts columns from left to right, which such lines are not read in: only what runs back up is moved.",
    decide: ({ lines }) =>
      lines.some((line) => line.rightToLeft || !line.horizontal) ? settled(lines) : undefined,
  },
  {
    name: "cut into columns",
    why: "More than that runs back up where the order of painting is no order of reading.",
    decide: ({ lines }) => cut(lines),
  },
];

/** Lines of a page in reading order, and the rule that put them so. */
export function orderLines(lines: readonly Line[]): Decision<readonly Line[]> {
  return decide(orderRules, { lines, disorder: disorder(lines) }) ?? { rule: "as painted", answer: lines };
}
