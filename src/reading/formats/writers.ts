/** The answer as it grows: pages are added while they fit, and can be taken back. */

import { createSequence } from "../layout/blocks/join-pages.ts";
import type { PageFlow } from "../layout/flow.ts";
import type { Block } from "../layout/model/blocks.ts";
import type { Vocabulary } from "../lines/words/vocabulary.ts";
import { type JsonBlock, jsonBlock, jsonPage } from "./json.ts";

/** A page that was read. */
export interface ReadPage {
  readonly flow: PageFlow;
  readonly blocks: readonly Block[];
}

/** What holds a format's blocks together, with room for nothing else. */
export const jsonFrame = '{"version":1,"unit":"pt","origin":"top-left","pages":[';

/** Text that grows page by page and can take pages back. */
export interface Writer {
  add(page: ReadPage): void;
  /** Takes all but the first pages back. */
  keep(pages: number): void;
  readonly length: number;
  readonly blocks: readonly Block[];
  /** Which page, from 0, began what the last one goes on with: the last itself where it goes on with none. */
  readonly joinedFrom: number;
  text(): string;
}

/** Markdown and HTML: blocks that go on over a page border are one. `write`: one block as text, empty for what the format does not show. */
export function textWriter(write: (block: Block) => string): Writer {
  const written = new Map<Block, string>();
  const pages: (readonly Block[])[] = [];
  let sequence = createSequence();
  const textOf = (block: Block) => {
    let text = written.get(block);
    if (text === undefined) {
      text = write(block);
      written.set(block, text);
    }
    return text;
  };
  const texts = () => sequence.blocks.map(textOf).filter((text) => text !== "");
  return {
    add({ blocks }) {
      pages.push(blocks);
      sequence.add(blocks);
    },
    keep(count) {
      pages.length = count;
      sequence = createSequence();
      for (const blocks of pages) sequence.add(blocks);
    },
    get length() {
      return texts().reduce((sum, { length }) => sum + length + 2, -2);
    },
    get blocks() {
      return sequence.blocks;
    },
    get joinedFrom() {
      return sequence.joinedFrom;
    },
    text: () => texts().join("\n\n"),
  };
}

/** JSON: each page has blocks of its own. */
export function jsonWriter(
  sectionOf: (block: Block) => string | undefined,
  rotation: (page: number) => number,
  vocabulary: Vocabulary,
): Writer {
  let pages: { readonly page: ReadPage; readonly json: string; readonly length: number }[] = [];
  return {
    add(page) {
      const blocks = page.blocks.map(
        (block, at): JsonBlock =>
          jsonBlock(block, `p${page.flow.page}-${at + 1}`, sectionOf(block), vocabulary),
      );
      const json = JSON.stringify(jsonPage(page.flow, rotation(page.flow.page), blocks));
      const before = pages.at(-1)?.length ?? jsonFrame.length + 1;
      pages.push({ page, json, length: before + json.length + 1 });
    },
    keep(count) {
      pages = pages.slice(0, count);
    },
    get length() {
      return pages.at(-1)?.length ?? jsonFrame.length + 1;
    },
    get blocks() {
      return pages.flatMap(({ page }) => page.blocks);
    },
    // Each page has blocks of its own.
    get joinedFrom() {
      return pages.length - 1;
    },
    text: () => `${jsonFrame}${pages.map(({ json }) => json).join(",")}]}`,
  };
}
