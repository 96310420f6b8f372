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

/** The smallest upright box around the transformed one: without iterating over arrays, because every glyph has one. */
export function transformBox(matrix: Matrix, { x0, y0, x1, y1 }: Box): Box {
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = matrix;

  return {
    x0: Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1) + e,
    y0: Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1) + f,
    x1: Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1) + e,
    y1: Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1) + f,
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
