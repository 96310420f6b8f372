/** From the engine's pieces to lines. */
import type { Piece, Word } from "../../core/page-layout.ts";
import { boxAround } from "./geometry.ts";
import type { Line } from "./model.ts";

/** In font sizes: pieces of one line may be this far apart (justified lines have wide spaces). */
const maxGap = 2.2;

export function wordsText(words: readonly Word[]): string {
  let text = "";
  for (const word of words) text += word.spaced && text !== "" ? ` ${word.text}` : word.text;
  return text;
}

/** A line of words that stand on one baseline. */
export function lineOf(
  words: readonly Word[],
  like: Pick<Piece, "horizontal" | "rightToLeft" | "tag">,
  order: number,
): Line {
  let [letters, bold, italic, mono] = [0, 0, 0, 0];
  const sizes = new Map<number, { count: number; baseline: number }>();
  for (const { text, face, size, baseline } of words) {
    const count = text.length;
    letters += count;
    if (face.bold) bold += count;
    if (face.italic) italic += count;
    if (face.mono) mono += count;
    const known = sizes.get(size);
    if (known) known.count += count;
    else sizes.set(size, { count, baseline });
  }
  let [size, baseline, most] = [0, 0, 0];
  for (const [value, known] of sizes)
    if (known.count > most) [size, baseline, most] = [value, known.baseline, known.count];
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
    rightToLeft: like.rightToLeft,
    tag: like.tag,
    order,
  };
}

/** Whether the second piece goes on where the first ends. */
function goesOn(a: Line, b: Line, allowed: number): boolean {
  if (!a.horizontal || !b.horizontal || a.rightToLeft || b.rightToLeft) return false;
  const size = Math.max(a.size, b.size);
  const raised = Math.abs(a.baseline - b.baseline);
  const small = Math.min(a.size, b.size) < 0.85 * size;
  if (raised > (small ? 0.6 : 0.2) * size) return false;
  const gap = b.box.x0 - a.box.x1;
  return gap > -0.5 * size && gap < allowed * size;
}

/** Pieces as lines, not yet joined. */
export function pieceLines(pieces: readonly Piece[]): Line[] {
  return pieces.map((piece, order) => lineOf(piece.words, piece, order));
}

/** Lines that follow each other on one baseline, joined; `allowed`: the widest gap in font sizes. */
export function joinPieces(lines: readonly Line[], allowed = maxGap): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (!last || !goesOn(last, line, allowed)) {
      joined.push(line);
      continue;
    }
    const [first, ...rest] = line.words;
    if (!first) continue;
    const spaced = first.spaced || line.box.x0 - last.box.x1 > 0.15 * Math.min(last.size, line.size);
    joined[joined.length - 1] = lineOf([...last.words, { ...first, spaced }, ...rest], last, last.order);
  }
  return joined;
}
