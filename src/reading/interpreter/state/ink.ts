/** Paint properties (ISO 32000-2, 8.6 and 11.3), as far as they determine whether text is visible on its background. */

/** A color as one number, with a byte each for red, green and blue. Patterns and special spaces have no known color. */
export const unknownColor = -1;
export const white = 0xffffff;

/** Number of color components: gray, RGB or CMYK. Undefined for a space with unknown colors. */
export type Components = 1 | 3 | 4 | undefined;

export interface Ink {
  readonly fill: number;
  readonly stroke: number;
  readonly fillSpace: Components;
  readonly strokeSpace: Components;
  readonly strokeAlpha: number;
  /** Whether no blend mode, mask or transparent group affects painting. */
  readonly plain: boolean;
}

export const blackInk: Ink = {
  fill: 0,
  stroke: 0,
  fillSpace: 1,
  strokeSpace: 1,
  strokeAlpha: 1,
  plain: true,
};

const byte = (part: number) => Math.round(255 * Math.max(0, Math.min(1, part)));
const packed = (red: number, green: number, blue: number) =>
  (byte(red) << 16) | (byte(green) << 8) | byte(blue);

/** The color of component values; CMYK without a profile. */
export function colorOf(space: Components, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): number {
  if (space === 1) return packed(a, a, a);
  if (space === 3) return packed(a, b, c);
  return space === 4 ? packed(1 - a - d, 1 - b - d, 1 - c - d) : unknownColor;
}

/** A space's initial color: black (8.6.8). */
export const firstColor = (space: Components) => colorOf(space, space === 4 ? [0, 0, 0, 1] : []);

/** For each of the three components: colors this close are indistinguishable. */
const nearest = 12;

export function looksSame(one: number, other: number): boolean {
  if (one < 0 || other < 0) return false;
  for (const shift of [0, 8, 16])
    if (Math.abs(((one >> shift) & 0xff) - ((other >> shift) & 0xff)) > nearest) return false;
  return true;
}
