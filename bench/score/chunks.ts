/**
 * Checks that chunks contain every word once, that their boxes are right, and that their ids are stable. Reads the first
 * pages of the corpus's undamaged files: `npm run score:chunks [-- --files 60 --pages 12 --chars 1000 --verbose]`.
 *
 * Words: compared with the same pages' Markdown, and with pdf_read_text without running headers and footers.
 * Exact: a box is the union of the painted words whose centers are inside, and the chunk's text has all of those words.
 * Stable: ids on other pages after a watermark on the middle page, and ids before the middle page after its removal.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Box, Word } from "../../src/core/page-layout.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { openContentLayout } from "../../src/reading/open.ts";
import { openDocument } from "../../src/recovery/open-document.ts";
import { corpusPath, corpusPdfs } from "../../test/support/corpus.ts";
import { testContext } from "../../test/support/memory-files.ts";
import { runTool } from "../../test/support/run-tool.ts";

const { values: options } = parseArgs({
  options: {
    files: { type: "string", default: "60" },
    pages: { type: "string", default: "12" },
    chars: { type: "string", default: "1000" },
    verbose: { type: "boolean", default: false },
  },
});
const readers = createReaders();
/** The tolerance for box edges, in points. */
const tolerance = 0.6;

interface Chunk {
  readonly id: string;
  readonly text: string;
  readonly pages: readonly {
    readonly page: number;
    readonly bbox: readonly [number, number, number, number];
  }[];
  readonly repeated_head?: true;
}

type Bbox = Chunk["pages"][number]["bbox"];

interface Painted {
  readonly words: readonly Word[];
  readonly drawings: readonly Box[];
}

interface Answer {
  readonly content?: string;
  readonly pages?: readonly { readonly text: string }[];
}

async function call(tool: string, bytes: Uint8Array, input: object): Promise<Answer> {
  const run = await runTool(tool, { input: "judged.pdf", ...input }, { "judged.pdf": bytes }, readers);
  return Object(run.result);
}

async function structure(bytes: Uint8Array, pages: string, format: object): Promise<string> {
  const answer = await call("pdf_extract_structure", bytes, { pages, max_chars: 400_000, ...format });
  return answer.content ?? "";
}

async function chunksOf(bytes: Uint8Array, pages: string): Promise<readonly Chunk[]> {
  const content = await structure(bytes, pages, { format: "chunks", chunk_chars: Number(options.chars) });
  return JSON.parse(content).chunks;
}

/** The text of Markdown without tags, URLs and escapes. */
const unmarked = (markdown: string) =>
  markdown
    .replaceAll(/(?<!\\)<\/?(?:table|tr|td|th|br|sup|sub|s|u)(?: [a-z][^<>]*)?>/g, " ")
    .replaceAll(/(?<!\\)\]\([^()\s]*\)/g, "] ")
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp|#\d+);/g, " ")
    .replaceAll("\\", "");

const letters = (text: string) => text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "");

