/** A clean copy of a damaged document, repaired and saved by MuPDF. */
import type { Buffer, PDFDocument } from "mupdf";
import type { ByteSource } from "../../core/document-io.ts";
import { failed } from "../../core/problem.ts";
import { openMupdf } from "./document.ts";
import { release } from "./load.ts";
import { correctEmptyLengths, dropUnreadable } from "./repair-before-save.ts";

/** Beyond this, MuPDF's memory can't hold the copy along with its working data. */
const maxBytes = 400_000_000;

/**
 * Object numbers allowed, per byte of the file and in any file. One wrong digit can make a number of millions, and MuPDF keeps
 * and writes a line for each number below it.
 */
const numbersPerByte = 0.25;
const leastNumbers = 10_000;

/**
 * The copy, encrypted like the original; undefined if MuPDF finds no pages. Throws 422 `operation_failed`. MuPDF's memory is
 * free again afterward.
 */
export async function saveCopy(source: ByteSource, password?: string): Promise<Uint8Array | undefined> {
  if (source.size > maxBytes)
    throw failed(`The document is damaged, and with ${source.size} bytes too large to be repaired`);
  using document = await openMupdf(source, password);
  if (document.pageCount === 0) return undefined;

  const bytes = document.run("repair the document", () => {
    const buffer = saveWhatCan(document.document, source.size);
    try {
      return buffer.asUint8Array().slice();
    } finally {
      release(buffer);
    }
  });
  correctEmptyLengths(bytes);

  return bytes;
}

/** Saves objects unchanged; on the second try without unparsable ones; of too many numbers, only those that lead to objects. */
function saveWhatCan(document: PDFDocument, size: number): Buffer {
  if (document.countObjects() > leastNumbers + numbersPerByte * size)
    return document.saveToBuffer("garbage=compact");
  try {
    return document.saveToBuffer("");
  } catch {
    dropUnreadable(document);
    return document.saveToBuffer("");
  }
}
