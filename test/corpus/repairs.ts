/**
 * Counts the pages recovered from the corpus's damaged files: `npm run repairs`. For artificial damage, the original's
 * page count is known. For real damage, the count of any reader is accepted, and if no reader finds a page, no file
 * without pages may be written. The exit code is 1 if a result has no pages.
 */
import { readFileSync } from "node:fs";
import { createReaders } from "../../src/engines/engines.ts";
import { type CorpusFile, corpusPath, corpusPdfs } from "../support/corpus.ts";
import { runTool } from "../support/run-tool.ts";

/** The pages that a reader can hope to recover, if known. */
function wanted({ pages, pages_qpdf, pages_mutool, repaired_pages }: CorpusFile): number {
  const found = [pages_qpdf, pages_mutool, ...Object.values(repaired_pages ?? {})].map((count) => count ?? 0);
  return pages ?? Math.max(0, ...found);
}

/** The page count of pdf_repair's output; undefined if it wrote nothing. */
async function repaired(file: CorpusFile): Promise<number | undefined> {
  const bytes = readFileSync(corpusPath(file.file));
  try {
    const call = { input: "a.pdf", output: "b.pdf" };
    const { result } = await runTool("pdf_repair", call, { "a.pdf": bytes }, createReaders());
    return (result as { readonly pages: number }).pages;
  } catch {
    return undefined;
  }
}

let empty = 0;
const damaged = corpusPdfs().filter(({ category }) => category === "d-damaged");
for (const [name, isReal] of [
  ["made", false],
  ["real", true],
] as const) {
  const files = damaged.filter(({ id }) => id.startsWith("d-real-") === isReal);
  const totals = { whole: 0, written: 0, pages: 0, wanted: 0 };
  for (const file of files) {
    const pages = await repaired(file);
    const most = wanted(file);
    totals.wanted += most;
    totals.pages += Math.min(pages ?? 0, most);
    if (pages !== undefined) totals.written++;
    if (pages === 0) empty++;
    if ((pages ?? 0) >= most) totals.whole++;
    else console.log(`${file.id}: ${pages ?? "no file"} of ${most} pages`);
  }
  const { whole, written, pages, wanted: most } = totals;
  console.log(
    `${name} damage: ${whole} of ${files.length} files with all pages, ${written} written, ${pages} of ${most} pages`,
  );
}
if (empty > 0) console.log(`${empty} files without pages were written`);
process.exitCode = empty > 0 ? 1 : 0;
