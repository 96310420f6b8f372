/** Chosen pages of a document as a new one: extract, remove and split. Protection stays (docs/decisions/0017). */
import type { ByteSink } from "../../core/document-io.ts";
import type { CosDict } from "../../cos/syntax/value.ts";
import { Rewriter } from "../../cos/write/rewrite.ts";
import type { WrittenAs } from "../edit.ts";
import type { PdfDocument } from "../open.ts";
import { createAssembly } from "./assemble.ts";

/** Writes `pages` (1-based, in this order) of `document`; `own` as in `Assembly.add`. */
export function writePages(
  document: PdfDocument,
  pages: readonly number[],
  sink: ByteSink,
  context: { warn(message: string): void },
  own?: ReadonlyMap<number, CosDict>,
  { keepInfo, encryption }: WrittenAs = { keepInfo: true, encryption: document.cos.encryption },
): void {
  const rewriter = new Rewriter(sink, { version: document.cos.version, encrypt: encryption });
  const assembly = createAssembly(rewriter, { keepInfo, warn: (message) => context.warn(message) });
  assembly.add(document, pages, own);
  assembly.finish();
}
