/** Opens a document to draw its pages. */
import { type PageRenderer, type Readers, TooCostlyError } from "../../core/readers.ts";
import type { PdfDocument } from "../../document/open.ts";
import { asksTooMuch } from "../../reading/interpreter/content/drawn-bytes.ts";

/** Throws `TooCostlyError` for a page that would occupy the engine for minutes. */
export function refuseCostly(document: PdfDocument, page: number): void {
  if (asksTooMuch(document, page)) throw new TooCostlyError(page);
}

/** Like `Readers.openPages`, but no page that `refuseCostly` refuses is drawn. */
export async function openDrawing(document: PdfDocument, readers: Readers): Promise<PageRenderer> {
  const renderer = await readers.openPages(document.cos.source, document.cos.password);
  return {
    ...renderer,
    draw(page, pixels) {
      refuseCostly(document, page);
      return renderer.draw(page, pixels);
    },
    drawGray(page, pixels) {
      refuseCostly(document, page);
      return renderer.drawGray(page, pixels);
    },
    async picture(page, picture) {
      refuseCostly(document, page);
      return await renderer.picture(page, picture);
    },
    samples(page, picture, into) {
      refuseCostly(document, page);
      return renderer.samples(page, picture, into);
    },
    text(page) {
      refuseCostly(document, page);
      return renderer.text(page);
    },
  };
}
