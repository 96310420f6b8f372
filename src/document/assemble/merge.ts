/** Merging: documents one after another into a new file, streams that they have in common stored once. */
import type { ByteSink } from "../../core/document-io.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { Rewriter } from "../../cos/write/rewrite.ts";
import { claimOf } from "../conformance/claim.ts";
import type { PdfDocument } from "../open.ts";
import { problemOf } from "../translate-errors.ts";
import { type Assembly, createAssembly } from "./assemble.ts";

/**
 * Begins a merge into `sink`, of which `first` is the first document. Small objects are packed even where no input does so:
 * pages, links and tags of many files make most of a merge (three to ten times less than unpacked), at about a tenth more
 * processor time. PDF/A-1 knows no object streams (ISO 19005-1, 6.1.4), and PDF/A-4 wants a header of PDF 2.0 (ISO 19005-4,
 * 6.1.2); of other documents the catalogue says when one needs a later version.
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

/** Where a merge is. */
export interface MergePlace {
  /** What tells the file being read from the others. */
  key: string;
  /** What errors call it. */
  name: string;
}

/** Files that turn out damaged on the way; each makes the merge begin again. */
const maxRestarts = 20;

/**
 * Runs `attempt`, which says in `at` what it is reading. Damage inside a file shows only when it is copied: then all begins
 * again with that in `damages` under its key, so that it is recovered first.
 */
export async function mergeSoundly<T>(
  attempt: (damages: ReadonlyMap<string, CosError>, at: MergePlace) => Promise<T>,
): Promise<T> {
  const damages = new Map<string, CosError>();
  for (;;) {
    const at: MergePlace = { key: "", name: "" };
    try {
      return await attempt(damages, at);
    } catch (error) {
      if (!(error instanceof CosError)) throw error;
      if (error.reason !== "syntax" || damages.has(at.key) || damages.size === maxRestarts)
        throw problemOf(at.name, error);
      damages.set(at.key, error);
    }
  }
}
