/** Extracts a document's pages as one text in a format, up to a given length. */

import { partitionPoint } from "../core/collections/partition-point.ts";
import { chunkChars } from "../core/limits.ts";
import type { LayoutReader } from "../core/page-layout.ts";
import { ProblemError } from "../core/problem.ts";
import { Chunker, putChunks } from "./formats/chunks.ts";
import { htmlBlock } from "./formats/html.ts";
import { markdownBlock } from "./formats/markdown.ts";
import {
  createContent,
  jsonWriter,
  type ReadPage,
  type StructureFormat,
  type TakeContent,
  textWriter,
  type Writer,
} from "./formats/writers.ts";
import type { Block } from "./layout/model/blocks.ts";
import { flowHasText } from "./layout/model/page-flow.ts";
import { type Entry, type Section, sectionFinder, sectionTree } from "./layout/outline/sections.ts";
import { joinedText } from "./layout/paragraphs/paragraph-text.ts";
import type { Vocabulary } from "./lines/words/vocabulary.ts";
import { type BlockOptions, openBlocks } from "./read-blocks.ts";

export interface ExtractOptions extends BlockOptions {
  readonly format: StructureFormat;
  /** In UTF-16 units; `Number.MAX_SAFE_INTEGER` for no limit. */
  readonly maxChars: number;
  /** Maximum characters per chunk, in that format. */
  readonly chunkChars?: number | undefined;
  /** Pages to read, ascending. */
  readonly pages: readonly number[];
  readonly rotation: (page: number) => number;
  /** Receives the content; the answer then has none. Without a limit, each piece comes as soon as nothing can change it. */
  readonly take?: TakeContent | undefined;
  /** Whether an earlier call took the content of earlier pages. */
  readonly continues?: boolean;
  /** Shows the findings on each page, for inspecting the analysis. */
  show?(read: ReadPage): void;
}

export interface Extract {
  readonly content: string;
  readonly hasText: boolean;
  readonly truncated: boolean;
  /** The first unread page; null if none is left. */
  readonly next: number | null;
  readonly sections: Section[];
}

/** The maximum number of a page's blocks that fit after the pages before it, none of which has text. */
function addWhatFits(writer: Writer, before: number, page: ReadPage, most: number): void {
  const fits = (count: number) => {
    writer.keep(before);
    writer.add({ ...page, blocks: page.blocks.slice(0, count) });
    return writer.length <= most;
  };
  if (!fits(partitionPoint(page.blocks.length, (at) => fits(at + 1)))) writer.keep(before);
}

/**
 * How many pages make up a part that no block continues after: as many as possible. `joined`: for each page and the first one
 * that didn't fit, the page with the start of the block it continues. If a block crosses every border, all but the last.
 */
function pagesOfPart(joined: readonly number[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (let at = joined.length - 1; at > 0; at -= 1) {
    first = Math.min(first, joined[at] ?? at);
    if (first >= at) return at;
  }
  return joined.length - 1;
}

function headingEntries(blocks: readonly Block[], vocabulary: Vocabulary): Entry[] {
  return blocks.flatMap((block) =>
    block.type === "heading"
      ? [{ title: joinedText(block.lines, vocabulary), level: block.level ?? 1, page: block.page }]
      : [],
  );
}

/**
 * Reads pages until the next one doesn't fit: whole pages, so that `next` continues without loss or repetition, and only up to
 * the end of a block, so that the parts have the same blocks as the whole: a table has its header once.
 */
export async function extractStructure(reader: LayoutReader, options: ExtractOptions): Promise<Extract> {
  const { format, maxChars, pages, bookmarks, warn } = options;
  const blocks = await openBlocks(reader, options);
  const { vocabulary } = blocks.style;
  const writers = {
    markdown: () => textWriter((block, before) => markdownBlock(block, vocabulary, before)),
    html: () => textWriter((block) => htmlBlock(block, vocabulary)),
    json: () =>
      jsonWriter(
        sectionFinder<Block>(bookmarks, ({ lines }) => joinedText(lines, vocabulary)),
        options.rotation,
        vocabulary,
      ),
    // The chunker below receives the blocks.
    chunks: () => textWriter(() => ""),
  };
  const chunker =
    format === "chunks" ? new Chunker(options.chunkChars ?? chunkChars.default, vocabulary) : undefined;
  const writer = writers[format]();
  const content = createContent(format, options.take, options.continues);
  const headings: Entry[] = [];
  let taken: { readonly page: number; readonly hasText: boolean; readonly joinedFrom: number }[] = [];
  /** Number of blocks already in the content. */
  let gone = 0;
  let lastPage = pages[0] ?? 1;

  const letGo = (count: number) => {
    const piece = writer.take(count);
    gone += count;
    content.add(piece.text, taken[gone - 1]?.page ?? 0);
    headings.push(...headingEntries(piece.blocks, vocabulary));
    for (const block of piece.blocks) chunker?.add(block);
    lastPage = piece.blocks.at(-1)?.page ?? lastPage;
  };

  let [anyText, length] = [false, 0];
  let failure: ProblemError | undefined;
  let next: number | null = null;
  let truncated = false;

  for (const [at, page] of pages.entries()) {
    const read = await blocks.page(page);
    if (read instanceof ProblemError) {
      failure ??= read;
      continue;
    }
    options.show?.(read);
    chunker?.recordLines(page, read.blocks);
    const first = !anyText || length <= 0;
    writer.add(read);
    const hasText = flowHasText(read.flow);
    taken.push({ page, hasText, joinedFrom: writer.joinedFrom });
    anyText ||= hasText;
    if (chunker || maxChars === Number.MAX_SAFE_INTEGER) {
      letGo(writer.settled);
      if (chunker && chunker.length > maxChars) break;
      continue;
    }
    length = writer.length;
    if (length <= maxChars) continue;
    truncated = true;
    if (first) {
      addWhatFits(writer, taken.length - 1, read, maxChars);
      next = pages[at + 1] ?? null;
      warn(
        ({ field }) =>
          `page ${page} has ${length} characters in this format and was cut at ${field("max_chars")}, between blocks`,
      );
    } else {
      const whole = pagesOfPart(taken.map(({ joinedFrom }) => joinedFrom));
      next = taken[whole]?.page ?? page;
      taken = taken.slice(0, whole);
      writer.keep(whole);
    }
    break;
  }

  if (failure && taken.length === 0) throw failure;
  letGo(taken.length - gone);
  if (chunker) ({ truncated, next } = putChunks(chunker.take(), content, options));
  const last = truncated ? lastPage : (pages.at(-1) ?? 1);
  const sections = sectionTree(
    bookmarks.length > 0 ? bookmarks : headings,
    bookmarks.length > 0 ? reader.pageCount : last,
  );
  const hasText = taken.some((page) => page.hasText);

  return { content: content.end(), hasText, truncated, next, sections };
}
