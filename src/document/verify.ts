/** Rereads written output strictly before it is published (docs/decisions/0006). */
import type { ByteSource, NewFile } from "../core/document-io.ts";
import { failed } from "../core/problem.ts";
import type { Work } from "../core/work.ts";
import { CosError } from "../cos/syntax/error.ts";
import { openStrictly, type PdfDocument } from "./open.ts";

/** A file's written bytes, for verification; 422 `operation_failed` if they are incomplete. */
export function rereadWhole(file: NewFile): ByteSource {
  const written = file.reread();
  if (written.size !== file.position)
    throw failed(`only ${written.size} of ${file.position} bytes were written; nothing is kept`);
  return written;
}

/** Opens written bytes without any repair, whatever their page count; 422 `operation_failed` if that isn't certain. */
export function openWritten(written: ByteSource, password?: string, work?: Work): PdfDocument {
  let document: PdfDocument;
  try {
    document = openStrictly(written, password, work);
  } catch (cause) {
    if (!(cause instanceof CosError)) throw cause;
    throw failed("the result could not be read again; nothing was written", { cause });
  }
  const [inconsistency] = document.pages.inconsistencies;
  if (inconsistency !== undefined)
    throw failed(`the result would be damaged (${inconsistency}); nothing was written`);
  return document;
}

/**
 * Opens written bytes without any repair and compares the page count. Throws 422 `operation_failed` if they can't be read
 * reliably or the count differs. `password` opens encrypted bytes; `work` pays for more reading.
 */
export function verifyWritten(
  written: ByteSource,
  pages: number,
  password?: string,
  work?: Work,
): PdfDocument {
  const document = openWritten(written, password, work);
  if (document.pages.count !== pages)
    throw failed(
      `the result would have ${document.pages.count} pages instead of ${pages}; nothing was written`,
    );
  return document;
}
