/** Extracts model-written pages as one text in a format, up to a given length: the counterpart of extractStructure for layouts. */

import { partitionPoint } from "../../core/collections/partition-point.ts";
import { chunkChars } from "../../core/limits.ts";
import type { PageSize } from "../../core/readers.ts";
import type { Extract, ExtractOptions } from "../extract.ts";
import { Chunker, putChunks } from "../formats/chunks.ts";
import { type JsonPage, round } from "../formats/json.ts";
import { createContent, type StructureFormat } from "../formats/writers.ts";
import { type Entry, sectionFinder, sectionTree } from "../layout/outline/sections.ts";
import { vocabularyOf } from "../lines/words/vocabulary.ts";
import { modelHtml, modelMarkdown } from "./block-text.ts";
import { inlinePlain } from "./inline-text.ts";
import { modelJson, modelText } from "./json.ts";
import type { ModelBlock } from "./model.ts";

export interface PageFacts extends PageSize {
  readonly rotation: number;
  readonly kind: JsonPage["kind"];
}

type Common = "format" | "maxChars" | "chunkChars" | "pages" | "bookmarks" | "take" | "continues" | "warn";

export interface ModelExtractOptions extends Pick<ExtractOptions, Common> {
  /** Of the whole document. */
  readonly pageCount: number;
  /** A page's blocks; undefined: reading stops before it. */
  read(page: number): Promise<readonly ModelBlock[] | undefined>;
  facts(page: number): Promise<PageFacts>;
}

interface Placed {
  readonly page: number;
  readonly type: ModelBlock["type"];
  readonly block: ModelBlock;
}

interface Page {
  readonly number: number;
  readonly facts: PageFacts | undefined;
  readonly blocks: readonly Placed[];
}

const noFacts = async (): Promise<undefined> => undefined;

/** Reads pages one after another until the next one doesn't fit: nothing after that is read. */
export async function extractModelText(options: ModelExtractOptions): Promise<Extract> {
  const { format, maxChars, pages, bookmarks, warn } = options;
  const factsOf = format === "json" || format === "chunks" ? options.facts : noFacts;
  const titleOf = ({ block }: Placed) => (block.type === "heading" ? inlinePlain(block.text) : "");
  const section = sectionFinder<Placed>(bookmarks, titleOf);
  const written = (page: Page) => pageText(format, page, section);
  const chunker =
    format === "chunks" ? new Chunker(options.chunkChars ?? chunkChars.default, vocabularyOf([])) : undefined;
  const content = createContent(format, options.take, options.continues);
  const headings: Entry[] = [];
  let [anyText, lastPage] = [false, pages[0] ?? 1];

  const add = (page: Page, text: string) => {
    content.add(text, page.number);
    for (const placed of page.blocks)
      if (placed.block.type === "heading")
        headings.push({ title: titleOf(placed), level: placed.block.level, page: placed.page });
    anyText ||= hasText(page.blocks);
    if (page.blocks.length > 0) lastPage = page.number;
  };

  let next: number | null = null;
  let truncated = false;

  for (const [at, number] of pages.entries()) {
    const read = await options.read(number);
    if (!read) {
      [truncated, next] = [true, number];
      break;
    }
    const blocks = read.map((block): Placed => ({ page: number, type: block.type, block }));
    const page: Page = { number, blocks, facts: await factsOf(number) };
    if (chunker) {
      addChunks(chunker, page, titleOf);
      add(page, "");
      if (chunker.length > maxChars) break;
      continue;
    }
    const text = written(page);
    const length = content.lengthWith(text);
    if (length <= maxChars) {
      add(page, text);
      continue;
    }
    [truncated, next] = [true, number];
    if (anyText) break;
    const part = longestPart(page, (shorter) => content.lengthWith(written(shorter)) <= maxChars);
    if (part) add(part, written(part));
    next = pages[at + 1] ?? null;
    warn(
      ({ field }) =>
        `page ${number} has ${length} characters in this format and was cut at ${field("max_chars")}, between blocks`,
    );
    break;
  }

  if (chunker) {
    const put = putChunks(chunker.take(), content, options);
    [truncated, next] = [truncated || put.truncated, put.next ?? next];
  }

  const last = truncated ? lastPage : (pages.at(-1) ?? lastPage);
  return {
    content: content.end(),
    hasText: anyText,
    truncated,
    next,
    sections: bookmarks.length > 0 ? sectionTree(bookmarks, options.pageCount) : sectionTree(headings, last),
  };
}

function addChunks(
  chunker: Chunker,
  { number, facts, blocks }: Page,
  titleOf: (placed: Placed) => string,
): void {
  const box = { x0: 0, y0: 0, x1: facts?.width ?? 0, y1: facts?.height ?? 0 };
  for (const placed of blocks) {
    const { block, type } = placed;
    const heading = block.type === "heading" ? { level: block.level, title: titleOf(placed) } : {};
    chunker.addWritten(modelMarkdown(block), { type, page: number, box, ...heading });
  }
}

const hasText = (blocks: readonly Placed[]) => blocks.some(({ block }) => modelText(block).trim() !== "");

/** The maximum number of a page's first blocks that fit; undefined if not even zero do. */
function longestPart(page: Page, fits: (page: Page) => boolean): Page | undefined {
  const first = (count: number): Page => ({ ...page, blocks: page.blocks.slice(0, count) });
  const part = first(partitionPoint(page.blocks.length, (at) => fits(first(at + 1))));
  return fits(part) ? part : undefined;
}

/** One page in a format; empty in Markdown and HTML if it has no text. */
function pageText(
  format: StructureFormat,
  { number, facts, blocks }: Page,
  section: (block: Placed) => string | undefined,
): string {
  if (format === "json") {
    const { width = 0, height = 0, rotation = 0, kind = "scanned" } = facts ?? {};
    const box = [0, 0, round(width), round(height)] as const;
    const page: JsonPage = {
      page: number,
      ...{ width: round(width), height: round(height), rotation },
      has_text: hasText(blocks),
      kind,
      blocks: blocks.map((placed, at) =>
        modelJson(placed.block, `p${number}-${at + 1}`, section(placed), box),
      ),
    };
    return JSON.stringify(page);
  }
  const write = format === "html" ? modelHtml : modelMarkdown;
  return blocks
    .map(({ block }) => write(block))
    .filter((text) => text !== "")
    .join("\n\n");
}
