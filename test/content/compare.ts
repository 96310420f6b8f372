/**
 * Our own reading of pages against MuPDF's, page by page over the corpus: `bun test/content/compare.ts [--only=part of a name]
 * [--show=20] [--cache=folder] [--pages=50] [folder with PDFs …]`. Prints how many pages are read by us, how many are left to
 * MuPDF and why, how many are equal, and the first difference of those that are not.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openContentText } from "../../src/content/text-reader.ts";
import { ProblemError } from "../../src/core/problem.ts";
import type { TextReader } from "../../src/core/readers.ts";
import { openDocument, type PdfDocument } from "../../src/pdf/open.ts";
import { createReaders } from "../../src/readers/readers.ts";
import { corpusFolder } from "../support/corpus.ts";
import { memorySource } from "../support/memory-files.ts";

const args = process.argv.slice(2);
const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1];
const folders = args.filter((arg) => !arg.startsWith("--"));
const only = option("only");
const shown = Number(option("show") ?? 20);
const mostPages = Number(option("pages") ?? 50);
const cache = option("cache");
const readers = createReaders();

function pdfsBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) return pdfsBelow(path);
    return /\.pdf$/i.test(entry) ? [path] : [];
  });
}

/** Text or the message of the problem. */
async function readAll(reader: TextReader, count: number): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; page <= count; page++) {
    try {
      texts.push(await reader.page(page));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      texts.push(`problem: ${error.message}`);
    }
  }
  return texts;
}

async function reference(path: string, document: PdfDocument, count: number): Promise<string[]> {
  const kept = cache && join(cache, `${basename(path)}.json`);
  if (kept && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  using reader = await readers.openText(document.cos.source);
  const texts = await readAll(reader, count);
  if (kept) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, JSON.stringify(texts));
  }
  return texts;
}

const reasons = new Map<string, string[]>();
const different: { readonly page: string; readonly ours: string; readonly theirs: string }[] = [];
let [equal, left, empty] = [0, 0, 0];
// What hangs MuPDF hangs this too.
const files = (folders.length > 0 ? folders : [corpusFolder])
  .flatMap(pdfsBelow)
  .filter((path) => (folders.length > 0 || !path.includes("h-hostile")) && (!only || path.includes(only)))
  .sort();
for (const path of files) {
  const context = { readers, warn() {} };
  let document: PdfDocument;
  try {
    document = await openDocument(memorySource(readFileSync(path)), context);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    continue;
  }
  const count = Math.min(document.pages.count, mostPages);
  const why = new Map<number, string>();
  const other: TextReader = {
    pageCount: count,
    page: () => "",
    [Symbol.dispose]() {},
  };
  using reader = openContentText(document, {
    other: async () => other,
    left: (page, reason) => void why.set(page, reason),
  });
  const ours = await readAll(reader, count);
  let theirs: string[];
  try {
    theirs = await reference(path, document, count);
  } catch (error) {
    console.log(`${basename(path)}: ${error}`);
    continue;
  }
  for (let page = 1; page <= count; page++) {
    const name = `${basename(path)} ${page}`;
    const reason = why.get(page);
    const [our = "", their = ""] = [ours[page - 1], theirs[page - 1]];
    if (reason !== undefined) {
      left++;
      reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
    } else if (our === their) {
      equal++;
      if (our === "") empty++;
    } else different.push({ page: name, ours: our, theirs: their });
  }
}

for (const { page, ours, theirs } of different.slice(0, shown)) {
  let at = 0;
  while (ours[at] === theirs[at]) at++;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 50));
  console.log(`${page} @${at} of ${theirs.length}\n  ours   ${part(ours)}\n  MuPDF  ${part(theirs)}`);
}
if (different.length > shown) console.log(`and ${different.length - shown} more`);
for (const [reason, pages] of [...reasons].sort((a, b) => b[1].length - a[1].length))
  console.log(
    `${String(pages.length).padStart(6)}  ${reason}: ${pages.slice(0, Number(option("names") ?? 4)).join(", ")}`,
  );
const read = equal + different.length;
console.log(
  `${read + left} pages: ${read} read by us, ${left} left; ${equal} equal (${empty} empty), ${different.length} different`,
);
