/**
 * The text of a page as an engine found it: blocks of lines with boxes, in reading order. Everything in this folder is a
 * pure step from such values to such values, so that a better analysis can take the place of any of them.
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
  /** Asked of the engine only where a page's script needs it: it costs more than everything here. */
  readonly place?: Place;
}

export interface TextBlock {
  readonly lines: readonly TextLine[];
}

/** One character where the engine put it. Synthetic spaces are characters too. */
export interface PlacedCharacter {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
}

/** A line with the places of its characters: what right-to-left text needs. */
export interface PlacedLine extends TextLine, Place {
  readonly characters: readonly PlacedCharacter[];
  /** Left to right along the page; other lines (rotated, vertical) keep the engine's order. */
  readonly horizontal: boolean;
}

export interface PlacedBlock {
  readonly lines: readonly PlacedLine[];
}
