/** A line as painted, before it is known which lines belong together and how they are read. */

import { boxAround } from "../../core/geometry.ts";
import type { Piece, PlacedCharacter, Turn, Word } from "../../core/page-layout.ts";

export interface RawLine extends Piece {
  /** Including its spaces as written. */
  readonly text: string;
  /** Its start, including leading spaces. */
  readonly begin: number;
  /** Whether its spaces were painted before its letters, as if only another font has the letters. */
  readonly overSpaces?: boolean;
  /** Empty unless the page may have right-to-left text: nothing else needs them. */
  readonly characters: readonly PlacedCharacter[];
  /** Lines from which words, or parts of words, were moved to the end of this one. */
  readonly alsoFrom?: readonly RawLine[];
}

export interface RawBlock {
  readonly lines: readonly RawLine[];
}

/** The blocks with changed lines; undefined: those that are part of another now. */
export function withChanged(
  blocks: readonly RawBlock[],
  changed: ReadonlyMap<RawLine, RawLine | undefined>,
): readonly RawBlock[] {
  if (changed.size === 0) return blocks;
  return blocks.map(({ lines }) => ({
    lines: lines.flatMap((line) => (changed.has(line) ? (changed.get(line) ?? []) : [line])),
  }));
}

export function wordsText(words: readonly Pick<Word, "text" | "spaced">[]): string {
  let text = "";
  for (const word of words) text += word.spaced && text !== "" ? ` ${word.text}` : word.text;
  return text;
}

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

/** Along the page, or rotated by quarter turns; neither: at an angle. */
export interface Direction {
  readonly horizontal: boolean;
  readonly turn?: Turn;
}

/** Cosine of the maximum angle between a direction and an axis. */
const alongAxis = 0.99;

/**
 * The direction of a line of text with these components, y downward. Vertical writing, whose lines progress to the left,
 * counts as text rotated clockwise.
 */
export function directionOf(vertical: boolean, x: number, y: number): Direction {
  if (vertical) return { horizontal: false, turn: 90 };
  if (x > alongAxis) return { horizontal: true };
  if (x < -alongAxis) return { horizontal: false, turn: 180 };
  if (Math.abs(y) > alongAxis) return { horizontal: false, turn: y > 0 ? 90 : 270 };
  return { horizontal: false };
}

/** A line's vertical position; for rotated lines, measured across their direction, increasing from line to line. */
export function baselineOf(x: number, y: number, turn: Turn | undefined): number {
  if (turn === undefined) return y;
  if (turn === 90) return -x;
  return turn === 270 ? x : -y;
}
