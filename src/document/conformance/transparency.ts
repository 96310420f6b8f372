/** What a see-through stamp asks of a document, and what it may contradict. */

import { CosError } from "../../cos/syntax/error.ts";
import { name } from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { maxXmpBytes, xmpProperty, xmpText } from "../metadata/xmp.ts";
import { streamAt } from "../typed-get.ts";

/** Transparency came with PDF 1.4; PDF/A-1 forbids it. The first is mended, the second said. */
export function transparencyDoubt(session: EditSession): void {
  const { cos } = session;
  if (cos.version < "1.4") session.setCatalog({ Version: name("1.4") });
  const metadata = streamAt(cos, cos.catalog.get("Metadata"));
  if (!metadata) return;
  try {
    const part = xmpProperty(xmpText(cos.decode(metadata, maxXmpBytes)), "pdfaid:part");
    if (part === "1")
      session.context.warn("the document says it is PDF/A-1, which forbids the watermark's transparency");
  } catch (error) {
    // Metadata that cannot be read claims nothing.
    if (!(error instanceof CosError)) throw error;
  }
}
