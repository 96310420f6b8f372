/** A document without its signatures, for results that would break them (docs/decisions/0016). */

import type { PdfDocument } from "../open.ts";
import { overlay } from "../overlay.ts";
import { signatureRemoval, signatureWarning } from "../signatures.ts";
import { memo } from "../typed-get.ts";

/** The same document if it isn't signed; otherwise with plain pictures as signatures, and a warning. */
export function withoutSignatures(document: PdfDocument, warn: (message: string) => void): PdfDocument {
  // A cheap check first: many of the thousands of merged files have no form.
  if (!document.catalog.has("AcroForm") && !document.catalog.has("Perms")) return document;
  const unsigned = remove(document);
  if (unsigned !== document) warn(signatureWarning);
  return unsigned;
}

/** Computed once per document: a split takes it apart thousands of times. */
const remove = memo((document: PdfDocument): PdfDocument => {
  const base = document.cos;
  const removal = signatureRemoval(base);
  if (!removal) return document;
  const cos = overlay(base, removal, () => base.objectCount);
  return {
    ...document,
    cos,
    catalog: cos.catalog,
    pages: document.pages.through(cos, (num) => removal.has(num)),
    changed: (num) => removal.has(num) || document.changed(num),
  };
});
