/** Transformation matrices (ISO 32000-2, 8.3.4). */
import type { Box } from "./boxes.ts";
import type { Matrix } from "./stamp-space.ts";

export type { Matrix } from "./stamp-space.ts";

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** First `first`, then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

export function transformPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The smallest upright box around the transformed one. */
export function transformBox(matrix: Matrix, { x0, y0, x1, y1 }: Box): Box {
  const corners = [
    transformPoint(matrix, x0, y0),
    transformPoint(matrix, x1, y0),
    transformPoint(matrix, x0, y1),
    transformPoint(matrix, x1, y1),
  ];
  const across = corners.map(([x]) => x);
  const up = corners.map(([, y]) => y);
  return { x0: Math.min(...across), y0: Math.min(...up), x1: Math.max(...across), y1: Math.max(...up) };
}

/** Coordinates are written to a hundred-thousandth: finer is below what any reader shows. */
export function rounded(value: number): number {
  const short = Math.round(value * 1e5) / 1e5;
  return Object.is(short, -0) ? 0 : short;
}

/** A box as the array of a page box. */
export function boxArray({ x0, y0, x1, y1 }: Box): number[] {
  return [x0, y0, x1, y1].map(rounded);
}
