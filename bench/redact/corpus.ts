/**
 * Redacts random words on pages of the corpus, and reports what other programs still find, which pixels changed outside
 * the areas, and which other words moved. `bun bench/redact/corpus.ts [pages] [part of a name] [files to skip]`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createReaders } from "../../src/engines/engines.ts";
import { corpusPath, corpusPdfs } from "../../test/support/corpus.ts";
import { runTool } from "../../test/support/run-tool.ts";
import { bare, Judged, type PlacedWord } from "./judges.ts";

/** Pages of one file, and words of each page. */
const pagesOfFile = 4;
const wordsOfPage = 3;
/** Minimum letters: shorter words are part of many others. */
const shortest = 5;
/** Words of scripts that poppler places in reading order. */
const isWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
/** A pixel for each point. */
const resolution = 72;
/** Shades by which equal pixels may differ, and points around an area that the ink of its letters may reach. */
const tolerance = 24;
const ink = 3;
/** Points: positions are written with three decimals. */
const samePlace = 0.005;

/** Reproducible choices (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Box = PlacedWord["box"];
const touches = (one: Box, other: Box) =>
  one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];

interface Judgment {
  readonly pages: number;
  readonly words: number;
  readonly faults: readonly string[];
}

/** Redacts words of some pages of a file, and judges the result; undefined where no page has words. */
export async function judge(id: string, bytes: Uint8Array): Promise<Judgment | undefined> {
  using before = new Judged(bytes);
  const placed = before.words();
  const chance = random(placed.length);
  const pages = chosen([...new Set(placed.map(({ page }) => page))], pagesOfFile, chance);
  const wanted = pages.flatMap((page) => {
    const candidates = placed.filter((word) => word.page === page).map(({ text }) => text);
    const good = candidates.filter((text) => isWord.test(text) && text.length >= shortest);
    return chosen([...new Set(good)], wordsOfPage, chance);
  });
  if (wanted.length === 0) return undefined;

  const run = await runTool(
    "pdf_redact",
    { input: "a.pdf", output: "b.pdf", text: wanted, attachments: "keep" },
    { "a.pdf": bytes },
    createReaders(),
  );
  const { redacted } = Object(run.result);
  using after = new Judged(run.file("b.pdf"));
  const faults = [
    ...(await stillFound(after, wanted)),
    ...pages.flatMap((page) => changedPixels(before, after, page, areasOf(redacted, page))),
    ...movedWords(placed, after.words(), ({ page, box, text }) => {
      const isCut = wanted.some((word) => bare(text).includes(bare(word)));
      return isCut || areasOf(redacted, page).some((area) => touches(area, box));
    }),
  ];
  return {
    pages: pages.length,
    words: wanted.length,
    faults: faults.map((fault) => `${id} (${wanted.join(" ")}): ${fault}`),
  };
}

function chosen<T>(items: readonly T[], count: number, chance: () => number): T[] {
  const left = [...items];
  const found: T[] = [];
  while (left.length > 0 && found.length < count)
    found.push(...left.splice(Math.floor(chance() * left.length), 1));
  return found;
}

const areasOf = (redacted: readonly { page: number; bbox: Box }[], page: number): Box[] =>
  redacted.filter((area) => area.page === page).map(({ bbox }) => bbox);

async function stillFound(after: Judged, wanted: readonly string[]): Promise<string[]> {
  const strings = after.strings();
  // Names of PDF itself, as of fonts and keys, are no text.
  const names = new Set([...strings.matchAll(/\/[^\s()<>[\]{}/%]+/g)].map(([name]) => bare(name)));
  const texts = { pdftotext: after.pdftotext(), mutool: after.mutool(), "pdf.js": await after.pdfjs() };
  const faults: string[] = [];
  for (const word of wanted) {
    for (const [reader, text] of Object.entries(texts))
      if (bare(text).includes(bare(word))) faults.push(`${reader} reads ${word}`);
    const isName = [...names].some((name) => name.includes(bare(word)));
    if (!isName && strings.toLowerCase().includes(word.toLowerCase())) faults.push(`strings has ${word}`);
  }
  return faults;
}

