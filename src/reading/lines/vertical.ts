/**
 * Vertical writing: columns from right to left, each from top to bottom. Engines give it in pieces: browsers place each upright
 * character by itself and turn what is Latin; a column ends where its line does. The pieces come in order; here they are whole.
 */
import type { LineSource, TextBlock, TextLine } from "../../core/page-layout.ts";

/** In font sizes: the widest that a column's piece is, what centres of one column differ, how far pieces of one are apart. */
const widest = 1.7;
const sameCentre = 0.5;
const leastGap = -0.8;
const mostGap = 0.6;
/** In font sizes: how far the next column is, and what room a column leaves at its bottom besides that for what comes next. */
const nextColumn = 3.5;
const room = 0.5;
/** In font sizes: a column that begins lower than the one before begins a paragraph. */
const indent = 0.4;
/** Characters below each other, or their height in one line: fewer are no column. */
const leastStack = 4;
/** Pieces of a page: hostile pages have no end of them. */
const mostPieces = 5000;

const upright = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

interface Piece {
  readonly line: TextLine;
  readonly centre: number;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
}

/** A line that may be a part of a column. */
function pieceOf(line: TextLine): Piece | undefined {
  if (line.place === undefined || line.text.trim() === "") return undefined;
  const { box, size } = line.place;
  if (box.x1 - box.x0 > widest * size) return undefined;
  return { line, centre: (box.x0 + box.x1) / 2, top: box.y0, bottom: box.y1, size };
}

/** Whether a piece goes on right below another. */
function isBelow(piece: Piece, above: Piece): boolean {
  const size = Math.max(piece.size, above.size);
  const gap = piece.top - above.bottom;
  return (
    Math.abs(piece.centre - above.centre) < sameCentre * size && gap > leastGap * size && gap < mostGap * size
  );
}

/** Whether there is a column among these: characters stacked, or a line of them. */
function hasColumn(pieces: readonly (Piece | undefined)[]): boolean {
  let stacked = 0;
  let last: Piece | undefined;
  for (const piece of pieces) {
    if (piece && piece.bottom - piece.top > leastStack * piece.size && upright.test(piece.line.text))
      return true;
    const single = piece && upright.test(piece.line.text) && piece.line.text.trim().length === 1;
    stacked = single && last && isBelow(piece, last) ? stacked + 1 : 1;
    if (single && stacked >= leastStack) return true;
    last = single ? piece : undefined;
  }
  return false;
}

/** A text of columns that run on, and the last of these. */
interface Run {
  text: string;
  readonly sources: LineSource[];
  readonly first: TextLine;
  top: number;
  last: Piece;
}

/** The blocks with each paragraph of vertical writing as one line; those of other writing as they are. */
export function joinColumns(blocks: readonly TextBlock[]): TextBlock[] {
  const pieces = blocks.map(({ lines }) => lines.map(pieceOf));
  const all = pieces.flat();
  if (all.length > mostPieces || !hasColumn(all)) return [...blocks];
  /** The lowest end of columns that begin as high as this. */
  const lowest = (top: number, size: number) =>
    all.reduce((most, piece) => {
      const beside = piece && piece.bottom > top && piece.top < top + size * leastStack;
      return beside ? Math.max(most, columnEnd(piece)) : most;
    }, 0);
  const columnEnd = endsOf(all);
  const result: TextLine[][] = [];
  let run: Run | undefined;
  const close = () => {
    if (run) result.push([{ ...run.first, text: run.text, sources: run.sources }]);
    run = undefined;
  };
  blocks.forEach(({ lines }, at) => {
    let rest: TextLine[] = [];
    lines.forEach((line, k) => {
      const piece = pieces[at]?.[k];
      if (!piece) {
        close();
        rest.push(line);
        return;
      }
      if (rest.length > 0) result.push(rest);
      rest = [];
      if (run && isBelow(piece, run.last)) run.last = piece;
      else if (run && runsOn(run, piece, lowest)) {
        run.last = piece;
        run.top = piece.top;
      } else {
        close();
        run = { text: "", sources: [], first: line, top: piece.top, last: piece };
      }
      run.text += line.text;
      run.sources.push(...(line.sources ?? []));
    });
    if (rest.length > 0) result.push(rest);
  });
  close();
  return result.map((lines) => ({ lines }));
}

/** Where the column ends that a piece is the first of. */
function endsOf(pieces: readonly (Piece | undefined)[]): (piece: Piece) => number {
  const ends = new Map<Piece, number>();
  let below: Piece | undefined;
  for (const piece of pieces.toReversed()) {
    if (piece) ends.set(piece, below && isBelow(below, piece) ? (ends.get(below) ?? 0) : piece.bottom);
    below = piece;
  }
  return (piece) => ends.get(piece) ?? piece.bottom;
}

/** Whether a column goes on in another. */
function runsOn({ top, last }: Run, next: Piece, lowest: (top: number, size: number) => number): boolean {
  const { size } = last;
  const away = last.centre - next.centre;
  if (
    away < sameCentre * size ||
    away > nextColumn * size ||
    next.size > size * 1.3 ||
    next.size < size * 0.7
  )
    return false;
  // A Latin word is not parted.
  const needed = upright.test(next.line.text) ? size : next.bottom - next.top;
  return next.top < top + indent * size && last.bottom + needed > lowest(top, size) - room * size;
}
