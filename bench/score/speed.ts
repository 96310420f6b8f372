/**
 * Processor time per page of both reading tools over the corpus's born-digital files, in one process:
 * `bun bench/score/speed.ts [--rounds 5] [--warm 10] [--peers <folder>]`. `--peers` names a folder whose node_modules has
 * liteparse and pdf-inspector, which then read the same files in turn. The first round measures a fresh process; the next
 * `--warm` rounds aren't counted, because the runtime's compilers need many to warm up.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { validate } from "../../src/core/json/validate.ts";
import type { Tool } from "../../src/core/tool.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { pdfReadText } from "../../src/tools/read/pdf-read-text.ts";
import { corpusFolder } from "../../test/support/corpus.ts";
import { testContext } from "../../test/support/memory-files.ts";
import { median } from "../speed/measure.ts";
import { entries } from "./corpus-score.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    warm: { type: "string", default: "10" },
    peers: { type: "string" },
  },
});

type Read = (bytes: Buffer) => unknown;

interface Liteparse {
  readonly LiteParse: new (config: object) => { parse: Read };
}

interface Inspector {
  readonly extractText: Read;
  readonly processPdf: Read;
}

const readers = createReaders();
const tool =
  (one: Tool, input: object): Read =>
  (bytes) =>
    one.run(validate(one.input, { input: "a.pdf", ...input }), testContext({ "a.pdf": bytes }, readers));

const sides: Record<string, Read> = {
  "our text": tool(pdfReadText, { max_chars: 200_000 }),
  "our structure": tool(pdfExtractStructure, { max_chars: 400_000 }),
};
if (values.peers !== undefined) {
  const load = createRequire(join(resolve(values.peers), "package.json"));
  // According to the packages' own declarations, which aren't installed here.
  const { LiteParse } = load("@llamaindex/liteparse") as Liteparse;
  const inspector = load("@firecrawl/pdf-inspector") as Inspector;
  const quiet = { ocrEnabled: false, quiet: true, numWorkers: 1 };
  const liteparse = (outputFormat: string): Read => {
    const reader = new LiteParse({ ...quiet, outputFormat });
    return (bytes) => reader.parse(bytes);
  };
  sides["liteparse text"] = liteparse("text");
  sides["liteparse structure"] = liteparse("markdown");
  sides["pdf-inspector text"] = (bytes) => inspector.extractText(bytes);
  sides["pdf-inspector structure"] = (bytes) => inspector.processPdf(bytes);
}

const files = entries()
  .filter(({ id, group, metrics }) => id.startsWith("b-") && group !== "scan" && (metrics ?? []).length > 0)
  .filter(({ file }) => existsSync(join(corpusFolder, file)));
const read = files.map(({ file, pages }) => ({
  bytes: readFileSync(join(corpusFolder, file)),
  pages: pages ?? 1,
}));
const pages = read.reduce((sum, one) => sum + one.pages, 0);

/** Processor time per page in milliseconds, over all threads of this process. */
async function time(side: Read): Promise<number> {
  const begin = process.cpuUsage();
  for (const { bytes } of read) await Promise.resolve(side(bytes)).catch(() => {});
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / pages;
}

const times = new Map<string, number[]>(Object.keys(sides).map((name) => [name, []]));
for (let round = 0; round <= Number(values.warm) + Number(values.rounds); round++)
  for (const [name, side] of Object.entries(sides)) {
    const taken = await time(side);
    if (round === 0 || round > Number(values.warm)) times.get(name)?.push(taken);
  }

console.log(
  `${files.length} files, ${pages} pages; ms of processor time per page: first round, median of ${values.rounds} more`,
);
for (const [name, [first = Number.NaN, ...warm]] of times)
  console.log(`${name.padEnd(24)} ${first.toFixed(2).padStart(7)} ${median(warm).toFixed(2).padStart(7)}`);