function changedPixels(before: Judged, after: Judged, page: number, areas: readonly Box[]): string[] {
  const [old, now] = [before.picture(page, resolution), after.picture(page, resolution)];
  if (old.width !== now.width || old.height !== now.height) return [`page ${page} has another size`];
  const isIn = (at: number) => {
    const [x, y] = [at % now.width, Math.floor(at / now.width)];
    return areas.some(
      ([x0, y0, x1, y1]) =>
        x >= Math.floor(x0) - ink &&
        x < Math.ceil(x1) + ink &&
        y >= Math.floor(y0) - ink &&
        y < Math.ceil(y1) + ink,
    );
  };
  // MuPDF draws letters at quarters of a pixel: a pixel that got lighter has a darker neighbor.
  const by = (at: number) => (now.samples[at] ?? 0) - (old.samples[at] ?? 0);
  const around = [-now.width, 0, now.width].flatMap((row) => [row - 1, row, row + 1]);
  let changed = 0;
  for (let at = 0; at < old.samples.length; at++) {
    if (Math.abs(by(at)) <= tolerance || isIn(at)) continue;
    if (Math.abs(around.reduce((sum, next) => sum + by(at + next), 0)) > 9 * tolerance) changed += 1;
  }
  return changed === 0 ? [] : [`page ${page}: ${changed} pixels outside changed`];
}

/** Untouched words whose position changed. */
function movedWords(
  before: readonly PlacedWord[],
  after: readonly PlacedWord[],
  isCut: (word: PlacedWord) => boolean,
): string[] {
  // How dots form words depends on their neighbors.
  const old = before.filter((word) => /[\p{L}\p{N}]/u.test(word.text) && !isCut(word));
  const now = Map.groupBy(after, ({ page, text }) => `${page} ${text}`);
  const moved = old.filter(
    ({ page, text, box }) =>
      !now
        .get(`${page} ${text}`)
        ?.some((word) => word.box.every((side, k) => Math.abs(side - (box[k] ?? 0)) < samePlace)),
  );
  const [{ page, text, box } = { page: 0, text: "", box: [] }] = moved;
  return moved.length === 0 ? [] : [`${moved.length} of ${old.length} words moved: ${page} ${text} ${box}`];
}

/** Opens without a password, and has a size that other programs judge in time. */
function usable(path: string): boolean {
  const { status } = spawnSync("qpdf", ["--requires-password", path], { timeout: 20_000 });
  return status === 2 && readFileSync(path).length < 4_000_000;
}

if (import.meta.main) {
  const [most = "200", part = "", skip = "0"] = process.argv.slice(2);
  let [files, pages, words, refused] = [0, 0, 0, 0];
  const faults: string[] = [];
  const started = process.cpuUsage();
  const folders = new Set(["a-text", "b-structure", "e-features", "i-conformance"]);
  const all = corpusPdfs().filter(
    ({ id, file }) => id.includes(part) && folders.has(file.split("/")[0] ?? ""),
  );
  for (const { id, file } of chosen(all, all.length, random(7)).slice(Number(skip))) {
    if (pages >= Number(most)) break;
    const path = corpusPath(file);
    if (!usable(path)) continue;
    try {
      const judgment = await judge(id, readFileSync(path));
      if (!judgment) continue;
      files += 1;
      pages += judgment.pages;
      words += judgment.words;
      for (const fault of judgment.faults) console.log(fault);
      faults.push(...judgment.faults);
    } catch (error) {
      refused += 1;
      console.log(`${id}: refused: ${error instanceof Error ? error.message : error}`);
    }
  }
  const seconds = process.cpuUsage(started).user / 1e6;
  console.log(
    `${files} files, ${pages} pages, ${words} words, ${faults.length} faults; ${refused} refused; ${seconds.toFixed(0)} s`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
}
