/** Turns words into lines. */

import { getOrInsert } from "../../../core/collections/maps.ts";
import { boxAround } from "../../../core/geometry.ts";
import type { Piece, Word } from "../../../core/page-layout.ts";
import { wordsText } from "../../lines/raw-line.ts";
import type { Line } from "./blocks.ts";

/** The size of most characters, and the baseline of the first word with it. */
function commonSize(words: readonly Word[]): { readonly size: number; readonly baseline: number } {
  const sizes = new Map<number, { count: number; readonly baseline: number }>();
  for (const { text, size, baseline } of words)
    getOrInsert(sizes, size, () => ({ count: 0, baseline })).count += text.length;
  let most = { size: 0, baseline: 0, count: 0 };
  for (const [size, { baseline, count }] of sizes) if (count > most.count) most = { size, baseline, count };
  return most;
}

export function lineOf(
  words: readonly Word[],
  like: Pick<Piece, "horizontal" | "turn" | "rightToLeft" | "tag">,
  order: number,
): Line {
  const [first] = words;
  let [letters, bold, italic, mono, isUniform] = [0, 0, 0, 0, true];
  for (const { text, face, size } of words) {
    letters += text.length;
    if (face.bold) bold += text.length;
    if (face.italic) italic += text.length;
    if (face.mono) mono += text.length;
    if (size !== first?.size) isUniform = false;
  }

  const { size, baseline } = isUniform && first && letters > 0 ? first : commonSize(words);
  return {
    words,
    text: wordsText(words),
    box: boxAround(words.map(({ box }) => box)),
    baseline,
    size,
    bold: bold * 2 > letters,
    italic: italic * 2 > letters,
    mono: mono * 5 > letters * 4,
    horizontal: like.horizontal,
    turn: like.turn,
    rightToLeft: like.rightToLeft,
    tag: like.tag,
    order,
  };
}

/** Pieces as lines, not yet joined. */
export function pieceLines(pieces: readonly Piece[]): Line[] {
  return pieces.map((piece, order) => lineOf(piece.words, piece, order));
}
