/** From the engine's pieces to lines. */
import type { Piece, Word } from "../../../core/page-layout.ts";
import { wordsText } from "../../lines/raw-line.ts";
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

const endOf = ({ horizontal, rightToLeft, size, baseline, box }: Line): LineEnd => ({
  horizontal,
  rightToLeft,
  size,
  baseline,
  right: box.x1,
});

/** A line that pieces are added to: what is asked of it costs the same however long it is. */
class OpenLine implements LineEnd {
  readonly horizontal: boolean;
  readonly rightToLeft: boolean;
  right: number;
  size = 0;
  baseline = 0;
  readonly words: Word[] = [];
  readonly #first: Line;
  /** By size: its letters, the baseline of its first word, and its place among the sizes. */
  readonly #sizes = new Map<number, { count: number; readonly baseline: number; readonly place: number }>();
  #most = { count: 0, place: 0 };

  constructor(first: Line) {
    this.#first = first;
    this.horizontal = first.horizontal;
    this.rightToLeft = first.rightToLeft;
    this.right = first.box.x1;
    this.add(first.words, first.box.x1);
  }

  add(words: readonly Word[], right: number): void {
    for (const word of words) {
      this.words.push(word);
      this.#count(word);
    }
    this.right = Math.max(this.right, right);
  }

  /** Keeps the size that most letters have, as `commonSize` finds it: the first of equals. */
  #count({ size, baseline, text }: Word): void {
    const known = this.#sizes.get(size) ?? { count: 0, baseline, place: this.#sizes.size };
    known.count += text.length;
    this.#sizes.set(size, known);
    const { count, place } = this.#most;
    if (known.count < count || known.count === 0 || (known.count === count && known.place > place)) return;
    this.#most = { count: known.count, place: known.place };
    this.size = size;
    this.baseline = known.baseline;
  }

  line(): Line {
    return lineOf(this.words, this.#first, this.#first.order);
  }
}

/** Pieces as lines, not yet joined. */
export function pieceLines(pieces: readonly Piece[]): Line[] {
  return pieces.map((piece, order) => lineOf(piece.words, piece, order));
}

/** Lines that follow each other on one baseline, joined; `allowed`: the widest gap in font sizes. */
export function joinPieces(lines: readonly Line[], allowed = maxGap): Line[] {
  const joined: Line[] = [];
  /** The last of them, once it is joined of several. */
  let open: OpenLine | undefined;
  const close = () => {
    if (open) joined[joined.length - 1] = open.line();
    open = undefined;
  };
  for (const line of lines) {
    const last = joined.at(-1);
    const end = open ?? (last && endOf(last));
    if (!last || !end || !decide(pieceRules, { end, next: line, allowed })?.answer) {
      close();
      joined.push(line);
      continue;
    }
    const [first, ...rest] = line.words;
    if (!first) continue;
    const spaced = first.spaced || line.box.x0 - end.right > 0.15 * Math.min(end.size, line.size);
    open ??= new OpenLine(last);
    open.add([{ ...first, spaced }, ...rest], line.box.x1);
  }
  close();
  return joined;
}
