/** Appearances of annotations that have none: MuPDF lays out their text and draws their lines. */
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
 * MuPDF draws missing appearances only for display; a change, even to the same value, makes it write them. All are changed
 * before the first is drawn, because a change discards all other drawings.
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
    // After a WASM failure the memory may be corrupt; MuPDF's own error about one annotation is no reason to give up on the rest.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw error;
  }
}
