/** Chosen pages of one document as a new one: extract, remove and split. The document's protection stays (DECISIONS 2). */
import type { ByteSink } from "../core/document-io.ts";
import { createRewriter } from "../cos/rewrite.ts";
import type { CosDict } from "../cos/value.ts";
import { createAssembly } from "./assemble.ts";
import type { SelectionWriter } from "./edit.ts";
import type { PdfDocument } from "./open.ts";

/** Writes `pages` (1-based, in this order) of `document`; `own` as `Assembly.add` takes it. */
export function writePages(
  document: PdfDocument,
  pages: readonly number[],
  sink: ByteSink,
  context: { warn(message: string): void },
  own?: ReadonlyMap<number, CosDict>,
): void {
  const { version, encryption } = document.cos;
  const assembly = createAssembly(createRewriter(sink, { version, encrypt: encryption }), {
    warn: (message) => context.warn(message),
  });
  assembly.add(document, pages, own);
  assembly.finish();
}

/** How steps that choose pages have them written. */
export const writeSelection: SelectionWriter = (document, pages, own, sink, context) =>
  writePages(document, pages, sink, context, own);
