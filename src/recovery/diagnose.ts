/** What is wrong with a file: what `fixed` of pdf_repair names. */
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/syntax/error.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import type { PdfDocument } from "../document/open.ts";
import type { Fault } from "./faults.ts";
import type { Known } from "./strategies/known.ts";
import { salvage } from "./strategies/salvage.ts";

/** ISO 32000-2 annex I and every reader: the end marker is looked for this far from the end of the file. */
const endReach = 1024;

export interface Diagnosis {
  readonly faults: ReadonlySet<Fault>;
  /**
   * The document, where nothing is wrong with it, or only how its objects are found, and it has pages: what was read of it
   * need not be read again.
   */
  readonly document: PdfDocument | undefined;
}

/** Looks at the whole file. Throws CosError `password`, `limit` and `work`. */
export function diagnose(known: Known): Diagnosis {
  const { source, headerAt } = known;
  const found = new Set<Fault>();
  if (headerAt !== 0) found.add("header");
  if (!asBuffer(source.read(Math.max(0, source.size - endReach), endReach)).includes("%%EOF"))
    found.add("end_of_file");
  const cos = known.cos();
  if (!cos && known.cause?.reason === "syntax") addCause(known.cause, found);
  const document = cos && lookInside(known, cos, found);
  // What a wrong cross-reference does not lead to was not looked at.
  if ((!cos || found.has("xref")) && !found.has("stream_length") && known.once(salvage).lacksStreamEnds)
    found.add("stream_length");
  return {
    faults: found,
    document: found.size === 0 && document && document.pages.count > 0 ? document : undefined,
  };
}

/** What kept the document from being opened. Where the pointer to it is wrong, or offsets are, so is the cross-reference. */
function addCause({ code }: CosError, found: Set<Fault>): void {
  if (code === "startxref" || found.has("header")) found.add("xref");
  if (code === "startxref" || !found.has("header")) found.add(code);
}

/** The page tree is walked, and every object read once; the document where there is one. */
function lookInside(known: Known, cos: CosDocument, found: Set<Fault>): PdfDocument | undefined {
  const document = known.strict();
  if (!document || document.pages.inconsistencies.length > 0 || document.pages.wrongCounts.size > 0)
    found.add("page_tree");
  for (let num = 1; num < cos.objectCount; num++) {
    try {
      cos.object(num);
    } catch (error) {
      if (!(error instanceof CosError)) throw error;
      found.add(error.code);
    }
  }
  return document;
}
