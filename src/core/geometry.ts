/** Rectangles on a page: origin top left, y downward. */
import type { Box } from "./page-layout.ts";

type Across = Pick<Box, "x0" | "x1">;

export function boxAround(boxes: Iterable<Box>): Box {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
  }
  return { x0, y0, x1, y1 };
}

/** Overlap of two intervals; negative: the distance between them. */
export function shared(a0: number, a1: number, b0: number, b1: number): number {
  return Math.min(a1, b1) - Math.max(a0, b0);
}

export const sharedWidth = (a: Box, b: Box) => shared(a.x0, a.x1, b.x0, b.x1);
export const sharedHeight = (a: Box, b: Box) => shared(a.y0, a.y1, b.y0, b.y1);
export const width = ({ x0, x1 }: Across) => x1 - x0;
export const height = ({ y0, y1 }: Box) => y1 - y0;
export const area = (box: Box) => width(box) * height(box);
export const centerX = ({ x0, x1 }: Across) => (x0 + x1) / 2;
export const centerY = ({ y0, y1 }: Box) => (y0 + y1) / 2;

/** Whether the center of `inner` is in `outer`, with some slack. */
export function holds(outer: Box, inner: Box, slack = 0): boolean {
  const [x, y] = [centerX(inner), centerY(inner)];
  return x >= outer.x0 - slack && x <= outer.x1 + slack && y >= outer.y0 - slack && y <= outer.y1 + slack;
}

/** Whether the center of `inner` is in `outer`, and not on its edge. */
export function hasCenter(outer: Box, inner: Box): boolean {
  const [x, y] = [centerX(inner), centerY(inner)];
  return x > outer.x0 && x < outer.x1 && y > outer.y0 && y < outer.y1;
}

/** Whether two boxes overlap by more than `by` in both directions. */
export const overlap = (a: Box, b: Box, by: number) => sharedWidth(a, b) > by && sharedHeight(a, b) > by;

export const contains = (outer: Box, inner: Box) =>
  outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1;

/** The median; 0 for no values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Values within `slack` of each other, as their means in order. */
export function clusterValues(slack: number, values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const means: number[] = [];
  let [sum, count, last] = [0, 0, Number.NaN];

  for (const value of sorted) {
    if (count > 0 && value - last > slack) {
      means.push(sum / count);
      [sum, count] = [0, 0];
    }
    [sum, count, last] = [sum + value, count + 1, value];
  }

  if (count > 0) means.push(sum / count);
  return means;
}
