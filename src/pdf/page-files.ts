/**
 * Single pages of one document as files of their own, thousands of them: where nothing of the document speaks of its pages but
 * their tree, and nothing of a page of other pages, each file is an excerpt; all others are assembled (assemble.ts).
 */
import type { ByteSink } from "../core/document-io.ts";
import { createExcerpts, type ExcerptRest, type Excerpts } from "../cos/excerpt.ts";
import { writeNumber, writeText } from "../cos/output.ts";
import { type CosDict, name } from "../cos/value.ts";
import { entriesOfOwn, infoNumber } from "./catalog.ts";
import { memo, refNumber } from "./get.ts";
import type { PdfDocument } from "./open.ts";
import { mayLackUse } from "./page-resources.ts";
import { lonePage } from "./plain-page.ts";

interface PageFiles {
  readonly excerpts: Excerpts;
  readonly rest: ExcerptRest;
}

/** Entries that say nothing which the file of one page would have to be told of. */
const silent = new Set(["Type", "Version"]);

const pageFiles = memo((document: PdfDocument): PageFiles | undefined => {
  const { cos, catalog, pages } = document;
  const from: CosDict = new Map([["Type", name("Catalog")]]);
  for (const [key, value] of catalog) {
    if (silent.has(key)) continue;
    if (entriesOfOwn.has(key) && key !== "Pages") return undefined;
    from.set(key, value);
  }
  // A page alone is a whole document, of which more comes along.
  const node = refNumber(catalog.get("Pages"));
  if (pages.count === 1 || document.made !== undefined || node === undefined) return undefined;
  if (cos.version > "1.7") from.set("Version", name(cos.version));
  const excerpts = createExcerpts(cos, (num) => pages.pageOf(num) !== 0);
  return excerpts && { excerpts, rest: { node, above, catalog: from, info: infoNumber(document) } };
});

function above(out: Parameters<ExcerptRest["above"]>[0], head: number): void {
  writeText(out, "<</Type/Pages/Kids[");
  writeNumber(out, head);
  writeText(out, " 0 R]/Count 1>>");
}

/** Writes a file of this page (1-based) as `writePages` would. False, and nothing is written: it is not so simple. */
export function writePageFile(document: PdfDocument, page: number, sink: ByteSink): boolean {
  const files = pageFiles(document);
  const plain = files && lonePage(document, page);
  if (!plain || mayLackUse(document, document.pages.dict(page), false)) return false;
  files.excerpts.write(sink, plain, files.rest);
  return true;
}
