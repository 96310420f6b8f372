/**
 * Vertical writing: columns from right to left, each from top to bottom. Engines report it in pieces: browsers place each
 * upright character separately and rotate Latin text; a column ends with its line. The pieces come in order and are joined
 * here.
 */
import type { LineSource, TextBlock, TextLine } from "../../core/page-layout.ts";

/** In font sizes: maximum width of a column's piece, tolerance for its centers, maximum gap between pieces. */
const widest = 1.7;
const sameCenter = 0.5;
const leastGap = -0.8;
const mostGap = 0.6;
/** In font sizes: distance of the next column, and extra room that a column leaves at its bottom for the next piece. */
const nextColumn = 3.5;
const room = 0.5;
/** In font sizes: a column that begins lower than the previous one begins a paragraph. */
const indent = 0.4;
/** Minimum stacked characters, or their height in one line, for a column. */
const leastStack = 4;
/** Maximum pieces per page: hostile pages have any number. */
const mostPieces = 5000;

const upright = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

interface Piece {
  readonly line: TextLine;
  readonly center: number;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
}

function pieceOf(line: TextLine): Piece | undefined {
  if (line.place === undefined) return undefined;
  const { box, size } = line.place;
  if (box.x1 - box.x0 > widest * size || line.text.trim() === "") return undefined;
  return { line, center: (box.x0 + box.x1) / 2, top: box.y0, bottom: box.y1, size };
}

function isBelow(piece: Piece, above: Piece): boolean {
  const size = Math.max(piece.size, above.size);
  const gap = piece.top - above.bottom;
  return (
    Math.abs(piece.center - above.center) < sameCenter * size && gap > leastGap * size && gap < mostGap * size
  );
}

/** Whether these contain a column: stacked characters, or a line of stacked ones. */
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

/** Text that continues over columns, and the last column. */
interface Run {
  text: string;
  readonly sources: LineSource[];
  readonly first: TextLine;
  top: number;
  last: Piece;
}

/** The blocks, with each vertically written paragraph as one line; others unchanged. */
export function joinColumns(blocks: readonly TextBlock[]): TextBlock[] {
  const pieces = blocks.map(({ lines }) => lines.map(pieceOf));
  const all = pieces.flat();
  if (all.length > mostPieces || !hasColumn(all)) return [...blocks];

  /** The lowest end of columns that begin at this height. */
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

/** The end of the column that begins with a piece. */
function endsOf(pieces: readonly (Piece | undefined)[]): (piece: Piece) => number {
  const ends = new Map<Piece, number>();
  let below: Piece | undefined;
  for (const piece of pieces.toReversed()) {
    if (piece) ends.set(piece, below && isBelow(below, piece) ? (ends.get(below) ?? 0) : piece.bottom);
    below = piece;
  }
  return (piece) => ends.get(piece) ?? piece.bottom;
}

/** Whether a column continues in another. */
function runsOn({ top, last }: Run, next: Piece, lowest: (top: number, size: number) => number): boolean {
  const { size } = last;
  const away = last.center - next.center;

  if (
    away < sameCenter * size ||
    away > nextColumn * size ||
    next.size > size * 1.3 ||
    next.size < size * 0.7
  )
    return false;

  // A Latin word isn't split.
  const needed = upright.test(next.line.text) ? size : next.bottom - next.top;
  return next.top < top + indent * size && last.bottom + needed > lowest(top, size) - room * size;
}
