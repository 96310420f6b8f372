/**
 * The quality and cost of reading scans: `bun bench/score/ocr-goals.ts`. First, for each scan in the corpus whose original
 * document has text: word F1 and bag-of-characters F1, next to the score of the original's text, which is the upper limit.
 * Then processor time as a + b × words, fitted to generated pages of 0 to 1,000 English words: pages of one document,
 * one-page documents in a warm process, and processes that read one page. `--time` skips the scans.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "../../src/core/json/validate.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { openPages } from "../../src/engines/mupdf/page-images.ts";
import { Recognizer } from "../../src/ocr/recognizer.ts";
import { pdfReadText } from "../../src/tools/read/pdf-read-text.ts";
import { type DrawnLine, dpi, picture, scanned } from "../../test/ocr/pictures.ts";
import { corpusFolder } from "../../test/support/corpus.ts";
import { memorySource, testContext } from "../../test/support/memory-files.ts";
import { type Entry, entries, scoreFolder } from "./corpus-score.ts";

const readers = createReaders();

async function textOf(bytes: Uint8Array, ocr: boolean): Promise<string> {
  const fields = ocr ? { high_accuracy: true, model: "ocr" } : {};
  const input = validate(pdfReadText.input, { input: "a.pdf", max_chars: 200_000, ...fields });
  const answer: unknown = await pdfReadText.run(input, testContext({ "a.pdf": bytes }, readers));
  const { pages }: { readonly pages?: readonly { readonly text: string }[] } = Object(answer);
  return (pages ?? []).map(({ text }) => text).join("\n\n");
}

/** F1 of two texts as bags of characters. */
function bagF1(text: string, truth: string): number {
  const counts = new Map<string, number>();
  const [own, wanted] = [text, truth].map((all) => [...all.replaceAll(/\s/g, "")]);
  for (const character of wanted ?? []) counts.set(character, (counts.get(character) ?? 0) + 1);
  let same = 0;
  for (const character of own ?? []) {
    const left = counts.get(character) ?? 0;
    if (left > 0) same += 1;
    counts.set(character, left - 1);
  }
  return (2 * same) / ((own?.length ?? 0) + (wanted?.length ?? 0));
}

interface Scan {
  readonly scan: Entry;
  readonly truth: string;
  /** The original of the scanned document. */
  readonly twin: Entry;
}

