/** Opens a document to draw its pages. */
import { type PageRenderer, type Readers, TooCostlyError } from "../../../core/readers.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { asksTooMuch } from "../../../reading/interpreter/content/drawn-bytes.ts";
import { pageView } from "../../../reading/interpreter/content/page-source.ts";

/** Throws `TooCostlyError` for a page that would occupy the engine for minutes. */
export function refuseCostly(document: PdfDocument, page: number): void {
  const why = asksTooMuch(document, page);
  if (why !== undefined) throw new TooCostlyError(page, why);
}

/** Like `Readers.openPages`, but no page that `refuseCostly` refuses is opened. */
export async function openDrawing(document: PdfDocument, readers: Readers): Promise<PageRenderer> {
  const renderer = await readers.openPages(document.cos.source, document.cos.password);
  return {
    ...renderer,
    // A page that isn't opened has a size too.
    size: (page) => (asksTooMuch(document, page) ? pageView(document, page) : renderer.size(page)),
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
    seenInk(page, letters) {
      refuseCostly(document, page);
      return renderer.seenInk(page, letters);
    },
  };
}
