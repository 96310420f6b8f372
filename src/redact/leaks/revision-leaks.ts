/** Content of a file's older revisions (ISO 32000-2, 7.5.6): an update leaves everything that it replaces. */
import { Buffer } from "node:buffer";
import type { Work } from "../../core/work.ts";
import type { CosDocument } from "../../cos/document.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import { isNamed, isStream } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { openPrefix, revisionEnds } from "../../document/revisions.ts";
import { documentRun } from "../../reading/interpreter/interpret-page.ts";
import type { DocumentRun } from "../../reading/interpreter/page-run.ts";
import { readPage } from "../../reading/read-page.ts";
import type { Leak } from "./leak.ts";
import type { ShownWords } from "./shown-words.ts";

/** Older revisions to check, newest first. */
const maxRevisions = 20;
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
