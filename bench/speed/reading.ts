/**
 * `bun bench/speed/reading.ts <package folder of liteparse> <of pdf-inspector>`: processor time per page of reading, by pdfd and by
 * libraries, in one process, in turns over the born-digital files of the corpus. Prints results as JSON, of the first round and of
 * later ones, because compilers of a runtime need many pages.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { validate } from "../../src/core/json/validate.ts";
import type { Tool } from "../../src/core/tool.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { pdfReadText } from "../../src/tools/read/pdf-read-text.ts";
import { corpusFolder } from "../../test/support/corpus.ts";
import { testContext } from "../../test/support/memory-files.ts";
import { entries } from "../score/corpus-score.ts";
import { median } from "./measure.ts";
import type { Result } from "./report.ts";

/** Rounds that aren't counted, except the first; and rounds that are. */
const warmRounds = 8;
const rounds = 5;

type Read = (bytes: Buffer) => unknown;

const readers = createReaders();
const ours =
  (one: Tool, input: object): Read =>
  (bytes) =>
    one.run(validate(one.input, { input: "a.pdf", ...input }), testContext({ "a.pdf": bytes }, readers));

const [liteparse = "", inspector = ""] = process.argv.slice(2);
const load = createRequire(import.meta.url);

/** Pairs of a column and what reads a file for it. */
function readersOf(format: "text" | "markdown"): [keyof Result["others"] | "call", Read][] {
  const own =
    format === "text"
      ? ours(pdfReadText, { max_chars: 200_000 })
      : ours(pdfExtractStructure, { max_chars: 400_000 });
  const sides: ReturnType<typeof readersOf> = [["call", own]];
  if (liteparse !== "") {
    const { LiteParse } = load(join(liteparse, "dist/lib.cjs"));
    const reader = new LiteParse({ ocrEnabled: false, quiet: true, numWorkers: 1, outputFormat: format });
    sides.push(["liteparse", (bytes) => reader.parse(bytes)]);
  }
  if (inspector !== "") {
    const { extractText, processPdf } = load(inspector);
    sides.push(["pdf-inspector", format === "text" ? extractText : processPdf]);
  }
  return sides;
}

const files = entries()
  .filter(({ id, group, metrics }) => id.startsWith("b-") && group !== "scan" && (metrics ?? []).length > 0)
  .filter(({ file }) => existsSync(join(corpusFolder, file)))
  .map(({ file, pages }) => ({ bytes: readFileSync(join(corpusFolder, file)), pages: pages ?? 1 }));
const pages = files.reduce((sum, one) => sum + one.pages, 0);

/** Processor time in milliseconds per page, of all threads of this process. */
async function time(read: Read): Promise<number> {
  const begin = process.cpuUsage();
  for (const { bytes } of files) await Promise.resolve(read(bytes)).catch(() => {});
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / pages;
}

async function measure(name: string, format: "text" | "markdown", atMost: number): Promise<Result[]> {
  const times = readersOf(format).map(([side, read]) => ({ side, read, costs: Array.of<number>() }));
  for (let round = 0; round < 1 + warmRounds + rounds; round++)
    for (const { read, costs } of times) costs.push(await time(read));
  const of = (which: string, costOf: (costs: readonly number[]) => number): Result => {
    const { call = Number.NaN, ...others } = Object.fromEntries(
      times.map(({ side, costs }) => [side, costOf(costs)]),
    );
    return { name: `${name}, ${which}`, call, others, goal: { side: "call", program: "fastest", atMost } };
  };
  return [
    of(`first ${pages} pages of a process`, ([first = Number.NaN]) => first),
    of("in a process that is warm", (costs) => median(costs.slice(-rounds))),
  ];
}

const results =
  files.length === 0
    ? []
    : [
        ...(await measure("A page's text", "text", 1)),
        ...(await measure("A page's Markdown", "markdown", 0.75)),
      ];
console.log(JSON.stringify(results));
