/** A document opened for its layout, by MuPDF alone: pdf.js, which reads what MuPDF cannot, gives lines without fonts. */
import type { ByteSource } from "../core/document-io.ts";
import type { LayoutReader, PageLayout, Piece, Word } from "../core/page-layout.ts";
import { readLayout } from "./mupdf-layout.ts";
import { openReader } from "./open-reader.ts";
import type { TextBlock } from "./text/lines.ts";
import { layoutText } from "./unreadable.ts";

const plainFace = { name: "", bold: false, italic: false, mono: false };

/** Lines of the second reader as pieces of one word each. */
function plainLayout(page: number, blocks: readonly TextBlock[]): PageLayout {
  const pieces = blocks.flatMap(({ lines }) =>
    lines.flatMap(({ text, place }): Piece[] => {
      if (place === undefined || text.trim() === "") return [];
      const { box, size } = place;
      const word: Word = { text: text.trim(), box, baseline: box.y1, size, face: plainFace, spaced: false };
      return [
        { words: [word], box, baseline: box.y1, size, horizontal: true, rightToLeft: false, tag: undefined },
      ];
    }),
  );
  const width = pieces.reduce((most, { box }) => Math.max(most, box.x1), 0);
  const height = pieces.reduce((most, { box }) => Math.max(most, box.y1), 0);
  return { page, width, height, pieces, images: [], drawings: [] };
}

/** By MuPDF; a file it finds no page in, by pdf.js. 422 `operation_failed` when neither can. */
export function openLayout(source: ByteSource): Promise<LayoutReader> {
  return openReader(source, {
    byMupdf: readLayout,
    bySecond: async (reader, page) => plainLayout(page, await reader.page(page)),
    textOf: layoutText,
    withText: (page, { pieces }) => ({ ...page, pieces }),
  });
}
