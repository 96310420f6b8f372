/**
 * Prints everyday pages (`bench/score/everyday/pages`) by every program here that prints HTML, reads them, and judges the
 * reading by the pages' sources: `npm run score:everyday [-- part of a page's name] [--by producer] [--show] [--folder f]`.
 * `--show` prints the differences. PDFs are kept in the folder, and printed once.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createReaders } from "../../src/engines/engines.ts";
import { runTool } from "../../test/support/run-tool.ts";
import { difference, judge, type Verdict } from "./everyday/judge.ts";
import { installed, type Print, type Producer, producers } from "./everyday/producers.ts";
import { blocksOf } from "./everyday/read.ts";
import { type Block, truthOf } from "./everyday/truth.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    by: { type: "string", default: "" },
    show: { type: "boolean", default: false },
    pages: { type: "string", default: join(import.meta.dirname, "everyday/pages") },
    folder: { type: "string", default: join(tmpdir(), "pdfd-everyday") },
  },
});
const looks = readFileSync(join(import.meta.dirname, "everyday/looks.css"), "utf8");

interface Page extends Print {
  readonly name: string;
  readonly language: string;
  readonly truth: readonly Block[];
}

/** Completes a source to a document with its looks, some also as attributes, for programs without style sheets. */
function whole(source: string): string {
  const head = `<meta charset="utf-8"><style>${looks}</style>`;
  return `<!doctype html><html><head>${head}</head>${source.replaceAll(" class=n>", ' class=n align="right">')}</html>`;
}

function pageOf(file: string, folder: string): Page {
  const name = file.replace(".html", "");
  const source = readFileSync(join(options.pages, file), "utf8");
  const html = whole(source);
  const hash = createHash("sha256").update(html).digest("hex").slice(0, 12);
  const path = join(folder, `${name}-${hash}`);
  if (!existsSync(`${path}.html`)) writeFileSync(`${path}.html`, html);
  const language = /lang=(\w+)/.exec(source)?.[1] ?? "";
  return { name, language, truth: truthOf(source), html: `${path}.html`, pdf: `${path}.pdf` };
}

/** The pages by one producer, printed if they aren't in the folder yet. */
async function printedBy(
  { name, without = [], print }: Producer,
  pages: readonly Page[],
): Promise<readonly Page[]> {
  const wanted = pages
    .filter(({ language }) => !without.includes(language))
    .map((page) => ({ ...page, pdf: page.pdf.replace(/pdf$/, `${name}.pdf`) }));
  const missing = wanted.filter(({ pdf }) => !existsSync(pdf));
  if (missing.length > 0) console.log(`${name}: printing ${missing.length} pages`);
  await print(missing);
  for (const page of wanted) if (!existsSync(page.pdf)) console.log(`${name}: no PDF of ${page.name}`);
  return wanted.filter(({ pdf }) => existsSync(pdf));
}

const readers = createReaders();
async function read(pdf: string): Promise<readonly Block[]> {
  const input = { input: "a.pdf", format: "json", max_chars: 400_000 };
  const { result } = await runTool("pdf_extract_structure", input, { "a.pdf": readFileSync(pdf) }, readers);
  return blocksOf(JSON.parse(Object(result).content));
}

type Count = Record<Verdict, number>;
const counts = new Map<string, Count>();
function count(group: string, verdict: Verdict): void {
  const found = counts.get(group) ?? { right: 0, partly: 0, wrong: 0 };
  found[verdict] += 1;
  counts.set(group, found);
}

const folder = resolve(options.folder);
mkdirSync(folder, { recursive: true });
const pages = readdirSync(options.pages)
  .filter((file) => file.endsWith(".html") && positionals.every((part) => file.includes(part)))
  .sort()
  .map((file) => pageOf(file, folder));
for (const producer of producers.filter(({ name }) => name.includes(options.by))) {
  const missing = producer.needs.filter((program) => !installed(program));
  if (missing.length > 0) {
    console.log(`${producer.name}: needs ${missing.join(" and ")}`);
    continue;
  }
  for (const { name, truth, pdf } of await printedBy(producer, pages)) {
    const found = await read(pdf);
    const verdict = judge(truth, found);
    for (const group of ["all", producer.name, name.split("-")[0] ?? ""]) count(group, verdict);
    if (options.show && verdict !== "right") console.log(`${verdict} ${pdf}\n${difference(truth, found)}`);
  }
}
const row = (cells: readonly (string | number)[]) =>
  console.log(
    cells.map((cell, k) => (k === 0 ? String(cell).padEnd(14) : String(cell).padStart(7))).join(""),
  );
row(["", "right", "partly", "wrong", "right %"]);
for (const [group, { right, partly, wrong }] of counts)
  row([group, right, partly, wrong, ((100 * right) / (right + partly + wrong)).toFixed(1)]);