/** How often each word occurs. */
function bag(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.normalize("NFKC").matchAll(/[\p{L}\p{N}]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The words that `one` has more often than `other`. */
const surplus = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
  [...one].flatMap(([word, count]) => Array<string>(Math.max(0, count - (other.get(word) ?? 0))).fill(word));

const size = (one: ReadonlyMap<string, number>) => [...one.values()].reduce((sum, count) => sum + count, 0);

/** The words and drawings of each page, untouched by layout rules. */
async function painted(bytes: Uint8Array, count: number): Promise<ReadonlyMap<number, Painted>> {
  const context = testContext({ "judged.pdf": bytes }, readers);
  using file = context.files.openInput("judged.pdf", "input");
  const document = await openDocument(file, context, {});
  using layouts = openContentLayout(document, { engines: context.readers });
  const pages = new Map<number, Painted>();
  for (let page = 1; page <= count; page++) {
    const { pieces, drawings } = await layouts.page(page);
    pages.set(page, {
      words: pieces.flatMap(({ words }) => words),
      // List markers may be drawings.
      drawings: drawings.map(({ box }) => box),
    });
  }
  return pages;
}

function inside({ x0, y0, x1, y1 }: Box, [left, top, right, bottom]: Bbox): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x > left && x < right && y > top && y < bottom;
}

const edgesOf = ({ x0, y0, x1, y1 }: Box) => [x0, y0, x1, y1];

/** Why a box doesn't match its chunk's lines. */
function faultOf(bbox: Bbox, { words, drawings }: Painted, text: string): string | undefined {
  const own = words.filter(({ box }) => inside(box, bbox));
  const other = own.find((word) => !text.includes(letters(word.text)));
  if (other) return `has "${other.text}"`;
  const boxes = [...own.map(({ box }) => box), ...drawings.filter((box) => inside(box, bbox))].map(edgesOf);
  const isTight = bbox.every((edge, side) =>
    boxes.some((edges) => Math.abs((edges[side] ?? 0) - edge) <= tolerance),
  );
  return isTight ? undefined : `has an edge without a word`;
}

const isOn = (pages: (page: number) => boolean) => (chunk: Chunk) =>
  chunk.pages.every(({ page }) => pages(page));

/** Counts the chunks whose ids also occur in `others`. */
function kept(chunks: readonly Chunk[], others: readonly Chunk[]) {
  const ids = new Set(others.map(({ id }) => id));
  return { chunks: chunks.length, kept: chunks.filter(({ id }) => ids.has(id)).length };
}

const all = {
  ...{ files: 0, words: 0, lost: 0, doubled: 0, textWords: 0, textLost: 0, boxes: 0, exact: 0 },
  ...{ again: 0, chunks: 0, whole: 0, marked: 0, markedKept: 0, removed: 0, removedKept: 0 },
};

function judgeWords(id: string, chunks: readonly Chunk[], markdown: string, text: string, running: string) {
  const own = bag(chunks.map((chunk) => unmarked(chunk.text)).join("\n"));
  const wanted = bag(unmarked(markdown));
  const heads = bag(chunks.map((chunk) => (chunk.repeated_head ? unmarked(chunk.text) : "")).join("\n"));
  const lost = surplus(wanted, own);
  const doubled = surplus(own, wanted).filter((word) => !heads.has(word));
  const read = bag(text);
  const aside = bag(running);
  // Code shows tags and URLs literally.
  const shown = bag(chunks.map((chunk) => chunk.text).join("\n"));
  const isShown = (word: string) => (shown.get(word) ?? 0) >= (read.get(word) ?? 0);
  const textLost = surplus(read, own).filter((word) => !aside.has(word) && !isShown(word));

  all.words += size(wanted);
  all.lost += lost.length;
  all.doubled += doubled.length;
  all.textWords += size(read);
  all.textLost += textLost.length;
  if (options.verbose && lost.length + doubled.length + textLost.length > 0)
    console.log(
      `${id}: lost ${lost.join(" ")}; doubled ${doubled.join(" ")}; of the text ${textLost.join(" ")}`,
    );
}

function judgeBoxes(id: string, chunks: readonly Chunk[], pages: ReadonlyMap<number, Painted>) {
  for (const chunk of chunks) {
    const text = letters(unmarked(chunk.text));
    let room = 0;
    for (const { page, bbox } of chunk.pages) {
      const seen = pages.get(page) ?? { words: [], drawings: [] };
      // Code shows tags and URLs literally.
      const fault = faultOf(bbox, seen, `${text} ${letters(chunk.text)}`);
      all.boxes += 1;
      if (fault === undefined) all.exact += 1;
      else if (options.verbose) console.log(`${id}, page ${page}, ${bbox.join(" ")}: ${fault}`);
      for (const { box, text: own } of seen.words) if (inside(box, bbox)) room += letters(own).length;
    }
    all.chunks += 1;
    if (room >= text.length || chunk.repeated_head) all.whole += 1;
    else if (options.verbose)
      console.log(`${id}: boxes hold ${room} letters of ${text.length}: ${chunk.text.slice(0, 80)}`);
  }
}

async function judgeIds(bytes: Uint8Array, count: number, chunks: readonly Chunk[]) {
  const range = `1-${count}`;
  const again = await chunksOf(bytes, range);
  if (JSON.stringify(again) === JSON.stringify(chunks)) all.again += 1;
  if (count < 3) return;

  const middle = Math.ceil(count / 2);
  const change = async (tool: string, input: object) => {
    const fields = { input: "judged.pdf", output: "changed.pdf", pages: `${middle}`, ...input };
    return (await runTool(tool, fields, { "judged.pdf": bytes }, readers)).file("changed.pdf");
  };
  const marked = await chunksOf(await change("pdf_add_watermark", { text: "Changed" }), range);
  const besides = kept(chunks.filter(isOn((page) => page !== middle)), marked);
  all.marked += besides.chunks;
  all.markedKept += besides.kept;
  const removed = await chunksOf(await change("pdf_remove_pages", {}), `1-${count - 1}`);
  const before = kept(chunks.filter(isOn((page) => page < middle)), removed);
  all.removed += before.chunks;
  all.removedKept += before.kept;
  if (options.verbose && besides.kept + before.kept < besides.chunks + before.chunks)
    console.log(
      `ids: ${besides.kept} of ${besides.chunks} after a watermark, ${before.kept} of ${before.chunks} after removal`,
    );
}

const files = corpusPdfs().filter(({ id, text }) => text !== undefined && !/^[cd]-/.test(id));
const step = Math.max(1, Math.floor(files.length / Number(options.files)));

for (const { id, file, pages = 1 } of files.filter((_, k) => k % step === 0)) {
  const bytes = readFileSync(corpusPath(file));
  const count = Math.min(pages ?? 1, Number(options.pages));
  try {
    const range = `1-${count}`;
    const chunks = await chunksOf(bytes, range);
    const markdown = await structure(bytes, range, { format: "markdown" });
    const { pages: blocks } = JSON.parse(await structure(bytes, range, { format: "json" }));
    const running = blocks
      .flatMap((page: { blocks: { type: string; text: string }[] }) => page.blocks)
      .flatMap((block: { type: string; text: string }) =>
        /^(header|footer)$/.test(block.type) ? block.text : [],
      );
    const read = await call("pdf_read_text", bytes, { pages: range, max_chars: 200_000 });
    const text = read.pages?.map((page) => page.text).join("\n") ?? "";
    judgeWords(id, chunks, markdown, text, running.join("\n"));
    judgeBoxes(id, chunks, await painted(bytes, count));
    await judgeIds(bytes, count, chunks);
    all.files += 1;
  } catch (error) {
    console.log(`${id}: ${error instanceof Error ? error.message : error}`);
  }
}

const share = (part: number, of: number) => `${((100 * part) / of).toFixed(2)} %`;
console.log(
  `${all.files} files, ${all.chunks} chunks. Of ${all.words} words of the Markdown ${all.lost} lost, ${all.doubled} doubled; of ${all.textWords} of pdf_read_text ${all.textLost} lost (${share(all.textLost, all.textWords)})`,
);
console.log(
  `exact boxes ${share(all.exact, all.boxes)} of ${all.boxes}; boxes hold all letters of ${share(all.whole, all.chunks)} of the chunks`,
);
console.log(
  `ids: the same again in ${all.again} of ${all.files} files; ${share(all.markedKept, all.marked)} of ${all.marked} on other pages after a watermark; ${share(all.removedKept, all.removed)} of ${all.removed} before a removed page`,
);
