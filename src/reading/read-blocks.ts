/** Pages as blocks, in the style of their document. */

import { inWords, type Message } from "../core/message.ts";
import type { LayoutReader } from "../core/page-layout.ts";
import { ProblemError } from "../core/problem.ts";
import type { ReadPage } from "./formats/writers.ts";
import {
  blocksOf,
  documentStyle,
  flowReader,
  rememberedStyle,
  sampleOf,
  samplePages,
} from "./layout/document-blocks.ts";
import type { Block } from "./layout/model/blocks.ts";
import type { DocumentStyle } from "./layout/model/document-style.ts";
import type { PageFlow } from "./layout/model/page-flow.ts";
import { outlineOf } from "./layout/outline/outline.ts";
import type { Entry } from "./layout/outline/sections.ts";
import type { TableSource } from "./layout/tagged/tagged-blocks.ts";

export interface BlockOptions {
  /** Pages that determine the document's style; by default, pages of the whole document. */
  readonly stylePages?: readonly number[];
  /** If empty, sections come from headings. */
  readonly bookmarks: readonly Entry[];
  readonly taggedTables: TableSource;
  /** The document's identity, to reuse its style in the next call; undefined: the style isn't kept. */
  readonly identity?: string | undefined;
  warn(message: Message): void;
}

export interface BlockReader {
  readonly style: DocumentStyle;
  /** A page's blocks. An error is a warning, and loses only that page. */
  page(page: number): Promise<ReadPage | ProblemError>;
}

type Flows = (page: number) => Promise<PageFlow>;

export async function openBlocks(reader: LayoutReader, options: BlockOptions): Promise<BlockReader> {
  const { stylePages, bookmarks, identity, warn, taggedTables } = options;
  const flows = flowReader(reader, samplePages);
  // For the whole document, whatever is requested: later parts must fit earlier ones.
  const pages = stylePages ?? Array.from({ length: reader.pageCount }, (_, at) => at + 1);
  const style = await rememberedStyle(identity, async () =>
    documentStyle(await sampleFlows(flows, pages), outlineOf(bookmarks)),
  );

  return {
    style,
    async page(page) {
      let flow: PageFlow;
      try {
        flow = await flows(page);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        warn((names) => `page ${page} could not be read: ${inWords(error.detail, names)}`);
        return error;
      }
      if (flow.plain) warn(`page ${page} is too complex to analyze and is returned as plain lines`);
      return { flow, blocks: flow.plain ? plainBlocks(flow) : blocksOf(flow, style, taggedTables) };
    },
  };
}

/** Lines only, for a page that the analysis can't handle. */
function plainBlocks(flow: PageFlow): Block[] {
  return flow.items.flatMap((item): Block[] => {
    const lines = item.kind === "line" ? [item.line] : item.found.lines;
    return [{ type: "paragraph", page: flow.page, box: item.box, lines }];
  });
}

/** The sampled pages that can be read. */
async function sampleFlows(flows: Flows, pages: readonly number[]): Promise<PageFlow[]> {
  const sample: PageFlow[] = [];
  for (const page of sampleOf(pages)) {
    try {
      sample.push(await flows(page));
    } catch (error) {
      // The warning comes when the page itself is read.
      if (!(error instanceof ProblemError)) throw error;
    }
  }
  return sample;
}
