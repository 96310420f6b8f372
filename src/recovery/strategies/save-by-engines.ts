/**
 * Documents that an engine wrote anew, in memory: MuPDF, which repairs what it opens, of the file as it is or made easier for
 * it, or pdf.js where MuPDF finds no page.
 */
import type { ByteSource } from "../../core/document-io.ts";
import { sourceOf } from "../../core/memory-source.ts";
import { openStrictly, type PdfDocument } from "../../document/open.ts";
import { saveCopy } from "../../engines/mupdf/save-copy.ts";
import { openSecondReader } from "../../engines/pdfjs/pdfjs.ts";
import type { Known } from "./known.ts";
import { withoutXref } from "./without-xref.ts";

/** Without its cross-reference, which is wrong, or hides what is there. */
export async function mupdfSave(known: Known): Promise<PdfDocument | undefined> {
  return await saved(known, known.source);
}

export async function pdfjsRewrite(known: Known): Promise<PdfDocument | undefined> {
  using second = await openSecondReader(known.source);
  if (!second) return undefined;
  try {
    return opened(known, await second.rewrite());
  } catch {
    // It reads more than it can write again.
    return undefined;
  }
}

async function saved(known: Known, source: ByteSource): Promise<PdfDocument | undefined> {
  const bytes = await saveCopy(withoutXref(source), known.password);
  return bytes && opened(known, bytes);
}

function opened({ password, work }: Known, bytes: Uint8Array): PdfDocument {
  return { ...openStrictly(sourceOf(bytes), password, work), mended: true };
}
