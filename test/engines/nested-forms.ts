/**
 * Reads PDFs of nested form XObjects in one MuPDF instance, each followed by a good PDF. This is a separate program so that
 * it runs under every runtime. Prints one JSON object per depth.
 */
import { inMupdf, loadMupdf, type Mupdf, mupdfIsBroken } from "../../src/engines/mupdf/load.ts";
import { samplePdf } from "../support/pdf.ts";
import { type BuiltPdf, buildPdf } from "../support/pdf-builder.ts";

export interface Reading {
  readonly depth: number;
  /** The text, or the error. */
  readonly outcome: string;
  /** Text and pixels of a good document, read afterwards with the same instance. */
  readonly afterwards: string;
  readonly broken: boolean;
}

/** One page whose content draws a form that draws a form …, `depth` levels deep; the innermost shows "deep". */
export function nestedForms(depth: number): Uint8Array {
  const objects: Record<number, BuiltPdf["objects"][number]> = {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 300]>>",
    3: "<</Type/Page/Parent 2 0 R/Resources<</XObject<</X 6 0 R>>>>/Contents 4 0 R>>",
    4: { dict: "", data: "q /X Do Q" },
    5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  };
  const form = "/Type/XObject/Subtype/Form/BBox[0 0 300 300]";
  for (let level = 1; level < depth; level++)
    objects[5 + level] = { dict: `${form}/Resources<</XObject<</X ${6 + level} 0 R>>>>`, data: "q /X Do Q" };
  const text = "BT /F 20 Tf 20 20 Td (deep) Tj ET";
  objects[5 + depth] = { dict: `${form}/Resources<</Font<</F 5 0 R>>>>`, data: text };
  return buildPdf({ objects });
}

function readPage(mupdf: Mupdf, bytes: Uint8Array): { readonly text: string; readonly pixels: number } {
  return inMupdf(() => {
    const document = mupdf.Document.openDocument(bytes, "application/pdf");
    const page = document.loadPage(0);
    const structured = page.toStructuredText("preserve-whitespace");
    const pixmap = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, false);
    const pixels = pixmap.getPixels().reduce((sum, value, k) => (sum * 31 + value + k) % 1_000_000_007, 7);
    const text = structured.asText().trim();
    for (const used of [pixmap, structured, page, document]) used.destroy();
    return { text, pixels };
  });
}

/** Reads each depth in turn, all in the same instance. */
export async function readNestedForms(depths: readonly number[]): Promise<Reading[]> {
  const mupdf = await loadMupdf();
  const good = samplePdf({ pages: ["a good page"] });
  return depths.map((depth) => {
    let outcome: string;
    try {
      outcome = readPage(mupdf, nestedForms(depth)).text;
    } catch (error) {
      outcome = error instanceof Error ? `${error.name}: ${error.message}` : `thrown: ${String(error)}`;
    }
    let afterwards: string;
    try {
      const { text, pixels } = readPage(mupdf, good);
      afterwards = `${text} ${pixels}`;
    } catch (error) {
      afterwards = String(error);
    }
    return { depth, outcome, afterwards, broken: mupdfIsBroken() };
  });
}
