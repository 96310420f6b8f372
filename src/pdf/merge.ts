/** Merging: documents one after another into a new file, streams that they have in common stored once. */
import type { ByteSink } from "../core/document-io.ts";
import { createRewriter } from "../cos/rewrite.ts";
import { type Assembly, createAssembly } from "./assemble.ts";

/** The header's version; the catalogue says so when a document needs a later one. */
const version = "1.7";

/** Begins a merge into `sink`. */
export function startMerge(sink: ByteSink, context: { warn(message: string): void }): Assembly {
  return createAssembly(createRewriter(sink, { version }), {
    share: true,
    warn: (message) => context.warn(message),
  });
}
