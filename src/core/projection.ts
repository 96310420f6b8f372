/** Maps points of a page to its image: the rows of a matrix for (x, y, 1), relative to the center of each. */
export type Projection = readonly [
  ...(readonly [number, number, number]),
  ...(readonly [number, number, number]),
  ...(readonly [number, number, number]),
];

export const asItIs: Projection = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A rotation: lines fall by `slope` to the right. */
export function tilted(slope: number): Projection {
  const length = Math.hypot(1, slope);
  const [cos, sin] = [1 / length, slope / length];
  return [cos, -sin, 0, sin, cos, 0, 0, 0, 1];
}

/** Applies `inner`, then `outer`. */
export function through(outer: Projection, inner: Projection): Projection {
  const at = (row: number, column: number) =>
    [0, 1, 2].reduce((sum, k) => sum + (outer[3 * row + k] ?? 0) * (inner[3 * k + column] ?? 0), 0);
  return [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)];
}

/** The same mapping in units `by` times smaller. */
export const inUnits = ([a, b, c, d, e, f, g, h, i]: Projection, by: number): Projection => [
  ...([a, b, c * by] as const),
  ...([d, e, f * by] as const),
  ...([g / by, h / by, i] as const),
];

/** The position of a page point on the image, and the direction of a step down there. */
export function projected([a, b, c, d, e, f, g, h, i]: Projection, x: number, y: number) {
  const depth = g * x + h * y + i;
  const [left, top] = [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  return { x: left, y: top, down: [(b - h * left) / depth, (e - h * top) / depth] as const };
}
