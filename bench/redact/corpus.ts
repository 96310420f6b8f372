/**
 * Redacts files of the corpus, and reports what other programs still find, which pixels changed outside the areas, which other
 * words moved, and which bookmarks, links, fields and tags are lost. `bun bench/redact/corpus.ts [what] [files] [part of a name]
 * [files to skip]`; `what` is `word` (a word on one page), `words` (of several pages), `third` (of the first page, as an area) or
 * `page` (all of the first page).
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createReaders } from "../../src/engines/engines.ts";
import { corpusPath, corpusPdfs } from "../../test/support/corpus.ts";
import { runTool } from "../../test/support/run-tool.ts";
import { bare, Judged, type Parts, type PlacedWord } from "./judges.ts";

/** Pages of one file, and words of each page. */
const pagesOfFile = 4;
const wordsOfPage = 3;
/** Minimum letters: shorter words are part of many others. */
const shortest = 5;
/** Words of scripts that poppler places in reading order. */
const isWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
/** A pixel for each point. */
const resolution = 72;
/**
 * Shades by which equal pixels may differ, and points around an area that the ink of its letters may reach: those of one that an
 * area cuts go whole.
 */
const tolerance = 24;
const ink = { found: 3, area: 24 };
const lastPage = 100_000;
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

export const ways = ["word", "words", "third", "page"] as const;
type Way = (typeof ways)[number];

interface Judgment {
  readonly pages: number;
  readonly faults: readonly string[];
}

/** What to redact, and the words that must be gone. */
interface Task {
  readonly pages: readonly number[];
  readonly fields: { readonly text?: readonly string[]; readonly areas?: readonly Area[] };
  readonly wanted: readonly string[];
  /** The removed text, as far as other programs read it. */
  readonly lost: string;
}
interface Area {
  readonly page: number;
  readonly bbox: Box;
}

const good = (text: string) => isWord.test(text) && text.length >= shortest;

function taskOf(before: Judged, placed: readonly PlacedWord[], way: Way): Task | undefined {
  const chance = random(placed.length);
  if (way === "word" || way === "words") {
    const some = way === "word" ? 1 : undefined;
    const candidates = placed.filter(({ text }) => good(text));
    const pages = chosen([...new Set(candidates.map(({ page }) => page))], some ?? pagesOfFile, chance);
    const wanted = pages.flatMap((page) => {
      const own = candidates.filter((word) => word.page === page).map(({ text }) => text);
      return chosen([...new Set(own)], some ?? wordsOfPage, chance);
    });
    return wanted.length === 0 ? undefined : { pages, fields: { text: wanted }, wanted, lost: "" };
  }
  const { width, height } = before.picture(1, resolution);
  const [top, bottom] = way === "page" ? [0, height] : [height / 3, (2 * height) / 3];
  const bbox: Box = [0, Math.floor(top), width, Math.ceil(bottom)];
  const isIn = ({ page, box }: PlacedWord) => page === 1 && box[1] > bbox[1] + 1 && box[3] < bbox[3] - 1;
  const others = bare(
    placed
      .filter((word) => !isIn(word))
      .map(({ text }) => text)
      .join(" "),
  );
  const own = placed.filter(isIn).map(({ text }) => text);
  const wanted = [...new Set(own)].filter((text) => good(text) && !others.includes(bare(text)));
  return { pages: [1], fields: { areas: [{ page: 1, bbox }] }, wanted, lost: bare(own.join(" ")) };
}

/** Redacts a file in one way, and judges the result; undefined where there is nothing to redact. */
export async function judge(id: string, bytes: Uint8Array, way: Way): Promise<Judgment | undefined> {
  using before = new Judged(bytes);
  const placed = before.words();
  const task = taskOf(before, placed, way);
  if (!task) return undefined;
  const { pages, fields, wanted, lost } = task;

  const run = await runTool(
    "pdf_redact",
    { input: "a.pdf", output: "b.pdf", ...fields, attachments: "keep" },
    { "a.pdf": bytes },
    createReaders(),
  );
  const { redacted }: { readonly redacted: readonly Area[] } = Object(run.result);
  using after = new Judged(run.file("b.pdf"));
  const says = (text: string) =>
    wanted.some((word) => bare(text).includes(bare(word))) || lost.includes(bare(text).trim());
  const reach = fields.areas ? ink.area : ink.found;
  const isGone = ({ page, box, text }: PlacedWord) =>
    says(text) || areasOf(redacted, page).some((area) => touches(area, box));
  const faults = [
    ...(await stillFound(after, wanted, fields.areas !== undefined)),
    ...pages.flatMap((page) => changedPixels(before, after, page, areasOf(redacted, page), reach)),
    ...movedWords(placed, after.words(), isGone),
    ...lostParts(await before.parts(), await after.parts(), pages, says, isGone),
    ...(way === "page" ? leftImages(before, after) : []),
  ];
  return {
    pages: pages.length,
    faults: faults.map((fault) => `${id} (${way} ${wanted.slice(0, 12).join(" ")}): ${fault}`),
  };
}

