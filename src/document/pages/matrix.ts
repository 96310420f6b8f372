/** Transformation matrices (ISO 32000-2, 8.3.4). */
import type { Box } from "./boxes.ts";

/** `[a b c d e f]` of ISO 32000-2, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

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

/** The inverse of a matrix. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** The smallest upright box around the transformed one. */
export function transformBox(matrix: Matrix, { x0, y0, x1, y1 }: Box): Box {
  const [a, b, c, d, e, f] = matrix;
  // Without arrays of points: every page and annotation has boxes.
  const [xa, xb, xc, xd] = [
    a * x0 + c * y0 + e,
    a * x1 + c * y0 + e,
    a * x0 + c * y1 + e,
    a * x1 + c * y1 + e,
  ];
  const [ya, yb, yc, yd] = [
    b * x0 + d * y0 + f,
    b * x1 + d * y0 + f,
    b * x0 + d * y1 + f,
    b * x1 + d * y1 + f,
  ];

  return {
    x0: Math.min(xa, xb, xc, xd),
    y0: Math.min(ya, yb, yc, yd),
    x1: Math.max(xa, xb, xc, xd),
    y1: Math.max(ya, yb, yc, yd),
  };
}

/** Coordinates are written with five decimals: finer differences are invisible. */
export function rounded(value: number): number {
  const short = Math.round(value * 1e5) / 1e5;
  return Object.is(short, -0) ? 0 : short;
}

/** A box as the array of a page box. */
export function boxArray({ x0, y0, x1, y1 }: Box): number[] {
  return [rounded(x0), rounded(y0), rounded(x1), rounded(y1)];
}
