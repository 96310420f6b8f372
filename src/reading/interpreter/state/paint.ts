/** What is painted with (ISO 32000-2, 8.6 and 8.7). */
import { type ColorSpace, gray } from "./color-space.ts";

export interface Paint {
  readonly space: ColorSpace;
  readonly white: boolean;
}

export function colorOf(space: ColorSpace, values: readonly number[]): Paint {
  return { space, white: space.isWhite(values) };
}

/** A pattern has no colour of its own; it is not white. */
export function patternPaint(space: ColorSpace): Paint {
  return { space, white: false };
}

export const black = colorOf(gray, [0]);
