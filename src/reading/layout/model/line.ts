/** Turns words into lines. */
import type { Piece, Word } from "../../../core/page-layout.ts";
import { wordsText } from "../../lines/raw-line.ts";
import type { Line } from "./blocks.ts";

/** The size of most characters, and the baseline of the first word with it. */
function commonSize(words: readonly Word[]): { readonly size: number; readonly baseline: number } {
  const sizes = new Map<number, { count: number; readonly baseline: number }>();
  for (const { text, size, baseline } of words) {
    const known = sizes.get(size);
    if (known) known.count += text.length;
    else sizes.set(size, { count: text.length, baseline });
  }
  let most = { size: 0, baseline: 0, count: 0 };
  for (const [size, { baseline, count }] of sizes) if (count > most.count) most = { size, baseline, count };
  return most;
}

/** A line of words on one baseline. */
export function lineOf(
  words: readonly Word[],
  like: Pick<Piece, "horizontal" | "turn" | "rightToLeft" | "tag">,
  order: number,
): Line {
  let letters = 0;
  let bold = 0;
  let italic = 0;
  let mono = 0;
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  const [first] = words;
  let uniform = true;

  for (const { text, face, size, box } of words) {
    const count = text.length;
    letters += count;
    if (face.bold) bold += count;
    if (face.italic) italic += count;
    if (face.mono) mono += count;
    if (size !== first?.size) uniform = false;
    if (box.x0 < x0) x0 = box.x0;
    if (box.y0 < y0) y0 = box.y0;
    if (box.x1 > x1) x1 = box.x1;
    if (box.y1 > y1) y1 = box.y1;
  }

  const { size, baseline } = uniform && first && letters > 0 ? first : commonSize(words);
  return {
    words,
    text: wordsText(words),
    box: { x0, y0, x1, y1 },
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
