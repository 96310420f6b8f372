/** What is wrong with a file, in stable words: what pdf_repair says it fixed (SPEC 4.14). */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../core/document-io.ts";
import { type CosDocument, openCos } from "../cos/document.ts";
import { CosError, isFinal } from "../cos/syntax/error.ts";
import { openWindows } from "../cos/syntax/source-window.ts";
import { readXref } from "../cos/xref/chain.ts";
import { locate } from "../cos/xref/locate.ts";
import { openByObjects, type PdfDocument } from "../document/open.ts";
import { listPageTree } from "../document/pages/page-tree.ts";
import { createStreamCheck, doubtfulStreams, type StreamCheck } from "./edits/damaged-streams.ts";
import { lacksStreamEnds } from "./strategies/missing-endstream.ts";

/** The words and what each says. They are stable: programs may look for them. */
export const faults = {
  header: "the header was missing or not at the start of the file",
  end_of_file: "the end-of-file marker was missing",
  startxref: "the pointer to the cross-reference was missing or wrong",
  xref: "the cross-reference was missing, unreadable or wrong",
  trailer: "the trailer or the document catalogue was missing or unreadable",
  stream_length: "streams had a wrong length or no end",
  stream_data: "data of streams was damaged and could be read only in part",
  object: "objects could not be read",
  page_tree: "the page tree was damaged or counted its pages wrongly",
} as const;

export type Fault = keyof typeof faults;

/** ISO 32000-2 annex I and every reader: header and end marker are looked for this far from their end of the file. */
const reach = 1024;

/** Where the header stands: 0 when it is where it belongs, -1 when there is none. */
export function headerOffset(source: ByteSource): number {
  return latin1(source.read(0, reach)).indexOf("%PDF-");
}

export interface Diagnosis {
  /** The faults found, in the order of `faults`. */
  readonly faults: readonly Fault[];
  /**
   * The document, where nothing is wrong with it, or only how its objects are found, and it has pages: what was read of it
   * need not be read again.
   */
  readonly document: PdfDocument | undefined;
  /** Of that document: the streams that are to be decoded to know whether their data is damaged. */
  readonly doubtful: readonly number[];
}

/** In the order of `faults`. */
export function inOrder(found: ReadonlySet<Fault>): Fault[] {
  return (Object.keys(faults) as Fault[]).filter((fault) => found.has(fault));
}

/** Looks at the whole file. Throws CosError `password` and `limit`. */
export function diagnose(source: ByteSource): Diagnosis {
  const found = new Set<Fault>();
  if (headerOffset(source) !== 0) found.add("header");
  const tail = source.read(Math.max(0, source.size - reach), reach);
  if (!latin1(tail).includes("%%EOF")) found.add("end_of_file");
  const cos = openOr(source, found);
  if (!cos) {
    const other = openByObjects(source);
    if (other) return { faults: inOrder(found), document: other, doubtful: doubtfulStreams(other.cos) };
  }
  const streams = cos && createStreamCheck(cos);
  const document = cos && streams && lookInside(cos, streams, found);
  // What a wrong cross-reference does not lead to was not looked at.
  if ((!cos || found.has("xref")) && !found.has("stream_length") && lacksStreamEnds(source))
    found.add("stream_length");
  return {
    faults: inOrder(found),
    document: found.size === 0 && document && document.pages.count > 0 ? document : undefined,
    doubtful: streams?.doubtful ?? [],
  };
}

/** The document where it opens; else what keeps it from opening is added to `found`. */
function openOr(source: ByteSource, found: Set<Fault>): CosDocument | undefined {
  const step = <T>(fault: Fault | ((error: CosError) => Fault), run: () => T): T | undefined => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof CosError) || isFinal(error)) throw error;
      found.add(typeof fault === "string" ? fault : fault(error));
      return undefined;
    }
  };
  try {
    return openCos(source);
  } catch (error) {
    if (!(error instanceof CosError) || isFinal(error)) throw error;
  }
  // Step by step, to see which of them fails.
  const windows = openWindows(source);
  const located = step("startxref", () => locate(windows));
  if (!located || found.has("header")) return step("xref", () => openCos(source));
  if (!step("xref", () => readXref(windows, located.startXref))) return undefined;
  // The catalogue is the one object that opening reads: where it is not found, the cross-reference is wrong.
  return step(
    (error) => (faultOf(error) === "xref" ? "xref" : "trailer"),
    () => openCos(source),
  );
}

/** The page tree is walked, and every object read once; the document where there is one. */
function lookInside(cos: CosDocument, streams: StreamCheck, found: Set<Fault>): PdfDocument | undefined {
  const document = withPages(cos, found);
  for (let num = 1; num < cos.objectCount; num++) {
    try {
      const value = cos.object(num);
      // Where something is wrong, another document is written than this.
      if (found.size === 0) streams.look(num, value);
    } catch (error) {
      if (!(error instanceof CosError)) throw error;
      found.add(faultOf(error));
    }
  }
  return document;
}

function withPages(cos: CosDocument, found: Set<Fault>): PdfDocument | undefined {
  try {
    const pages = listPageTree(cos, cos.catalog.get("Pages"));
    if (pages.doubts.length > 0 || pages.wrongCounts.size > 0) found.add("page_tree");
    return { cos, catalog: cos.catalog, pages, mended: false, changed: () => false };
  } catch (error) {
    if (!(error instanceof CosError)) throw error;
    found.add("page_tree");
    return undefined;
  }
}

function faultOf(error: CosError): Fault {
  if (/stream/.test(error.message) && /length/.test(error.message)) return "stream_length";
  return /cross-reference|beyond the end/.test(error.message) ? "xref" : "object";
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
