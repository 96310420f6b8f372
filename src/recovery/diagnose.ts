/** Diagnoses a file: the `fixed` list of pdf_repair. */
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/syntax/error.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import type { PdfDocument } from "../document/open.ts";
import type { Fault } from "./faults.ts";
import type { OpenAttempt } from "./strategies/open-attempt.ts";
import { salvage } from "./strategies/salvage.ts";

/** ISO 32000-2 annex I and every reader look this far from the end of the file for the end marker. */
const endReach = 1024;

export interface Diagnosis {
  readonly faults: ReadonlySet<Fault>;
  /**
   * The document, if it has pages and nothing is wrong with it, or only with how its objects are located: objects already read
   * need not be read again.
   */
  readonly document: PdfDocument | undefined;
}

/** Examines the whole file. Throws CosError `password`, `limit` and `work`. */
export function diagnose(attempt: OpenAttempt): Diagnosis {
  const { source, headerAt } = attempt;
  const found = new Set<Fault>();
  if (headerAt !== 0) found.add("header");
  if (!asBuffer(source.read(Math.max(0, source.size - endReach), endReach)).includes("%%EOF"))
    found.add("end_of_file");
  const cos = attempt.cos();
  if (!cos && attempt.cause?.reason === "syntax") addCause(attempt.cause, found);
  const document = cos && lookInside(attempt, cos, found);
  // Objects that a wrong cross-reference doesn't lead to were not examined.
  if ((!cos || found.has("xref")) && !found.has("stream_length") && attempt.once(salvage).lacksStreamEnds)
    found.add("stream_length");

  return {
    faults: found,
    document: found.size === 0 && document && document.pages.count > 0 ? document : undefined,
  };
}

/** Why the document couldn't be opened. If the pointer to the cross-reference or its offsets are wrong, so is the latter. */
function addCause({ code }: CosError, found: Set<Fault>): void {
  if (code === "startxref" || found.has("header")) found.add("xref");
  if (code === "startxref" || !found.has("header")) found.add(code);
}

/** Walks the page tree and reads every object once; returns the document if there is one. */
function lookInside(attempt: OpenAttempt, cos: CosDocument, found: Set<Fault>): PdfDocument | undefined {
  const document = attempt.strict();
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
