/** Content of a file's older revisions (ISO 32000-2, 7.5.6): an update leaves everything that it replaces. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../../core/document-io.ts";
import type { Work } from "../../core/work.ts";
import type { CosDocument } from "../../cos/document.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import { isNamed, isStream } from "../../cos/syntax/value.ts";
import { openStrictly, type PdfDocument } from "../../document/open.ts";
import { documentRun } from "../../reading/interpreter/interpret-page.ts";
import type { DocumentRun } from "../../reading/interpreter/page-run.ts";
import { readPage } from "../../reading/read-page.ts";
import type { Leak } from "./leak.ts";
import type { ShownWords } from "./shown-words.ts";

/** Older revisions to check, newest first. */
const maxRevisions = 20;
/** Bytes after a cross-reference in which to look for its end. */
const endReach = 4_000_000;
/** Maximum characters of text quoted in a leak. */
const maxQuote = 2000;

/** `shown`: the words of the document as it is. */
export function revisionLeaks(document: PdfDocument, shown: ShownWords, work: Work): Leak[] {
  const ends = revisionEnds(document.cos);
  return ends.slice(0, maxRevisions).flatMap((end) => {
    const older = openPrefix(document.cos, end, work);
    return older ? lostWords(older, shown, document.cos) : [];
  });
}

/** Ends of older revisions, newest first. */
function revisionEnds({ source, revisions }: CosDocument): number[] {
  const ends = new Set<number>();
  for (const { offset } of revisions.slice(1)) {
    const bytes = source.read(offset, endReach);
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf("%%EOF");
    const end = at < 0 ? source.size : offset + at + 5;
    if (source.read(end, 16).some((byte) => byte > 0x20)) ends.add(end);
  }
  return [...ends].sort((a, b) => b - a);
}

/** The document as it was when the file ended there; undefined if it wasn't one, as inside a linearized file. */
function openPrefix({ source, password }: CosDocument, end: number, work: Work): PdfDocument | undefined {
  const prefix: ByteSource = {
    size: end,
    read: (offset, length) => source.read(offset, Math.min(length, end - offset)),
  };
  try {
    return openStrictly(prefix, password, work);
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return undefined;
  }
}

/** The words of a page; none if it can't be read. */
export function wordsOn(run: DocumentRun, page: number): string[] {
  try {
    const { blocks } = readPage(run, page, { withUnshown: true, byGlyphs: true });
    return blocks.flatMap(({ lines }) => lines.flatMap(({ text }) => text.split(/\s+/).filter(Boolean)));
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return [];
  }
}

/** Words and images in an older revision that are no longer in the document. */
function lostWords(older: PdfDocument, shown: ShownWords, now: CosDocument): Leak[] {
  const run = documentRun(older, () => {});
  const pages = Array.from({ length: older.pages.count }, (_, at) => at + 1);
  const found = pages.flatMap((page): Leak[] => {
    const lost = shown.missingFrom(wordsOn(run, page).join(" "));
    if (lost === "") return [];
    return [{ kind: "revision", page, text: lost.slice(0, maxQuote), count: lost.split(" ").length }];
  });
  const images = lostImages(older.cos, now);
  return images > 0 ? [...found, { kind: "revision", count: images }] : found;
}

function lostImages(older: CosDocument, now: CosDocument): number {
  let lost = 0;
  for (let num = 1; num < older.objectCount; num++) {
    const value = older.inUse(num) ? older.object(num) : null;
    if (!isStream(value) || !isNamed(value.dict.get("Subtype"), "Image")) continue;
    const other = now.inUse(num) ? now.object(num) : null;
    if (!isStream(other) || Buffer.compare(value.encoded(), other.encoded()) !== 0) lost += 1;
  }
  return lost;
}