async function printScans(): Promise<void> {
  const all = entries();
  const scans = all.flatMap((scan): Scan[] => {
    const twin = all.find(({ id }) => scan.id.startsWith(`${id}.scan-`));
    return twin && scan.text !== undefined ? [{ scan, twin, truth: scan.text }] : [];
  });
  const scratch = mkdtempSync(join(tmpdir(), "pdfd-ocr-goals-"));
  const [read, ceiling] = [join(scratch, "read"), join(scratch, "ceiling")];
  const bags = new Map<string, readonly [number, number]>();
  try {
    mkdirSync(read);
    mkdirSync(ceiling);
    for (const { scan, twin, truth } of scans) {
      const wanted = readFileSync(join(corpusFolder, truth), "utf8");
      const own = await textOf(readFileSync(join(corpusFolder, scan.file)), true);
      const most = await textOf(readFileSync(join(corpusFolder, twin.file)), false);
      writeFileSync(join(read, `${scan.id}.txt`), own);
      writeFileSync(join(ceiling, `${scan.id}.txt`), most);
      bags.set(scan.id, [bagF1(own, wanted), bagF1(most, wanted)]);
    }
    const ids = scans.map(({ scan }) => scan.id);
    const [rows, most] = [read, ceiling].map(
      (folder) => new Map(scoreFolder(folder, ids).report.files.map((row) => [row.id, Number(row.wordF1)])),
    );
    console.log(
      "| scan | word F1 | ceiling | of it | bag F1 | ceiling | of it |\n|---|---|---|---|---|---|---|",
    );
    for (const id of ids) {
      const pairs = [[rows?.get(id) ?? 0, most?.get(id) ?? 0] as const, bags.get(id) ?? ([0, 0] as const)];
      const shown = pairs.flatMap(([own, best]) => [own, best, own / best]).map((value) => value.toFixed(3));
      console.log(`| ${[id, ...shown].join(" | ")} |`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const counts: readonly number[] = [0, 20, 100, 300, 600, 1000];
const perLine = 18;

/** A scanned page with `count` English words at nine points. */
async function pageOf(count: number): Promise<Uint8Array> {
  const truth = readFileSync(join(corpusFolder, "expected/b-rt-rfc3595.latex-art.txt"), "utf8");
  const words = (truth.match(/[A-Za-z,.]+/g) ?? []).filter((word) => /^[A-Za-z]+[,.]?$/.test(word));
  const lines: DrawnLine[] = [];
  for (let from = 0; from < count; from += perLine) {
    const own = Array.from(
      { length: Math.min(perLine, count - from) },
      (_, k) => words[(from + k) % words.length],
    );
    lines.push({ text: own.join(" "), x: 40, baseline: 60 + lines.length * 12, size: 9 });
  }
  // A page without words gets a speck, because blank pages are skipped.
  return scanned([await picture(lines, { more: count === 0 ? "300 400 2 2 re f" : "" })]);
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function timed(work: () => unknown): Promise<number> {
  const before = processorMs();
  await work();
  return processorMs() - before;
}

/** The time to draw and read a document's only page, without opening the document. */
async function pageTime(recognizer: Recognizer, document: Uint8Array): Promise<number> {
  using pages = await openPages(memorySource(document));
  const { width, height } = pages.size(1);
  const along = (length: number) => Math.round((length * dpi) / 72);
  return await timed(async () => {
    const image = pages.drawGray(1, { width: along(width), height: along(height) });
    if (image) await recognizer.recognize(image, dpi);
  });
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function printFit(what: string, times: readonly number[]): void {
  const [meanWords, meanTime] = [counts, times].map(
    (all) => all.reduce((sum, one) => sum + one, 0) / all.length,
  );
  const [x, y] = [meanWords ?? 0, meanTime ?? 0];
  const product = counts.reduce((sum, words, k) => sum + (words - x) * ((times[k] ?? 0) - y), 0);
  const perWord = product / counts.reduce((sum, words) => sum + (words - x) ** 2, 0);
  const first = y - perWord * x;
  const off = counts.map((words, k) => (times[k] ?? 0) - first - perWord * words);
  const furthest = Math.max(...off.map(Math.abs));
  const shown = counts.map((words, k) => `${words}: ${((times[k] ?? 0) / 1000).toFixed(2)}`).join(", ");
  console.log(`${what}: ${(first / 1000).toFixed(2)} s a page and ${perWord.toFixed(2)} ms a word`);
  console.log(`  seconds by words ${shown}; furthest from the line ${(furthest / 1000).toFixed(2)} s`);
}

async function printTimes(): Promise<void> {
  const documents = await Promise.all(counts.map(pageOf));
  const [full = new Uint8Array()] = documents.slice(3);
  using recognizer = new Recognizer();
  await pageTime(recognizer, full);
  const [asPages, asDocuments]: [number[][], number[][]] = [[], []];
  for (let round = 0; round < 3; round += 1)
    for (const [k, document] of documents.entries()) {
      const own = asPages[k] ?? [];
      asPages[k] = [...own, await pageTime(recognizer, document)];
      asDocuments[k] = [...(asDocuments[k] ?? []), await timed(() => textOf(document, true))];
      // An empty page doesn't warm up the next one.
      if (counts[k] === 0) await pageTime(recognizer, full);
    }
  printFit("pages of one document", asPages.map(median));
  printFit("documents of one page", asDocuments.map(median));
  const scratch = mkdtempSync(join(tmpdir(), "pdfd-ocr-goals-"));
  try {
    const processes = documents.map((document) => {
      const file = join(scratch, "scan.pdf");
      writeFileSync(file, document);
      const { resourceUsage } = Bun.spawnSync([process.execPath, import.meta.path, `--read=${file}`]);
      return Number(resourceUsage.cpuTime.total) / 1000;
    });
    printFit("processes that read one page", processes);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const args = process.argv.slice(2);
const file = args.find((arg) => arg.startsWith("--read="))?.slice("--read=".length);
if (file === undefined) {
  if (!args.includes("--time")) await printScans();
  await printTimes();
} else await textOf(readFileSync(file), true);
