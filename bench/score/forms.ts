import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type FormItem, formItems } from "../../src/document/forms/form-items.ts";
import { openStrictly } from "../../src/document/open.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { corpusPath, corpusPdfs } from "../../test/support/corpus.ts";
import { memorySource } from "../../test/support/memory-files.ts";
import { runTool } from "../../test/support/run-tool.ts";
import {
  type Change,
  changed,
  difference,
  drawings,
  isSeen,
  type SeenWidget,
  seenByPdfjs,
  textByPoppler,
  type Values,
  valuesByMupdf,
  valuesByQpdf,
} from "./form-judges.ts";
import { fillByMupdf, fillByPdftk } from "./form-peers.ts";

const scripts: Readonly<Record<string, string>> = {
  latin: "Łódź",
  greek: "Αθήνα",
  cyrillic: "Москва",
  arabic: "مرحبا",
  hebrew: "שלום",
  devanagari: "नमस्ते",
  thai: "สวัสดี",
  chinese: "北京大学",
  japanese: "東京かな",
  korean: "서울",
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    script: { type: "string", default: "latin" },
    peers: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});
const sample = scripts[options.script];
if (sample === undefined) throw new Error(`no script ${options.script}: ${Object.keys(scripts).join(", ")}`);

/** A filled field. */
export interface Filled {
  readonly name: string;
  readonly type: FormItem["type"];
  readonly given: string | boolean | readonly string[];
  /** The value stored in the file: text, a state name, or export values. */
  readonly held: string;
  /** The visible text; undefined if unknown. */
  readonly shown: string | undefined;
}

function fillable(items: readonly FormItem[]): Filled[] {
  const counts = new Map<string, number>();
  for (const { name } of items) counts.set(name, (counts.get(name) ?? 0) + 1);
  return items.flatMap((item) => (counts.get(item.name) === 1 && item.name !== "" ? filled(item) : []));
}

function filled({
  name,
  type,
  read_only,
  options: choices,
  max_length,
  password,
  format,
}: FormItem): Filled[] {
  if (read_only) return [];
  if (type === "text") {
    const text = [...(sample ?? "")].slice(0, max_length).join("").trim();
    return [{ name, type, given: text, held: text, shown: password || format ? undefined : text }];
  }
  const choice = choices?.findLast(({ value }) => value !== "" && value !== "Off");
  if (!choice) return [];
  if (type === "checkbox" || type === "radio") {
    const held = choice.state ?? choice.value;
    const isOne = choices?.filter(({ value }) => value === choice.value).length === 1;
    return [{ name, type, given: isOne ? choice.value : held, held, shown: undefined }];
  }
  const held = choice.value;
  return [{ name, type, given: choice.value, held, shown: choice.label }];
}

const readers = createReaders();

async function fillByUs(bytes: Uint8Array, fields: readonly Filled[], empty: boolean): Promise<Uint8Array> {
  const given = Object.fromEntries(fields.map(({ name, given: value }) => [name, empty ? null : value]));
  const input = { input: "a.pdf", output: "b.pdf", fields: given };
  return (await runTool("pdf_fill_form", input, { "a.pdf": bytes }, readers)).file("b.pdf");
}

type Filler = (bytes: Uint8Array, fields: readonly Filled[]) => Promise<Uint8Array>;

const fillers: Readonly<Record<string, Filler>> = {
  pdfd: (bytes, fields) => fillByUs(bytes, fields, false),
  ...(options.peers && { "pdftk fill_form": fillByPdftk, "MuPDF's own": fillByMupdf }),
};

/** The fields passed and judged for each check. */
type Score = Map<string, { passed: number; of: number }>;
const scores = new Map<string, Score>();
const times = new Map<string, number>();

function note(filler: string, check: string, passed: boolean, fault: string): void {
  const score: Score = scores.get(filler) ?? new Map();
  scores.set(filler, score);
  const { passed: before, of } = score.get(check) ?? { passed: 0, of: 0 };
  score.set(check, { passed: before + (passed ? 1 : 0), of: of + 1 });
  if (!passed && options.verbose) console.log(`${filler}: ${check}: ${fault}`);
}

/** Programs draw a change differently if their difference exceeds this share of it. */
const mostDifferent = 0.5;

const sorted = (text: string) => [...text].sort().join("");

const letters = (text: string) =>
  text
    .replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name as "amp"] ?? "'",
    )
    .normalize("NFKC")
    .replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");

/** A form: the original, and with its fields emptied. */
interface Given {
  readonly file: string;
  readonly fields: readonly Filled[];
  readonly emptied: Uint8Array;
  /** The values each program reads from it. */
  readonly read: Readonly<Record<string, Values>>;
}

const valuesIn = (bytes: Uint8Array, { values }: { readonly values: Values }) => ({
  qpdf: valuesByQpdf(bytes),
  "pdf.js": values,
  MuPDF: valuesByMupdf(bytes),
});

