/** From a document's pages to one text in a format, no longer than asked for. */

import { chunkChars } from "../core/limits.ts";
import { inWords, type Message } from "../core/message.ts";
import type { LayoutReader } from "../core/page-layout.ts";
import { ProblemError } from "../core/problem.ts";
import { Chunker, putChunks } from "./formats/chunks.ts";
import { htmlBlock } from "./formats/html.ts";
import { markdownBlock } from "./formats/markdown.ts";
import {
  createContent,
  jsonWriter,
  mostThatFit,
  type ReadPage,
  type StructureFormat,
  type TakeContent,
  textWriter,
  type Writer,
} from "./formats/writers.ts";
import { blocksOf, documentStyle, flowReader, sampleOf, samplePages } from "./layout/document-blocks.ts";
import type { Block } from "./layout/model/blocks.ts";
import type { DocumentStyle } from "./layout/model/document-style.ts";
import { flowHasText, type PageFlow } from "./layout/model/page-flow.ts";
import { type Outline, outlineOf } from "./layout/outline/outline.ts";
import { type Entry, type Section, sectionFinder, sectionTree } from "./layout/outline/sections.ts";
import { joinedText } from "./layout/paragraphs/paragraph-text.ts";
import { rememberedStyle } from "./layout/paragraphs/style-memory.ts";
import type { TableSource } from "./layout/tagged/tagged-blocks.ts";
import type { Vocabulary } from "./lines/words/vocabulary.ts";

export interface ExtractOptions {
  readonly format: StructureFormat;
  /** In UTF-16 units; `Number.MAX_SAFE_INTEGER`: nothing limits it. */
  readonly maxChars: number;
  /** The most characters of a chunk, in their format. */
  readonly chunkChars?: number | undefined;
  /** Pages to read, ascending. */
  readonly pages: readonly number[];
  /** Pages that the document's style is found by; omitted: pages of the whole document. */
  readonly stylePages?: readonly number[];
  /** Empty: sections come from headings. */
  readonly bookmarks: readonly Entry[];
  readonly rotation: (page: number) => number;
  readonly taggedTables: TableSource;
  /** The identity of the document, to know its style again in the next call; undefined: it is not kept. */
  readonly identity?: string | undefined;
  warn(message: Message): void;
  /** Takes the content; the answer then has none. Where nothing limits it, each piece comes as soon as nothing can change it. */
  readonly take?: TakeContent | undefined;
  /** Whether content of earlier pages was taken before, by an earlier call. */
  readonly goesOn?: boolean;
  /** Shows what was found on each page, for whoever looks at the analysis. */
  show?(read: ReadPage): void;
}

export interface Extract {
  readonly content: string;
  readonly hasText: boolean;
  readonly truncated: boolean;
  /** The first page that was not read; null: none is left. */
  readonly next: number | null;
  readonly sections: Section[];
}

/** Lines alone, for a page that the analysis cannot take. */
function plainBlocks(flow: PageFlow): Block[] {
  return flow.items.flatMap((item): Block[] => {
    const lines = item.kind === "line" ? [item.line] : item.found.lines;
    return [{ type: "paragraph", page: flow.page, box: item.box, lines }];
  });
}

/** Gives the blocks of a page; what goes wrong with one page is a warning, and costs that page's structure alone. */
async function readPage(
  flows: (page: number) => Promise<PageFlow>,
  page: number,
  style: DocumentStyle,
  { warn, taggedTables }: ExtractOptions,
): Promise<ReadPage | ProblemError> {
  let flow: PageFlow;
  try {
    flow = await flows(page);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    warn((names) => `page ${page} could not be read: ${inWords(error.detail, names)}`);
    return error;
  }
  if (flow.plain) warn(`page ${page} is too complex to be analysed and is given as plain lines`);
  return { flow, blocks: flow.plain ? plainBlocks(flow) : blocksOf(flow, style, taggedTables) };
}

