/** How annotations look that do not say it themselves: MuPDF lays out their text and draws their lines. */
import type { PDFPage } from "mupdf";
import type { ByteSource } from "../../core/document-io.ts";
import { sourceOf } from "../../core/document-io.ts";
import { openMupdf } from "./document.ts";
import { release } from "./load.ts";

/** A copy of the document in which the annotations and fields of its first page have appearances. */
export async function drawAppearances(source: ByteSource): Promise<ByteSource> {
  using document = await openMupdf(source);
  const bytes = document.run("draw the appearance of form fields and annotations", () => {
    const page = document.document.loadPage(0);
    try {
      drawAll(page);
    } finally {
      release(page);
    }
    const buffer = document.document.saveToBuffer("");
    try {
      return buffer.asUint8Array().slice();
    } finally {
      release(buffer);
    }
  });
  return sourceOf(bytes);
}

/**
 * What is missing is drawn at once for the screen alone; a change, even to what is, has it written. All are changed before the
 * first is drawn: a change undoes what was drawn of all the others.
 */
function drawAll(page: PDFPage): void {
  const annotations = [...page.getAnnotations(), ...page.getWidgets()];
  try {
    for (const annotation of annotations) attempt(() => annotation.setFlags(annotation.getFlags()));
    for (const annotation of annotations) attempt(() => annotation.update());
  } finally {
    release(...annotations);
  }
}

function attempt(draw: () => void): void {
  try {
    draw();
  } catch (error) {
    // WASM that failed may have lost its memory; what MuPDF itself says of one annotation is no reason to give up the rest.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw error;
  }
}
