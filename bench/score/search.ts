/**
 * Checks that pdf_search finds the words that pdf_read_text returns, with correct boxes. Searches for words from the first
 * pages of the corpus's undamaged files: `npm run score:search [-- --files 100 --pages 3 --verbose]`.
 *
 * Found: a hit on the word's page. Exact: Poppler reads that word and nothing else in the hit's box.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createReaders } from "../../src/engines/engines.ts";
import { corpusPath, corpusPdfs } from "../../test/support/corpus.ts";
import { runTool } from "../../test/support/run-tool.ts";

const { values: options } = parseArgs({
  options: {
    files: { type: "string", default: "100" },
    pages: { type: "string", default: "3" },
    verbose: { type: "boolean", default: false },
  },
});
const readers = createReaders();
const wordsOfPage = 12;
/** The inset of a box before Poppler reads it, in points. */
const inset = 0.35;

interface Hit {
  readonly page: number;
  readonly text: string;
  readonly boxes: readonly (readonly [number, number, number, number])[];
}

interface Answer<T> {
  readonly pages?: readonly { readonly page: number; readonly text: string }[];
  readonly hits?: readonly T[];
}

async function call(tool: string, input: object, bytes: Uint8Array): Promise<Answer<Hit>> {
  const { result } = await runTool(tool, { input: "judged.pdf", ...input }, { "judged.pdf": bytes }, readers);
  return Object(result);
}

/** Words that consist of letters, spread over the text. */
function sample(text: string): string[] {
  const words = [...new Set(text.match(/(?<![\p{L}\p{M}\p{N}_])\p{L}{3,40}(?![\p{L}\p{M}\p{N}_])/gu) ?? [])];
  const step = Math.ceil(words.length / wordsOfPage);
  // Longest first, because the first alternative that matches wins.
  return words.filter((_, k) => k % step === 0).sort((a, b) => b.length - a.length);
}

/** Normalizes variant spellings of a letter to one form. */
const plain = (text: string) =>
  text.normalize("NFKC").replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e-]+/gu, "");

/** Poppler's text in a box of the displayed page: every letter the box touches by more than a third of a point. */
function popplerIn(path: string, page: number, [x0, y0, x1, y1]: Hit["boxes"][number]): string {
  const scale = 10;
  const place = [
    ["-x", Math.round((x0 + inset) * scale)],
    ["-y", Math.round((y0 + inset) * scale)],
    ["-W", Math.round((x1 - x0 - 2 * inset) * scale)],
    ["-H", Math.round((y1 - y0 - 2 * inset) * scale)],
  ].flat();
  const which = ["-f", page, "-l", page, "-r", 72 * scale, "-cropbox"];
  return spawnSync("pdftotext", [...which, ...place, path, "-"].map(String)).stdout.toString();
}

const all = { words: 0, found: 0, boxes: 0, exact: 0, milliseconds: 0 };
const files = corpusPdfs().filter(({ id, text }) => text !== undefined && !id.startsWith("d-"));
const step = Math.max(1, Math.floor(files.length / Number(options.files)));

for (const { id, file } of files.filter((_, k) => k % step === 0)) {
  const path = corpusPath(file);
  const bytes = readFileSync(path);
  const read = await call("pdf_read_text", { pages: `1-${options.pages}` }, bytes).catch(() => ({
    pages: [],
  }));

  for (const { page, text } of read.pages ?? []) {
    const words = sample(text);
    if (words.length === 0) continue;
    const before = process.cpuUsage();
    const query = `(?:${words.join("|")})`;
    const input = {
      query,
      regex: true,
      match_case: true,
      whole_words: true,
      pages: `${page}`,
      max_hits: 1000,
    };
    const { hits = [] } = await call("pdf_search", input, bytes);
    const { user, system } = process.cpuUsage(before);
    all.milliseconds += (user + system) / 1000;

    for (const word of words) {
      all.words += 1;
      const hit = hits.find((one) => plain(one.text) === plain(word));
      if (!hit) {
        if (options.verbose) console.log(`${id}, page ${page}: "${word}" isn't found`);
        continue;
      }
      all.found += 1;
      all.boxes += 1;
      const seen = hit.boxes.map((box) => popplerIn(path, page, box)).join("");
      if (plain(seen) === plain(hit.text)) all.exact += 1;
      else if (options.verbose)
        console.log(`${id}, page ${page}: "${hit.text}" is "${seen.trim()}" in ${JSON.stringify(hit.boxes)}`);
    }
  }
}
console.log(
  `words ${all.words}, found ${((100 * all.found) / all.words).toFixed(2)} %, exact boxes ${((100 * all.exact) / all.boxes).toFixed(2)} %, ${(all.milliseconds / all.words).toFixed(1)} ms of processor time a word`,
);
