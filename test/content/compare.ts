/**
 * Our own reading of pages against MuPDF's, page by page over the corpus: `bun test/content/compare.ts [--layout]
 * [--only=part of a name] [--show=20] [--names=4] [--cache=folder] [--pages=50] [folder with PDFs …]`. Prints how many pages are
 * read by us, how many are left to MuPDF and why, how many are equal, and the first difference of those that are not.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openContentLayout, openContentText } from "../../src/content/content-readers.ts";
import type { PageLayout } from "../../src/core/page-layout.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { openDocument, type PdfDocument } from "../../src/pdf/open.ts";
import { createReaders } from "../../src/readers/readers.ts";
import { corpusFolder } from "../support/corpus.ts";
import { memorySource } from "../support/memory-files.ts";
import { layoutDifference, textDifference } from "./difference.ts";

const args = process.argv.slice(2);
const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1];
const folders = args.filter((arg) => !arg.startsWith("--"));
const only = option("only");
const shown = Number(option("show") ?? 20);
const mostPages = Number(option("pages") ?? 50);
const cache = option("cache");
const readers = createReaders();

interface Reader<Page> extends Disposable {
  page(page: number): Page | Promise<Page>;
}

/** How one kind of reading is opened on both sides and compared. */
interface Reading<Page> {
  readonly kind: string;
  ours(document: PdfDocument, left: (page: number, reason: string) => void): Reader<Page>;
  theirs(document: PdfDocument): Promise<Reader<Page>>;
  readonly nothing: Page;
  isEmpty(page: Page): boolean;
  difference(ours: Page, theirs: Page): string | undefined;
}

const noLayout: PageLayout = { page: 0, width: 0, height: 0, pieces: [], images: [], drawings: [] };

/** Stands for MuPDF on our side: what is left to it is not compared. */
const other =
  <Page>(nothing: Page) =>
  async () => ({ pageCount: 0, page: () => nothing, [Symbol.dispose]() {} });

const text: Reading<string> = {
  kind: "text",
  ours: (document, left) => openContentText(document, { other: other(""), left }),
  theirs: (document) => readers.openText(document.cos.source),
  nothing: "",
  isEmpty: (page) => page === "",
  difference: textDifference,
};

const layout: Reading<PageLayout> = {
  kind: "layout",
  ours: (document, left) => openContentLayout(document, { other: other(noLayout), left }),
  theirs: (document) => readers.openLayout(document.cos.source),
  nothing: noLayout,
  isEmpty: ({ pieces, images, drawings }) => pieces.length + images.length + drawings.length === 0,
  difference: layoutDifference,
};

function pdfsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pdfsBelow(path);
    return /\.pdf$/i.test(entry.name) ? [path] : [];
  });
}

/** Pages; undefined for those that cannot be read. */
async function readAll<Page>(reader: Reader<Page>, count: number): Promise<(Page | null)[]> {
  const pages: (Page | null)[] = [];
  for (let page = 1; page <= count; page++) {
    try {
      pages.push(await reader.page(page));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      pages.push(null);
    }
  }
  return pages;
}

async function reference<Page>(
  reading: Reading<Page>,
  path: string,
  document: PdfDocument,
  count: number,
): Promise<(Page | null)[]> {
  const key = `${basename(path)}.${createHash("sha256").update(path).digest("hex").slice(0, 8)}.${reading.kind}.json`;
  const kept = cache && join(cache, key);
  if (kept && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  using reader = await reading.theirs(document);
  const pages = await readAll(reader, count);
  if (kept) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, JSON.stringify(pages));
  }
  return pages;
}

async function compare<Page>(reading: Reading<Page>): Promise<void> {
  const reasons = new Map<string, string[]>();
  const different: string[] = [];
  let [equal, left, empty] = [0, 0, 0];
  // What hangs MuPDF hangs this too.
  const files = (folders.length > 0 ? folders : [corpusFolder])
    .flatMap(pdfsBelow)
    .filter((path) => (folders.length > 0 || !path.includes("h-hostile")) && (!only || path.includes(only)))
    .sort();
  for (const path of files) {
    let document: PdfDocument;
    let theirs: (Page | null)[];
    try {
      document = await openDocument(memorySource(readFileSync(path)), { readers, warn() {} });
      theirs = await reference(reading, path, document, Math.min(document.pages.count, mostPages));
    } catch (error) {
      if (!(error instanceof ProblemError)) console.log(`${basename(path)}: ${error}`);
      continue;
    }
    const why = new Map<number, string>();
    using reader = reading.ours(document, (page, reason) => void why.set(page, reason));
    const ours = await readAll(reader, Math.min(document.pages.count, mostPages));
    for (const [k, page] of ours.entries()) {
      const name = `${basename(path)} ${k + 1}`;
      const reason = why.get(k + 1);
      if (reason !== undefined) {
        left++;
        reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
        continue;
      }
      const our = page ?? reading.nothing;
      const difference = reading.difference(our, theirs[k] ?? reading.nothing);
      if (difference !== undefined) different.push(`${name} ${difference}`);
      else {
        equal++;
        if (reading.isEmpty(our)) empty++;
      }
    }
  }
  for (const one of different.slice(0, shown)) console.log(one);
  if (different.length > shown) console.log(`and ${different.length - shown} more`);
  for (const [reason, pages] of [...reasons].sort((a, b) => b[1].length - a[1].length)) {
    const names = pages.slice(0, Number(option("names") ?? 4)).join(", ");
    console.log(`${String(pages.length).padStart(6)}  ${reason}: ${names}`);
  }
  const read = equal + different.length;
  console.log(
    `${read + left} pages: ${read} read by us, ${left} left; ${equal} equal (${empty} empty), ${different.length} different`,
  );
}

await (args.includes("--layout") ? compare(layout) : compare(text));
