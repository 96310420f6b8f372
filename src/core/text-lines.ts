/**
 * The text of a page as it was found: blocks of lines with boxes, in reading order. Each step of `reading/lines` makes such
 * values of such values.
 */

import type { Box } from "./page-layout.ts";

/** Where a line is on the page. */
export interface Place {
  readonly box: Box;
  /** Size of its font in points. */
  readonly size: number;
}

export interface TextLine {
  readonly text: string;
  readonly place?: Place;
}

export interface TextBlock {
  readonly lines: readonly TextLine[];
}

/** One character where it stands. Spaces that nobody wrote are characters too. */
export interface PlacedCharacter {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
}