async function styleOf(
  flows: (page: number) => Promise<PageFlow>,
  pages: readonly number[],
  outline: Outline,
): Promise<DocumentStyle> {
  const sample: PageFlow[] = [];
  for (const page of sampleOf(pages)) {
    try {
      sample.push(await flows(page));
    } catch (error) {
      // There is a warning when the page itself is read.
      if (!(error instanceof ProblemError)) throw error;
    }
  }
  return documentStyle(sample, outline);
}

/** The blocks of a page that fit behind the pages before it, none of which has text: the most that do. */
function addWhatFits(writer: Writer, before: number, page: ReadPage, most: number): void {
  const fits = (count: number) => {
    writer.keep(before);
    writer.add({ ...page, blocks: page.blocks.slice(0, count) });
    return writer.length <= most;
  };
  if (!fits(mostThatFit(page.blocks.length, fits))) writer.keep(before);
}

/**
 * How many pages make a part that no block goes on behind: the most of them. `joined`: for each page and the one that did
 * not fit, the page that began what it goes on with. Where every border has a block across it, all but the last.
 */
function pagesOfPart(joined: readonly number[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (let at = joined.length - 1; at > 0; at -= 1) {
    first = Math.min(first, joined[at] ?? at);
    if (first >= at) return at;
  }
  return joined.length - 1;
}

/** Headings of the blocks read, as entries of the section tree. */
function headingEntries(blocks: readonly Block[], vocabulary: Vocabulary): Entry[] {
  return blocks.flatMap((block) =>
    block.type === "heading"
      ? [{ title: joinedText(block.lines, vocabulary), level: block.level ?? 1, page: block.page }]
      : [],
  );
}

/**
 * Reads pages until the next no longer fits: whole pages, so that `next` goes on without loss or repetition, and no more
 * than end with a block, so that the parts' blocks are those of the whole: a table has its head once.
 */
export async function extractStructure(reader: LayoutReader, options: ExtractOptions): Promise<Extract> {
  const { format, maxChars, pages, bookmarks, warn } = options;
  const flows = flowReader(reader, samplePages);
  // Of the whole document, whatever is asked for: a part read later must fit the parts before it.
  const style = await rememberedStyle(options.identity, () =>
    styleOf(
      flows,
      options.stylePages ?? Array.from({ length: reader.pageCount }, (_, at) => at + 1),
      outlineOf(bookmarks),
    ),
  );
  const { vocabulary } = style;
  const writers = {
    markdown: () => textWriter((block) => markdownBlock(block, vocabulary)),
    html: () => textWriter((block) => htmlBlock(block, vocabulary)),
    json: () =>
      jsonWriter(
        sectionFinder<Block>(bookmarks, ({ lines }) => joinedText(lines, vocabulary)),
        options.rotation,
        vocabulary,
      ),
    // The chunker below takes the blocks.
    chunks: () => textWriter(() => ""),
  };
  const chunker =
    format === "chunks" ? new Chunker(options.chunkChars ?? chunkChars.default, vocabulary) : undefined;
  const writer = writers[format]();
  const content = createContent(format, options.take, options.goesOn);
  const headings: Entry[] = [];
  let taken: { readonly page: number; readonly hasText: boolean; readonly joinedFrom: number }[] = [];
  /** How many of them are in the content. */
  let gone = 0;
  let lastPage = pages[0] ?? 1;
  const letGo = (count: number) => {
    const { text, blocks } = writer.take(count);
    gone += count;
    content.add(text, taken[gone - 1]?.page ?? 0);
    headings.push(...headingEntries(blocks, vocabulary));
    for (const block of blocks) chunker?.add(block);
    lastPage = blocks.at(-1)?.page ?? lastPage;
  };
  let [anyText, length] = [false, 0];
  let failure: ProblemError | undefined;
  let next: number | null = null;
  let truncated = false;
  for (const [at, page] of pages.entries()) {
    const read = await readPage(flows, page, style, options);
    if (read instanceof ProblemError) {
      failure ??= read;
      continue;
    }
    options.show?.(read);
    chunker?.learn(page, read.blocks);
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
