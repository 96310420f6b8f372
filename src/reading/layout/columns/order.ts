/**
 * Reading order. The content stream's is the author's and mostly right; where it runs back up inside a column it is not, and
 * the page is cut into columns and bands instead.
 */

import { sharedWidth, width } from "../../lines/geometry.ts";
import type { Line } from "../model/blocks.ts";

/** How many lines stand above the one they follow, in the same column. */
export function disorder(lines: readonly Line[]): number {
  let back = 0;
  for (let i = 1; i < lines.length; i += 1) {
    const [a, b] = [lines[i - 1], lines[i]];
    if (!a || !b) continue;
    const common = sharedWidth(a.box, b.box);
    if (b.box.y1 < a.box.y0 + 1 && common > 0.3 * Math.min(width(a.box), width(b.box))) back += 1;
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

/** Cuts a page between columns where it can, else between bands, and each part again. */
function cut(lines: readonly Line[], depth: number): Line[] {
  if (lines.length < 2 || depth > maxCuts) return byPlace(lines);
  const size = Math.max(4, lines.reduce((sum, line) => sum + line.size, 0) / lines.length);
  const x = widestGap(
    lines.map(({ box }) => [box.x0, box.x1]),
    1.2 * size,
  );
  if (x !== undefined) {
    const left = lines.filter(({ box }) => box.x1 <= x + 0.01);
    const right = lines.filter(({ box }) => box.x1 > x + 0.01);
    return [...cut(left, depth + 1), ...cut(right, depth + 1)];
  }
  const y = widestGap(
    lines.map(({ box }) => [box.y0 + 0.2 * (box.y1 - box.y0), box.y1]),
    0.35 * size,
  );
  if (y === undefined) return byPlace(lines);
  const above = lines.filter(({ box }) => box.y1 <= y + 0.01);
  const below = lines.filter(({ box }) => box.y1 > y + 0.01);
  return [...cut(above, depth + 1), ...cut(below, depth + 1)];
}

function byPlace(lines: readonly Line[]): Line[] {
  return [...lines].sort((a, b) =>
    Math.abs(a.baseline - b.baseline) < 0.4 * Math.min(a.size, b.size)
      ? a.box.x0 - b.box.x0
      : a.baseline - b.baseline,
  );
}

/** Lines of one column: they share a good part of the narrower one's width. */
const inColumn = (a: Line, b: Line) => sharedWidth(a.box, b.box) > 0.3 * Math.min(width(a.box), width(b.box));

const isAbove = (a: Line, b: Line) => a.box.y1 < b.box.y0 + 0.3 * Math.min(a.size, b.size);

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
    if (place === result.length) result.push(line);
    else result.splice(place, 0, line);
  }
  return result;
}

/** Lines of a page in reading order. */
export function orderLines(lines: readonly Line[]): Line[] {
  const before = disorder(lines);
  if (before === 0) return [...lines];
  if (before <= 0.06 || lines.some((line) => line.rightToLeft || !line.horizontal)) return settled(lines);
  const sorted = cut(lines, 0);
  return disorder(sorted) < 0.5 * before ? sorted : settled(lines);
}

/** Left and right edge of the column in which a line stands: of the lines around it with nearly its left edge. */
export function columnOf(
  lines: readonly Line[],
  at: number,
): { readonly left: number; readonly right: number } {
  const own = lines[at];
  if (!own) return { left: 0, right: 0 };
  const wide = width(own.box);
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let k = Math.max(0, at - 14); k < Math.min(lines.length, at + 15); k += 1) {
    const line = lines[k];
    if (!line || Math.abs(line.size - own.size) >= 0.15 * own.size) continue;
    if (sharedWidth(line.box, own.box) <= 0.5 * Math.min(width(line.box), wide)) continue;
    left = Math.min(left, line.box.x0);
    right = Math.max(right, line.box.x1);
  }
  return { left, right };
}
