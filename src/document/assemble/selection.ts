/** Chosen pages of a document as a new one: extract, remove and split. Protection stays (docs/decisions/0017). */
import type { ByteSink } from "../../core/document-io.ts";
import { Rewriter } from "../../cos/write/rewrite.ts";
import { allowsObjectStreams, claimOf } from "../conformance/claim.ts";
import type { WrittenAs } from "../edit.ts";
import type { PdfDocument } from "../open.ts";
import { type AddOptions, type Assembly, createAssembly } from "./assemble.ts";

/** Writes `pages` (1-based, in this order) of `document`; `own` and `compose` as in `Assembly.add`. */
export function writePages(
  document: PdfDocument,
  pages: readonly number[],
  sink: ByteSink,
  context: { warn(message: string): void },
  { keepInfo, encryption, own }: WrittenAs = { keepInfo: true, encryption: document.cos.encryption },
  compose?: AddOptions["compose"],
): void {
  const rewriter = new Rewriter(sink, { version: document.cos.version, encrypt: encryption });
  const assembly = createAssembly(rewriter, { keepInfo, warn: (message) => context.warn(message) });
  assembly.add(document, pages, { own, compose });
  assembly.finish();
}

/**
 * Begins a merge into `sink`; `first` is the first document. Small objects are packed even if no input does so: pages, links
 * and tags make up most of a merge of many files (three to ten times less than unpacked), at about a tenth more processor
 * time. PDF/A-1 doesn't allow object streams (ISO 19005-1, 6.1.4), PDF/X-1a and X-3 no later version, and PDF/A-4 requires a
 * PDF 2.0 header (ISO 19005-4, 6.1.2); other documents that need a later version get it in the catalog.
 */
export function startMerge(
  sink: ByteSink,
  context: { warn(message: string): void },
  first: PdfDocument,
): Assembly {
  const claim = claimOf(first.cos);
  const objectStreams = allowsObjectStreams(claim);
  const claimed = claim.pdfx && !objectStreams ? first.cos.version : "1.7";
  const version = claim.pdfa?.part === "4" ? "2.0" : claimed;
  return createAssembly(new Rewriter(sink, { version, objectStreams }), {
    share: true,
    warn: (message) => context.warn(message),
  });
}
