/** A line as it was painted, before it is known which lines belong together and how they are read. */
import type { Piece, PlacedCharacter, Turn, Word } from "../../core/page-layout.ts";
import { boxAround } from "./geometry.ts";

export interface RawLine extends Piece {
  /** With its spaces as they were written. */
  readonly text: string;
  /** Where it begins, with the spaces that stand before its words. */
  readonly begin: number;
  /** How wide the first character of its words is. */
  readonly firstWidth: number;
  /** Its spaces were painted before its letters, as where only another font has these. */
  readonly overSpaces?: boolean;
  /** Empty unless right-to-left text may be on the page: nothing else needs them. */
  readonly characters: readonly PlacedCharacter[];
  /** Lines of which words, or parts of words, were moved to the end of this one. */
  readonly alsoFrom?: readonly RawLine[];
}

/** Lines that were painted as one block of text. */
export interface RawBlock {
  readonly lines: readonly RawLine[];
}

/** What words say when they are read one after the other. */
export function wordsText(words: readonly Pick<Word, "text" | "spaced">[]): string {
  let text = "";
  for (const word of words) text += word.spaced && text !== "" ? ` ${word.text}` : word.text;
  return text;
}

/** A line with these words in place of its own. */
export function withWords<Line extends Pick<RawLine, "horizontal" | "turn" | "tag">>(
  line: Line,
  words: readonly Word[],
) {
  let largest = words[0];
  for (const word of words) if (word.text.length > (largest?.text.length ?? 0)) largest = word;
  const { baseline = 0, size = 0 } = largest ?? {};
  return {
    ...line,
    words,
    text: wordsText(words),
    box: boxAround(words.map(({ box }) => box)),
    baseline,
    size,
  };
}

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
