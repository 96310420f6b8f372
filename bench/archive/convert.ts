/**
 * Makes documents PDF/A: how many are done, why others are refused, what veraPDF says of the results, and what they lost.
 * `npx bun bench/archive/convert.ts <level> <folder for results> <file…>`; with `--gs` before the level, by Ghostscript. Rows are
 * kept in the folder, so that an interrupted run can be continued; `--` instead of files reports them again.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ProblemError } from "../../src/core/problem.ts";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { verdicts } from "../../test/conformance/verapdf.ts";
import { runTool } from "../../test/support/run-tool.ts";
import { Judged } from "../redact/judges.ts";

interface Row {
  readonly name: string;
  readonly path: string;
  readonly ms: number;
  /** The reason why nothing was written. */
  readonly refused?: string;
  readonly rules?: readonly string[];
}

/** What a file has, as poppler and pdf.js read it. */
type Parts = Readonly<Record<string, number | ReadonlyMap<string, number>>>;

const options = process.argv.slice(2);
const isGhostscript = options[0] === "--gs";
const [level = "2b", folder = "", ...files] = options.slice(isGhostscript ? 1 : 0);
mkdirSync(folder, { recursive: true });
const rowsFile = join(folder, "rows.jsonl");
const rows: Row[] = existsSync(rowsFile)
  ? readFileSync(rowsFile, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const done = new Set(rows.map(({ path }) => path));
const readers = lazyReaders();

async function convert(path: string, to: string): Promise<Pick<Row, "refused" | "rules">> {
  try {
    const fields = { input: "a.pdf", output: "b.pdf", level };
    const run = await runTool("pdf_make_pdfa", fields, { "a.pdf": readFileSync(path) }, readers);
    writeFileSync(to, run.file("b.pdf"));
    return {};
  } catch (error) {
    if (!(error instanceof ProblemError)) return { refused: `thrown: ${error}` };
    const { violations = [] }: { violations?: readonly { rule: string }[] } = Object(error);
    return { refused: error.message, rules: violations.map(({ rule }) => rule) };
  }
}

const profile = "/usr/share/color/icc/ghostscript/srgb.icc";
/** An sRGB output intent, as Ghostscript's manual has it. */
const outputIntent = `[/_objdef {icc} /type /stream /OBJ pdfmark [{icc} <</N 3>> /PUT pdfmark
[{icc} (${profile}) (r) file /PUT pdfmark [/_objdef {intent} /type /dict /OBJ pdfmark
[{intent} <</Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile {icc} /OutputConditionIdentifier (sRGB)>> /PUT pdfmark
[{Catalog} <</OutputIntents [{intent}]>> /PUT pdfmark`;

function convertByGhostscript(path: string, to: string): Pick<Row, "refused"> {
  const definitions = join(folder, "definitions.ps");
  writeFileSync(definitions, outputIntent);
  const run = spawnSync("gs", [
    ...["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dNOOUTERSAVE", `-dPDFA=${level[0]}`],
    ...["-sDEVICE=pdfwrite", "-sColorConversionStrategy=RGB", "-dPDFACompatibilityPolicy=1"],
    ...[`--permit-file-read=${profile}`, `-sOutputFile=${to}`, definitions, path],
  ]);
  return run.status === 0 && existsSync(to) && statSync(to).size > 0
    ? {}
    : { refused: run.stderr.toString().slice(0, 200) };
}

const counted = (items: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};

async function partsOf(path: string): Promise<Parts | undefined> {
  using judged = new Judged(readFileSync(path));
  try {
    const { bookmarks, placed, tags } = await judged.parts();
    const attached = spawnSync("pdfdetach", ["-list", path]).stdout.toString();
    return {
      words: counted(judged.pdftotext().split(/\s+/).filter(Boolean)),
      links: placed.filter(({ text }) => text.startsWith("link")).length,
      fields: placed.filter(({ text }) => text.startsWith("field")).length,
      bookmarks: bookmarks.length,
      tags: [...tags.values()].reduce((sum, roles) => sum + roles.split(" ").length, 0),
      attachments: Number(/^(\d+) embedded/.exec(attached)?.[1] ?? 0),
    };
  } catch {
    return undefined;
  }
}

/** How much of a part isn't there anymore. */
function lostOf(before: Parts[string], after: Parts[string] | undefined): number {
  if (typeof before === "number") return Math.max(0, before - (typeof after === "number" ? after : 0));
  if (typeof after !== "object") return before.size;
  return [...before].reduce((sum, [word, count]) => sum + Math.max(0, count - (after.get(word) ?? 0)), 0);
}

for (const path of files) {
  if (done.has(path) || path === "--") continue;
  const to = join(folder, basename(path));
  const start = performance.now();
  const made = isGhostscript ? convertByGhostscript(path, to) : await convert(path, to);
  const row: Row = { name: basename(path), path, ms: Math.round(performance.now() - start), ...made };
  rows.push(row);
  appendFileSync(rowsFile, `${JSON.stringify(row)}\n`);
}

const written = rows.filter(({ refused }) => refused === undefined);
const judged = verdicts(written.map(({ name }) => join(folder, name)));
const isRight = ({ name }: Row) =>
  (judged.get(join(folder, name)) ?? []).some(({ verdict }) => verdict === "PASS");
const wrong = written.filter((row) => !isRight(row));
const table = new Map<string, { had: number; files: number; lost: string[] }>();
for (const { name, path } of written) {
  const [before, after] = [await partsOf(path), await partsOf(join(folder, name))];
  for (const [part, value] of Object.entries(before ?? {})) {
    const row = table.get(part) ?? { had: 0, files: 0, lost: [] };
    table.set(part, row);
    if (value === 0 || (typeof value === "object" && value.size === 0)) continue;
    row.had++;
    const lost = lostOf(value, after?.[part]);
    if (lost > 0) row.lost.push(`${name} ${lost}`);
  }
}
const seconds = Math.round(rows.reduce((sum, { ms }) => sum + ms, 0) / 1000);
console.log(
  `${rows.length} files, ${written.length} written, ${written.length - wrong.length} pass, ${seconds} s`,
);
for (const { name } of wrong)
  console.log(`fails: ${name}: ${JSON.stringify(judged.get(join(folder, name)))}`);
for (const [part, { had, lost }] of table)
  console.log(`${part}: lost in ${lost.length} of ${had}: ${lost.slice(0, 12).join(", ")}`);
const reasons = new Map<string, string[]>();
for (const { name, refused, rules = [] } of rows) {
  if (refused === undefined) continue;
  const reason = rules.length > 0 ? rules.join(" ") : refused.replaceAll(/\d+/g, "#").slice(0, 110);
  reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
}
for (const [reason, names] of [...reasons].sort((a, b) => b[1].length - a[1].length))
  console.log(`${names.length} ${reason}: ${names.slice(0, 8).join(", ")}`);
