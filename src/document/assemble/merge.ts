/** Merging: documents one after another into a new file, streams that they have in common stored once. */
import type { ByteSink } from "../../core/document-io.ts";
import { Rewriter } from "../../cos/write/rewrite.ts";
import { claimOf } from "../conformance/claim.ts";
import type { PdfDocument } from "../open.ts";
import { type Assembly, createAssembly } from "./assemble.ts";

/**
 * Begins a merge into `sink`, of which `first` is the first document. Small objects are packed even where no input does so:
 * pages, links and tags of many files make most of a merge (three to ten times less than unpacked), at about a tenth more
 * processor time. PDF/A-1 knows no object streams (ISO 19005-1, 6.1.4), and PDF/A-4 wants a header of PDF 2.0 (ISO 19005-4,
 * 6.1.2); other documents that need a later version get it in the catalogue.
 */
export function startMerge(
  sink: ByteSink,
  context: { warn(message: string): void },
  first: PdfDocument,
): Assembly {
  const part = claimOf(first.cos).pdfa?.part;
  const form = { version: part === "4" ? "2.0" : "1.7", objectStreams: part !== "1" };
  return createAssembly(new Rewriter(sink, form), {
    share: true,
    warn: (message) => context.warn(message),
  });
}
