/** Whether a recovered document is complete: only then can it conform to the standards it claims. */
import { isArray, isDict, isRef, isStream } from "../cos/syntax/value.ts";
import { walk } from "../cos/walk.ts";
import type { PdfDocument } from "../document/open.ts";
import { diagnose } from "./diagnose.ts";
import { isDamagedStream } from "./edits/damaged-streams.ts";
import type { Fault } from "./faults.ts";
import type { OpenAttempt } from "./strategies/open-attempt.ts";

/** Faults in the structures that locate objects; no object suffers from them. */
const aroundObjects: ReadonlySet<Fault> = new Set(["header", "end_of_file", "startxref", "xref"]);

/** `faults`: those found in the file. */
export function isComplete(document: PdfDocument, faults: ReadonlySet<Fault>): boolean {
  if ([...faults].some((fault) => !aroundObjects.has(fault))) return false;
  // A file that ends before its cross-reference may also end within an object.
  if (faults.has("end_of_file") && faults.has("xref")) return false;
  return document.pages.inconsistencies.length === 0 && !hasLosses(document);
}

/** A recovered document that reports what it lacks when asked. */
export function withCompleteness(document: PdfDocument, attempt: OpenAttempt): PdfDocument {
  return { ...document, isIncomplete: () => !isComplete(document, diagnose(attempt).faults) };
}

/** Whether anything that the document refers to is missing or damaged. */
function hasLosses({ cos }: PdfDocument): boolean {
  let lost = false;
  walk(cos, { part: "the document", depth: 1000 }, [cos.catalog], undefined, ({ value, num }) => {
    if (num !== 0 && (value === null || (isStream(value) && isDamagedStream(cos, num)))) lost = true;
    const dict = isStream(value) ? value.dict : value;
    if (lost || !isDict(dict)) return undefined;
    const values = [...dict.values()].filter((entry) => isRef(entry) || isArray(entry) || isDict(entry));
    return [{ values, state: undefined }];
  });
  return lost;
}