/** Images that only the first page had. */
function leftImages(before: Judged, after: Judged): string[] {
  const others = before.images(2, lastPage);
  const own = [...before.images(1, 1)].filter((image) => !others.has(image));
  const left = after.images(1, lastPage);
  return own.some((image) => left.has(image)) ? ["an image of the page is still in the file"] : [];
}

function lostParts(
  before: Parts,
  after: Parts,
  pages: readonly number[],
  says: (text: string) => boolean,
  isGone: (part: PlacedWord) => boolean,
): string[] {
  const titles = before.bookmarks.filter((title) => !says(title));
  const lines = new Set(after.bookmarks);
  const lost = titles.filter((title) => !lines.has(title));
  const kept = new Set(after.placed.map(({ page, box, text }) => `${page} ${box.map(Math.round)} ${text}`));
  const parts = before.placed.filter(
    (part) => !isGone(part) && !kept.has(`${part.page} ${part.box.map(Math.round)} ${part.text}`),
  );
  const tags = [...before.tags].filter(
    ([page, roles]) => !pages.includes(page) && after.tags.get(page) !== roles,
  );
  return [
    ...(lost.length > 0 ? [`${lost.length} of ${titles.length} bookmarks are lost: ${lost[0]}`] : []),
    ...(parts.length > 0
      ? [`${parts.length} of ${before.placed.length} links and fields are lost: ${JSON.stringify(parts[0])}`]
      : []),
    ...(tags.length > 0 ? [`pages ${tags.map(([page]) => page)} have other tags`] : []),
  ];
}

function chosen<T>(items: readonly T[], count: number, chance: () => number): T[] {
  const left = [...items];
  const found: T[] = [];
  while (left.length > 0 && found.length < count)
    found.push(...left.splice(Math.floor(chance() * left.length), 1));
  return found;
}

const areasOf = (redacted: readonly Area[], page: number): Box[] =>
  redacted.filter((area) => area.page === page).map(({ bbox }) => bbox);

/** `whole`: a word that is part of another isn't the same. */
async function stillFound(after: Judged, wanted: readonly string[], whole: boolean): Promise<string[]> {
  const strings = after.strings();
  // Names of PDF itself, as of fonts and keys, are no text.
  const names = new Set([...strings.matchAll(/\/[^\s()<>[\]{}/%]+/g)].map(([name]) => bare(name)));
  const texts = { pdftotext: after.pdftotext(), mutool: after.mutool(), "pdf.js": await after.pdfjs() };
  const faults: string[] = [];
  for (const word of wanted) {
    const own = whole ? new RegExp(`(?<![\\p{L}\\p{N}])${bare(word)}(?![\\p{L}\\p{N}])`, "u") : undefined;
    const has = (text: string) => (own ? own.test(bare(text)) : bare(text).includes(bare(word)));
    for (const [reader, text] of Object.entries(texts)) if (has(text)) faults.push(`${reader} reads ${word}`);
    const isName = [...names].some((name) => name.includes(bare(word)));
    if (!isName && has(strings)) faults.push(`strings has ${word}`);
  }
  return faults;
}

function changedPixels(
  before: Judged,
  after: Judged,
  page: number,
  areas: readonly Box[],
  ink: number,
): string[] {
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
  const [what = "word", most = "200", part = "", skip = "0"] = process.argv.slice(2);
  const way = ways.find((one) => one === what);
  if (!way) throw new Error(`${what} is none of ${ways.join(", ")}`);
  let [files, pages, refused] = [0, 0, 0];
  const faults: string[] = [];
  const started = process.cpuUsage();
  const folders = new Set(["a-text", "b-structure", "e-features", "i-conformance"]);
  const all = corpusPdfs().filter(
    ({ id, file }) => id.includes(part) && folders.has(file.split("/")[0] ?? ""),
  );
  for (const { id, file } of chosen(all, all.length, random(7)).slice(Number(skip))) {
    if (files + refused >= Number(most)) break;
    const path = corpusPath(file);
    if (!usable(path)) continue;
    try {
      const judgment = await judge(id, readFileSync(path), way);
      if (!judgment) continue;
      files += 1;
      pages += judgment.pages;
      for (const fault of judgment.faults) console.log(fault);
      faults.push(...judgment.faults);
    } catch (error) {
      refused += 1;
      console.log(`${id}: refused: ${error instanceof Error ? error.message : error}`);
    }
  }
  const seconds = process.cpuUsage(started).user / 1e6;
  console.log(
    `${way}: ${files} files, ${pages} pages, ${faults.length} faults; ${refused} refused; ${seconds.toFixed(0)} s`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
}
