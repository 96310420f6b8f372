/** A line as an engine found it, and what every engine goes by to read it. */
import type { Tag, Turn, Word } from "../../core/page-layout.ts";
import type { PlacedCharacter } from "../../core/text-lines.ts";

/** Characters of one line that are read: a hostile page has millions on one. */
export const maxLineChars = 20_000;

/** In font sizes: a gap this wide between two characters is a space though none was written. */
export const wordGap = 0.25;

/** Where right-to-left letters begin in Unicode. */
export const firstRightToLeft = 0x590;

/** Along the page, or turned by quarters; neither: at an angle. */
export interface Direction {
  readonly horizontal: boolean;
  readonly turn?: Turn;
}

/** How near a direction is to an axis: the cosine of the angle between them. */
const alongAxis = 0.99;

/**
 * Where a line of text leads whose direction has these parts, y downwards. Vertical writing, whose lines follow each other to
 * the left, is as text turned clockwise.
 */
export function directionOf(vertical: boolean, x: number, y: number): Direction {
  if (vertical) return { horizontal: false, turn: 90 };
  if (x > alongAxis) return { horizontal: true };
  if (x < -alongAxis) return { horizontal: false, turn: 180 };
  if (Math.abs(y) > alongAxis) return { horizontal: false, turn: y > 0 ? 90 : 270 };
  return { horizontal: false };
}

/** How far down a line stands; where it is turned, measured across its direction, growing from line to line. */
export function baselineOf(x: number, y: number, turn: Turn | undefined): number {
  if (turn === undefined) return y;
  if (turn === 90) return -x;
  return turn === 270 ? x : -y;
}

/** A line as an engine has it. */
export interface RawLine extends Direction {
  readonly words: Word[];
  /** Empty unless right-to-left text may be on the page: nothing else needs them. */
  readonly characters: readonly PlacedCharacter[];
  readonly tag: Tag | undefined;
}
