/** Which revision a signature covers, and what the file adds to it. */
import type { ByteSource } from "../core/document-io.ts";
import type { Work } from "../core/work.ts";
import { latin1 } from "../cos/syntax/value.ts";
import type { PdfDocument } from "../document/open.ts";
import { openPrefix } from "../document/revisions.ts";
import { endsFile, rangeFault } from "./byte-range.ts";
import { endOf, type FoundSignature } from "./found.ts";
import { pays } from "./work.ts";

export type Coverage =
  | { readonly covers: "file" }
  /** `signed`: the document as it was signed. */
  | { readonly covers: "revision"; readonly signed: PdfDocument; readonly doubts: readonly string[] }
  | { readonly covers: "broken"; readonly fault: string };

/** Work for each cross-reference section and signature of a revision that is compared: a file of thousands must end. */
const stepsPerSection = 500;
/** Bytes before the end of a revision in which it says where its cross-reference is. */
const tailBytes = 64;

/** `signatures`: how many the document has. */
export function coverageOf(
  input: ByteSource,
  document: PdfDocument,
  found: FoundSignature,
  { work, signatures }: { readonly work: Work; readonly signatures: number },
): Coverage {
  const broken = (fault: string): Coverage => ({ covers: "broken", fault });
  if (document.recovered) return broken("the file is damaged: other readers may show other content");
  const { cos } = document;
  // Offsets of some files begin at their header.
  const shift = input.size - cos.source.size;
  const offset = cos.offsetOf(found.num);
  const fault = rangeFault(input, found, offset === undefined ? undefined : offset + shift);
  if (fault !== undefined) return broken(fault);
  const end = endOf(found);
  if (endsFile(input, end)) return { covers: "file" };

  if (!/%%EOF\s*$/.test(latin1(input.read(end - tailBytes, tailBytes))))
    return broken("the signed bytes don't end with a revision");
  if (!pays(work, stepsPerSection * (cos.revisions.length + signatures)))
    return broken("the file has too many revisions to list later changes");
  const signed = openPrefix(cos, end - shift, work);
  if (!signed) return broken("the signed bytes are no document by themselves");
  const { startXref } = signed.cos;
  if (signed.cos.offsetOf(found.num) !== offset) return broken("the signature isn't part of what it covers");
  if (!cos.revisions.some((revision) => revision.offset === startXref))
    return broken("later revisions don't build on the signed one");
  if (cos.startXref === startXref) return broken("bytes that belong to no revision follow the signed ones");
  const isHybrid = cos.revisions.some((revision) => revision.hybrid && revision.offset >= end - shift);
  const doubts = isHybrid
    ? ["a later revision has two cross-references: readers may show different content"]
    : [];
  return { covers: "revision", signed, doubts };
}
