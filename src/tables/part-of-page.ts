/** The part of a page's layout inside a box: its whole words and drawings. */

import { boxAround, hasCenter, overlap } from "../core/geometry.ts";
import type { Box, PageLayout, Piece } from "../core/page-layout.ts";

/** A word belongs to the part if its center does. */
export function partOfPage(layout: PageLayout, box: Box): PageLayout {
  const pieces = layout.pieces.flatMap((piece): Piece[] => {
    const words = piece.words.filter((word) => hasCenter(box, word.box));
    if (words.length === piece.words.length) return [piece];
    return words.length > 0 ? [{ ...piece, words, box: boxAround(words.map((word) => word.box)) }] : [];
  });
  const drawings = layout.drawings.filter((drawing) => overlap(box, drawing.box, -1));
  return { ...layout, pieces, drawings };
}
