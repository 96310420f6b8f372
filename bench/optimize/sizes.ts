/**
 * Compares file sizes with qpdf, mutool and Ghostscript at lossless settings, and the losses of each program: page images
 * (MuPDF and Poppler at 100 dpi), text, and catalog entries. `npx bun bench/optimize/sizes.ts [rows.json] [folder…]`
 * measures the corpus and the files in these folders. It reuses the other programs' sizes already in the rows.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sourceOf } from "../../src/core/document-io.ts";
import { openStrictly } from "../../src/document/open.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { corpusPath, corpusPdfs } from "../../test/support/corpus.ts";
import { runTool } from "../../test/support/run-tool.ts";

const gray = ["-q", "-c", "gray", "-r", "100", "-o", "-"];
const images = ["Color", "Gray", "Mono"].map((kind) => `-dDownsample${kind}Images=false`);
const flate = ["Color", "Gray"].flatMap((kind) => [
  `-dAutoFilter${kind}Images=false`,
  `-d${kind}ImageFilter=/FlateEncode`,
]);
const rivals: Readonly<Record<string, (from: string, to: string) => readonly [string, ...string[]]>> = {
  qpdf: (from, to) => [
    ...(["qpdf", "--object-streams=generate", "--recompress-flate", "--compression-level=9"] as const),
    ...[from, to],
  ],
  mutool: (from, to) => ["mutool", "clean", "-gggg", "-z", from, to],
  gs: (from, to) => [
    ...(["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite"] as const),
    ...["-dCompatibilityLevel=1.7", "-dPassThroughJPEGImages=true", "-dPassThroughJPXImages=true"],
    ...[...images, ...flate, `-sOutputFile=${to}`, from],
  ],
};

interface Made {
  readonly bytes: number;
  /** Page images, text or catalog entries that differ from the input's. */
  readonly lost: readonly string[];
}

interface Row {
  readonly id: string;
  readonly before: number;
  readonly made: Record<string, Made>;
  again?: number;
}

const folder = mkdtempSync(join(tmpdir(), "pdfd-sizes-"));
const output = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { maxBuffer: 2 ** 30, timeout: 120_000 }).stdout;
const digest = (bytes: Buffer | null) =>
  createHash("sha1")
    .update(bytes ?? "none")
    .digest("hex");

/** The page images, text and catalog entries of a file. */
function facts(path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  found.set("mupdf", digest(output("mutool", "draw", ...gray, path)));
  found.set("poppler", digest(output("pdftoppm", "-q", "-gray", "-r", "100", path)));
  found.set("text", digest(output("pdftotext", "-q", "-layout", path, "-")));
  const { catalog } = openStrictly(sourceOf(readFileSync(path)));
  for (const key of catalog.keys()) found.set(key, "");
  return found;
}

function judged(path: string, before: ReadonlyMap<string, string>): Made | undefined {
  const bytes = existsSync(path) ? statSync(path).size : 0;
  if (bytes === 0) return undefined;
  try {
    const after = facts(path);
    return {
      bytes,
      lost: [...before].filter(([key, value]) => after.get(key) !== value).map(([key]) => key),
    };
  } catch {
    return { bytes, lost: ["readable"] };
  }
}

async function measure(id: string, path: string, known: Row | undefined): Promise<Row | undefined> {
  const [from, to] = [join(folder, "from.pdf"), join(folder, "to.pdf")];
  const bytes = readFileSync(path);
  writeFileSync(from, bytes);
  const row: Row = { id, before: bytes.length, made: { ...known?.made } };
  let before: ReadonlyMap<string, string>;
  let own: Uint8Array;
  const optimized = async (input: Uint8Array) => {
    const run = await runTool(
      "pdf_optimize",
      { input: "a.pdf", output: "b.pdf" },
      { "a.pdf": input },
      createReaders(),
    );
    return run.file("b.pdf");
  };
  try {
    before = facts(from);
    own = await optimized(bytes);
  } catch (error) {
    console.log(`${id}: left out: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
  writeFileSync(to, own);
  const made = judged(to, before);
  if (made) row.made.pdfd = made;
  row.again = (await optimized(own)).length;
  for (const [name, command] of known ? [] : Object.entries(rivals)) {
    rmSync(to, { force: true });
    const [program, ...args] = command(from, to);
    spawnSync(program, args, { timeout: 120_000 });
    const made = judged(to, before);
    if (made) row.made[name] = made;
  }
  return row;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const names = Object.keys(rivals);

/** The size of the smallest file from these programs, or of the input. */
function best(row: Row, of: readonly string[], isFair = false): number {
  const sizes = of.flatMap((name) => row.made[name] ?? []).filter(({ lost }) => !isFair || lost.length === 0);
  return Math.min(row.before, ...sizes.map(({ bytes }) => bytes));
}

const [rowsFile, ...folders] = process.argv.slice(2);
const stored: Row[] = rowsFile && existsSync(rowsFile) ? JSON.parse(readFileSync(rowsFile, "utf8")) : [];
const known = new Map(stored.map((row) => [row.id, row]));
const skipped = new Set(["c-encrypted", "d-damaged", "h-attack", "h-hostile"]);
const files = [
  ...corpusPdfs()
    .filter(({ file }) => !skipped.has(file.split("/")[0] ?? ""))
    .map(({ id, file }) => ({ id, path: corpusPath(file) })),
  ...folders.flatMap((path) =>
    readdirSync(path)
      .filter((name) => name.endsWith(".pdf"))
      .map((name) => ({ id: name, path: join(path, name) })),
  ),
];
const rows: Row[] = [];
for (const { id, path } of files) {
  const row = await measure(id, path, known.get(id));
  if (!row) continue;
  rows.push(row);
  const sizes = Object.entries(row.made).map(
    ([name, { bytes, lost }]) => `${name} ${bytes} (${lost.join(" ")})`,
  );
  const again = row.again === row.made.pdfd?.bytes ? "" : `, again ${row.again}`;
  console.log(`${id}: ${row.before}, ${sizes.join(", ")}${again}`);
}
rmSync(folder, { recursive: true, force: true });
if (rowsFile) writeFileSync(rowsFile, JSON.stringify(rows, null, 1));

const ratio = (to: (row: Row) => number) =>
  mean(rows.map((row) => (row.made.pdfd?.bytes ?? row.before) / to(row))).toFixed(3);
console.log(`${rows.length} files; mean size of the input's: ${ratio(({ before }) => before)}`);
console.log(`of the best of qpdf and mutool ${ratio((row) => best(row, ["qpdf", "mutool"]))}`);
console.log(`of the best with Ghostscript ${ratio((row) => best(row, names))}`);
console.log(`of the best that lost nothing ${ratio((row) => best(row, names, true))}`);
for (const name of ["pdfd", ...names]) {
  const lossy = rows.filter((row) => (row.made[name]?.lost.length ?? 0) > 0);
  console.log(`${name}: ${lossy.length} files lost something`);
}
const grown = rows.filter((row) => (row.again ?? 0) < (row.made.pdfd?.bytes ?? 0));
console.log(`${grown.length} files became smaller once more`);
