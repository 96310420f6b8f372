/** The layout of one page from MuPDF's structured text. */
import type { PDFPage } from "mupdf";
import type { Box, Drawing, PageLayout, Tag } from "../core/page-layout.ts";
import { inMupdf, mupdfMemory, release } from "./mupdf.ts";
import {
  byGlyphs as glyphsAlone,
  type MupdfDocument,
  structuredText,
  withoutDoubles,
} from "./mupdf-document.ts";
import { boxAt, Faces, mayTurn, readRawLine } from "./mupdf-lines.ts";
import { unseenLines } from "./mupdf-near-lines.ts";
import { type Link, layoutOf, type RawPage, type ReadOptions } from "./raw-page.ts";
import { addressOf, blockFields, lineFields, rawBlocks, startsTwice } from "./stext-memory.ts";

function linksOf(page: PDFPage): Link[] {
  const found: Link[] = [];
  for (const link of page.getLinks()) {
    try {
      const uri = link.getURI();
      const [x0, y0, x1, y1] = link.getBounds();
      if (/^(?:https?|mailto|ftp|tel):/i.test(uri)) found.push({ box: { x0, y0, x1, y1 }, uri });
    } finally {
      release(link);
    }
  }
  return found;
}

const layoutOptions = "structured,vectors,preserve-images";

/** What MuPDF finds on a page, with these options. */
function readRaw({ mupdf }: MupdfDocument, page: PDFPage, { once, byGlyphs }: ReadOptions): RawPage {
  const options = [layoutOptions, once && withoutDoubles, byGlyphs && glyphsAlone];
  const text = structuredText(mupdf, page, options.filter(Boolean).join(","));
  let turned = false;
  const images: { box: Box; tag: Tag | undefined }[] = [];
  const drawings: Drawing[] = [];
  try {
    const address = addressOf(text);
    const memory = inMupdf(mupdfMemory);
    const faces = new Faces(memory);
    const found: { readonly line: number; readonly tag: Tag | undefined }[] = [];
    for (const { kind, at, tag } of rawBlocks(memory, address)) {
      const fields = at >> 2;
      const box = boxAt(memory.floats, fields + blockFields.box);
      if (kind === "image") images.push({ box, tag });
      else if (kind === "drawing") {
        const stroked = ((memory.integers[fields + blockFields.flags] ?? 0) & 1) === 1;
        const color = (memory.integers[fields + blockFields.color] ?? 0) & 0xffffff;
        drawings.push({ box, stroked, color });
      } else {
        let line = memory.integers[fields + blockFields.firstLine] ?? 0;
        for (; line !== 0; line = memory.integers[(line >> 2) + lineFields.next] ?? 0) {
          found.push({ line, tag });
          turned ||= mayTurn(memory, line);
        }
      }
    }
    const unseen =
      images.length === 0 &&
      unseenLines(
        memory,
        found.map(({ line }) => line),
      );
    const seen = unseen && unseen.size > 0 ? found.filter((_, place) => !unseen.has(place)) : found;
    const lines = seen.map(({ line, tag }) => readRawLine(memory, faces, line, tag, turned));
    const twice = startsTwice(memory, address);
    return { lines, turned, images, drawings, twice };
  } finally {
    release(text);
  }
}

/** What is on page `number`, 1-based. 422 `operation_failed` when it cannot be read. */
export function readLayout(document: MupdfDocument, number: number): PageLayout {
  return document.run(`read page ${number}`, () => {
    const page = document.document.loadPage(number - 1);
    try {
      const [left, top, right, bottom] = page.getBounds();
      const size = { width: right - left, height: bottom - top };
      return layoutOf(number, size, linksOf(page), (options) => readRaw(document, page, options));
    } finally {
      release(page);
    }
  });
}
