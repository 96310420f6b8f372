/** From the engine's pieces to lines. */
import type { Piece, Word } from "../../../core/page-layout.ts";
import { wordsText } from "../../lines/raw-line.ts";
import { leastSpace } from "../../lines/words/characters.ts";
import type { Line } from "../model/blocks.ts";
import { decide } from "../model/rule.ts";
import { type LineEnd, pieceRules } from "./column-rules.ts";

/** In font sizes: pieces of one line may be this far apart (justified lines have wide spaces). */
const maxGap = 2.2;

/** The size that most characters have, and the baseline of its first word. */
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

/** A line of words that stand on one baseline. */
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

/** A line that pieces are added to, with the size and the baseline of most of its letters. */
interface OpenLine extends LineEnd {
  readonly first: Line;
  readonly words: Word[];
  letters: number;
  size: number;
  baseline: number;
  right: number;
}

/** Lines that follow each other on one baseline, joined; `allowed`: the widest gap in font sizes. */
export function joinPieces(lines: readonly Line[], allowed = maxGap): Line[] {
  const joined: OpenLine[] = [];
  for (const line of lines) {
    const { horizontal, rightToLeft, size, baseline, box, words, text } = line;
    const open = joined.at(-1);
    if (!open || !decide(pieceRules, { end: open, next: line, allowed })?.answer) {
      const [letters, right] = [text.length, box.x1];
      joined.push({
        first: line,
        words: [...words],
        horizontal,
        rightToLeft,
        size,
        baseline,
        letters,
        right,
      });
      continue;
    }
    const least = leastSpace(open.words.at(-1)?.text ?? "", text);
    const apart = box.x0 - open.right > least * Math.min(open.size, size);
    for (const [k, word] of words.entries())
      open.words.push(k === 0 ? { ...word, spaced: word.spaced || apart } : word);
    if (size === open.size) open.letters += text.length;
    else if (text.length > open.letters) Object.assign(open, { letters: text.length, size, baseline });
    open.right = Math.max(open.right, box.x1);
  }
  return joined.map(({ first, words }) =>
    words.length === first.words.length ? first : lineOf(words, first, first.order),
  );
}
