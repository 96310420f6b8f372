/**
 * Runs both reading tools over the corpus and scores them with the corpus's scripts: `npm run score [-- part of a name]`.
 * Prints scores by group and by producer, the peers' figures from the corpus's README, and with `--worst` the worst files.
 * `--against <executable or commit>` also reads with that one, lists what got better or worse, and fails if a file lost 0.02.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { validate } from "../../src/core/json/validate.ts";
import type { Readers } from "../../src/core/readers.ts";
import type { Tool } from "../../src/core/tool.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { pdfReadText } from "../../src/tools/read/pdf-read-text.ts";
import { corpusFolder } from "../../test/support/corpus.ts";
import { testContext } from "../../test/support/memory-files.ts";
import { compare, readAgainst } from "./against.ts";
import { entries, type Row, scoreFolder } from "./corpus-score.ts";

const scored = ["text", "nid", "mhs", "teds", "olm"];
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    ocr: { type: "boolean", default: false },
    worst: { type: "boolean", default: false },
    keep: { type: "string" },
    against: { type: "string" },
  },
});
/** `--ocr`: with text recognition, on scans only unless files are named. */
const ocr = options.ocr ? { high_accuracy: true, model: "ocr" } : {};
/** Pages that the interpreter left to MuPDF, for each tool. */
const left: { readonly text: string[]; readonly structure: string[] } = { text: [], structure: [] };
let reading = "";
let kind: keyof typeof left = "text";
const engines = createReaders();
const readers: Readers = {
  ...engines,
  async openMupdfText(source) {
    const reader = await engines.openMupdfText(source);
    return {
      ...reader,
      page(number) {
        left[kind].push(`${reading} ${number}`);
        return reader.page(number);
      },
    };
  },
};

async function call(tool: Tool, bytes: Uint8Array, input: object): Promise<Record<string, unknown>> {
  const context = testContext({ "a.pdf": bytes }, readers);
  const answer: unknown = await tool.run(validate(tool.input, { input: "a.pdf", ...input }), context);
  return { ...Object(answer) };
}

/** The text of every page, following `next_page` if a document exceeds one answer. */
async function wholeText(bytes: Uint8Array): Promise<string> {
  const { pages } = await call(pdfReadText, bytes, { max_chars: 200_000, ...ocr });
  const list = Array.isArray(pages) ? pages : [];
  return list.map(({ text }: { text: string }) => text).join("\n\n");
}

const files = entries().filter(
  ({ id, metrics, group }) =>
    (metrics ?? []).some((metric) => scored.includes(metric)) &&
    (wanted.length === 0 ? !options.ocr || group === "scan" : wanted.some((part) => id.includes(part))),
);
const folder = options.keep ?? mkdtempSync(join(tmpdir(), "pdfd-score-"));
mkdirSync(folder, { recursive: true });
const times = { text: 0, structure: 0, pages: 0 };
try {
  for (const { id, file, pages } of files) {
    const bytes = readFileSync(join(corpusFolder, file));
    times.pages += pages ?? 1;
    reading = id;
    try {
      const start = performance.now();
      kind = "text";
      writeFileSync(join(folder, `${id}.txt`), await wholeText(bytes));
      const between = performance.now();
      kind = "structure";
      const { content } = await call(pdfExtractStructure, bytes, { max_chars: 400_000, ...ocr });
      times.text += between - start;
      times.structure += performance.now() - between;
      writeFileSync(join(folder, `${id}.md`), String(content));
    } catch (error) {
      console.log(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
  }
  const isPart = wanted.length > 0 || options.ocr;
  const ids = isPart ? files.map(({ id }) => id) : [];
  const { table, report } = scoreFolder(folder, ids);
  console.log(table);
  if (options.against !== undefined) {
    const other = readAgainst(options.against, files, join(folder, "against"));
    const before = { rows: scoreFolder(other, ids).report.files, folder: other };
    if (compare(before, { rows: report.files, folder })) process.exitCode = 1;
  }
  if (options.worst) printWorst(report.files);
  const perPage = (time: number) => (time / 1000 / times.pages).toFixed(4);
  console.log(`seconds per page: text ${perPage(times.text)}, structure ${perPage(times.structure)}`);
  for (const [kind, pages] of Object.entries(left))
    console.log(`pages left to the fallback: ${kind} ${pages.length} of ${times.pages}: ${pages.join(", ")}`);
  if (wanted.length === 0) printPeers();
} finally {
  if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

function printWorst(rows: readonly Row[]): void {
  for (const measure of ["overall", "nid", "teds", "mhs", "headF1", "levelAcc", "listF1", "ratioN"]) {
    const found = rows
      .filter((row) => row.group !== "scan" && typeof row[measure] === "number")
      .sort((a, b) => Number(a[measure]) - Number(b[measure]))
      .slice(0, wanted.length > 0 ? 200 : 16);
    console.log(`-- worst by ${measure}`);
    for (const row of found) console.log(`   ${Number(row[measure]).toFixed(3)}  ${row.id}`);
  }
}

/** Prints the rows of the corpus README's table of peers. */
function printPeers(): void {
  const readme = readFileSync(join(corpusFolder, "README.md"), "utf8");
  console.log("-- peers (all but scans)");
  for (const line of readme.split("\n")) if (line.startsWith("| ")) console.log(line);
}
