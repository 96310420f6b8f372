/** What is painted with (ISO 32000-2, 8.6 and 8.7). */
import { type ColorSpace, gray } from "./color-space.ts";

export interface Paint {
  readonly space: ColorSpace;
  /** Equal for equal colours: 0xRRGGBB, or negative where that is not known. */
  readonly key: number;
  readonly white: boolean;
}

/** A number for colours that have no red, green and blue; unequal ones may have the same, which joins what need not be. */
function keyOf(values: readonly number[]): number {
  let hash = values.length;
  for (const value of values) hash = (Math.imul(hash, 31) + Math.round(value * 255)) | 0;
  return -1 - (hash >>> 1);
}

export function colorOf(space: ColorSpace, values: readonly number[]): Paint {
  return { space, key: space.rgb(values) ?? keyOf(values), white: space.isWhite(values) };
}

/** A pattern has no colour of its own; it is not white. */
export function patternPaint(space: ColorSpace): Paint {
  return { space, key: -1, white: false };
}

export const black = colorOf(gray, [0]);
