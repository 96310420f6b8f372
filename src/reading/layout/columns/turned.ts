/**
 * Text rotated by quarter turns (margin stamps, wide tables on upright pages, vertical writing): its part of the page is
 * analyzed upright, like upright text, and the results are rotated back.
 */

import type { Box, PageLayout, Piece, Turn, Word } from "../../../core/page-layout.ts";
import type { PageSize } from "../../../core/readers.ts";
import { type Block, type Line, mapBlock } from "../model/blocks.ts";

/** A box on a page of this size after rotation makes text turned by `turn` upright. */
function uprightBox({ x0, y0, x1, y1 }: Box, turn: Turn, { width, height }: PageSize): Box {
  if (turn === 90) return { x0: y0, x1: y1, y0: width - x1, y1: width - x0 };
  if (turn === 270) return { x0: height - y1, x1: height - y0, y0: x0, y1: x1 };
  return { x0: width - x1, x1: width - x0, y0: height - y1, y1: height - y0 };
}

const opposite = { 90: 270, 180: 180, 270: 90 } as const;

/** The inverse of `uprightBox`; the size is the page's own. */
export const turnedBox = (box: Box, turn: Turn, { width, height }: PageSize): Box =>
  uprightBox(box, opposite[turn], turn === 180 ? { width, height } : { width: height, height: width });

/** A rotated line's baseline is measured from the page's origin, against its axis if lines progress that way. */
const uprightBaseline = (baseline: number, turn: Turn, { width, height }: PageSize) =>
  baseline + { 90: width, 180: height, 270: 0 }[turn];

function uprightPiece(piece: Piece, turn: Turn, page: PageSize): Piece {
  const words = piece.words.map(
    (word): Word => ({
      ...word,
      box: uprightBox(word.box, turn, page),
      baseline: uprightBaseline(word.baseline, turn, page),
    }),
  );
  return {
    ...piece,
    words,
    box: uprightBox(piece.box, turn, page),
    baseline: uprightBaseline(piece.baseline, turn, page),
    horizontal: true,
    turn: undefined,
  };
}

/** A page's pieces turned by `turn`, and its drawings, as an upright page. */
export function uprightLayout(layout: PageLayout, pieces: readonly Piece[], turn: Turn): PageLayout {
  const { page, width, height, drawings } = layout;
  const across = turn !== 180;
  return {
    page,
    width: across ? height : width,
    height: across ? width : height,
    pieces: pieces.map((piece) => uprightPiece(piece, turn, layout)),
    images: [],
    drawings: drawings.map((drawing) => ({ ...drawing, box: uprightBox(drawing.box, turn, layout) })),
  };
}

/** The turns of pieces, by number of letters, most first. */
export function turnsOf(pieces: readonly Piece[]): Turn[] {
  const letters = new Map<Turn, number>();
  for (const { turn, words } of pieces) {
    if (turn === undefined) continue;
    const count = words.reduce((sum, { text }) => sum + text.length, 0);
    letters.set(turn, (letters.get(turn) ?? 0) + count);
  }
  return [...letters].sort((a, b) => b[1] - a[1]).map(([turn]) => turn);
}

/** A block found on the upright page, at its position on the actual page. */
export function turnedBlock(block: Block, turn: Turn, page: PageSize): Block {
  const box = (own: Box) => turnedBox(own, turn, page);

  const line = (own: Line): Line => ({
    ...own,
    box: box(own.box),
    words: own.words.map((word) => ({ ...word, box: box(word.box) })),
    horizontal: false,
    turn,
  });

  return mapBlock(block, line, box);
}