async function judge(file: string, bytes: Uint8Array, fields: readonly Filled[]): Promise<void> {
  const emptied = await fillByUs(bytes, fields, true);
  const given = { file, fields, emptied, read: valuesIn(bytes, await seenByPdfjs(bytes)) };
  for (const [filler, fill] of Object.entries(fillers)) {
    const start = performance.now();
    const written = await fill(bytes, fields).catch((error: unknown) => {
      if (options.verbose) console.log(`${filler}: ${file}: ${error}`);
      return undefined;
    });
    times.set(filler, (times.get(filler) ?? 0) + performance.now() - start);
    note(filler, "files", written !== undefined, file);
    if (options.keep !== undefined && written)
      writeFileSync(join(options.keep, `${filler.split(" ")[0]}-${file}`), written);
    await judgeFields(filler, given, written);
  }
}

async function judgeFields(filler: string, given: Given, written: Uint8Array | undefined): Promise<void> {
  const { file, fields, emptied } = given;
  const seen = written && (await seenByPdfjs(written));
  const read: Readonly<Record<string, Values>> = written && seen ? valuesIn(written, seen) : {};
  for (const { name, held } of fields)
    for (const [reader, known] of Object.entries(given.read)) {
      const value = read[reader]?.get(name);
      // Readers list fields by widgets on pages, so they never see some fields.
      if (value === undefined && !known.has(name)) continue;
      const fault = `${file}: ${name}: ${JSON.stringify(value)}, not ${JSON.stringify(held)}`;
      note(filler, reader, value === held, fault);
    }
  if (!written || !seen) {
    for (const _ of fields) for (const check of ["text", "seen", "same"]) note(filler, check, false, file);
    return;
  }

  const byName = new Map(fields.map((field) => [field.name, field]));
  const widgets = seen.widgets.filter(({ name }) => byName.has(name));
  const texts = textByPoppler(written, widgets);
  widgets.forEach((widget, k) => {
    const { shown = "" } = byName.get(widget.name) ?? {};
    if (letters(shown) === "") return;
    const text = letters(texts[k] ?? "");
    // A comb field's cells may be separate words in any order.
    const isThere = text.includes(letters(shown)) || sorted(text) === sorted(letters(shown));
    note(filler, "text", isThere, `${file}: ${widget.name}: ${JSON.stringify(text)}`);
  });
  const visible = new Set<string>();
  for (const page of new Set(widgets.map((widget) => widget.page))) {
    const shown = widgets.filter((one) => one.page === page);
    for (const name of await judgePage(filler, file, { written, emptied, page, widgets: shown }))
      visible.add(name);
  }
  for (const name of new Set(widgets.map((widget) => widget.name)))
    note(filler, "seen", visible.has(name), `${file}: ${name}`);
}

interface Page {
  readonly written: Uint8Array;
  readonly emptied: Uint8Array;
  readonly page: number;
  readonly widgets: readonly SeenWidget[];
}

/** The page's fields whose widgets every program shows as filled. */
async function judgePage(
  filler: string,
  file: string,
  { written, emptied, page, widgets }: Page,
): Promise<ReadonlySet<string>> {
  const changes: Change[] = [];
  for (const draw of Object.values(drawings))
    changes.push({ before: await draw(emptied, page), after: await draw(written, page) });
  const visible = new Set<string>();
  for (const widget of widgets) {
    const [mupdf, ...others] = changes.map((change) => changed(change, widget));
    if (!mupdf) continue;
    if ([mupdf, ...others].every(isSeen)) visible.add(widget.name);
    const differences = others.map((other) => difference(mupdf, other));
    const at = `${file}: ${widget.name} on page ${page}: ${differences.map((one) => one.toFixed(2))}`;
    note(filler, "same", Math.max(...differences) <= mostDifferent, at);
  }
  return visible;
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.toLowerCase().endsWith(".pdf"))
    .sort()
    .map((name) => join(path, name));
}

const paths =
  positionals.length > 0
    ? positionals.flatMap(filesIn)
    : corpusPdfs()
        .filter(({ category }) => category === "e-features" || category === "i-conformance")
        .map(({ file }) => corpusPath(file));
let [forms, count] = [0, 0];
for (const path of paths) {
  const bytes = readFileSync(path);
  let fields: Filled[];
  try {
    fields = fillable(formItems(openStrictly(memorySource(bytes)), () => {}));
  } catch {
    continue;
  }
  if (fields.length === 0) continue;
  try {
    // pdf.js may wait forever for an image it can't draw.
    const judged = judge(basename(path), bytes, fields).then(() => true);
    if (!(await Promise.race([judged, sleep(60_000, false)]))) throw new Error("takes too long");
    [forms, count] = [forms + 1, count + fields.length];
  } catch (error) {
    console.log(`${basename(path)}: ${error}`);
  }
}

console.log(`${forms} forms, ${count} fields, ${options.script}`);
const checks = ["files", "qpdf", "pdf.js", "MuPDF", "text", "seen", "same"];
console.log(`| | ${checks.join(" | ")} | ms a form |`);
console.log(`|---|${checks.map(() => "---").join("|")}|---|`);
for (const [filler, score] of scores) {
  const cells = checks.map((check) => `${score.get(check)?.passed ?? 0}/${score.get(check)?.of ?? 0}`);
  console.log(`| ${filler} | ${cells.join(" | ")} | ${((times.get(filler) ?? 0) / forms).toFixed(0)} |`);
}
// Timers and promises that never settle would keep the process alive.
process.exit();
