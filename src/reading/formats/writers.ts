/** The growing answer: pages are added while they fit, can be taken back, and are released once nothing can change them. */

import { createSequence } from "../layout/join-pages.ts";
import type { Block } from "../layout/model/blocks.ts";
import type { PageFlow } from "../layout/model/page-flow.ts";
import type { Vocabulary } from "../lines/words/vocabulary.ts";
import { type JsonBlock, jsonBlock, jsonPage } from "./json.ts";

export type StructureFormat = "markdown" | "html" | "json" | "chunks";

export interface ReadPage {
  readonly flow: PageFlow;
  readonly blocks: readonly Block[];
}

/** A format's text before, between and after the pieces. */
interface Frame {
  readonly begin: string;
  readonly between: string;
  readonly end: string;
}

const textFrame: Frame = { begin: "", between: "\n\n", end: "" };
const frames: Readonly<Record<StructureFormat, Frame>> = {
  markdown: textFrame,
  html: textFrame,
  json: { begin: '{"version":1,"unit":"pt","origin":"top-left","pages":[', between: ",", end: "]}" },
  chunks: { begin: '{"version":1,"chunks":[', between: ",", end: "]}" },
};

/** Receives an answer's content piece by piece; `through`: the last page completely in it. */
export type TakeContent = (text: string, through: number) => void;

/** An answer's content: pieces in the frame of its format, kept, or passed on at once if there is a recipient. */
export interface Content {
  /** The length of the whole text with this piece, in UTF-16 units. */
  lengthWith(piece: string): number;
  /** An empty piece doesn't count. */
  add(piece: string, through: number): void;
  /** Ends the text, and returns any kept content. */
  end(): string;
}

/** `continues`: an earlier part of this text was already passed on. */
export function createContent(format: StructureFormat, take?: TakeContent, continues = false): Content {
  const { begin, between, end } = frames[format];
  let isEmpty = !continues;
  let last = 0;
  let length = 0;
  const kept: string[] = [];
  const before = () => (isEmpty ? begin : between);

  const put = (text: string) => {
    if (text === "") return;
    length += text.length;
    if (take) take(text, last);
    else kept.push(text);
  };

  return {
    lengthWith: (piece) => length + (piece === "" ? "" : before()).length + piece.length + end.length,
    add(piece, through) {
      last = through;
      if (piece !== "") put(before() + piece);
      isEmpty &&= piece === "";
    },
    end() {
      put((isEmpty ? begin : "") + end);
      return kept.join("");
    },
  };
}

/** A text growing page by page. Pages are counted from the first one not taken. */
export interface Writer {
  add(page: ReadPage): void;
  /** Takes back all but the first pages. */
  keep(pages: number): void;
  /** The length of the text not yet taken, in the format's frame, in UTF-16 units. */
  readonly length: number;
  /** The page, from 0, that began the block which the last page continues; the last itself if it continues none. */
  readonly joinedFrom: number;
  /** How many pages nothing later can change. */
  readonly settled: number;
  /** Releases the first pages, and returns them. */
  take(pages: number): Piece;
}

export interface Piece {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/**
 * Markdown and HTML: blocks that continue across pages are joined. `write`: one block as text, empty if the format omits it;
 * `before`: the last one that it doesn't omit.
 */
export function textWriter(write: (block: Block, before: Block | undefined) => string): Writer {
  const { between } = textFrame;
  const pages: (readonly Block[])[] = [];
  let sequence = createSequence();
  /** The first blocks' text, and the text length at the end of each. */
  const written: { readonly text: string; readonly end: number; readonly last: Block | undefined }[] = [];
  let lastTaken: Block | undefined;

  const writeBlocks = () => {
    for (const block of sequence.blocks.slice(written.length)) {
      const { end, last } = written.at(-1) ?? { end: 0, last: lastTaken };
      const text = write(block, last);
      if (text === "") written.push({ text, end, last });
      else written.push({ text, end: end + text.length + between.length, last: block });
    }
  };

  return {
    add({ blocks }) {
      pages.push(blocks);
      sequence.add(blocks);
      written.length = Math.min(written.length, sequence.changedFrom);
    },
    keep(count) {
      pages.length = count;
      sequence = createSequence();
      written.length = 0;
      for (const blocks of pages) sequence.add(blocks);
    },
    get length() {
      writeBlocks();
      return (written.at(-1)?.end ?? 0) - between.length;
    },
    get joinedFrom() {
      return sequence.joinedFrom;
    },
    get settled() {
      return sequence.settled;
    },
    take(count) {
      pages.splice(0, count);
      writeBlocks();
      const blocks = sequence.take(count);
      const texts = written.slice(0, blocks.length).map(({ text }) => text);
      lastTaken = written[blocks.length - 1]?.last ?? lastTaken;
      written.length = 0;
      return { text: texts.filter((text) => text !== "").join(between), blocks };
    },
  };
}

/** JSON: each page has its own blocks. */
export function jsonWriter(
  sectionOf: (block: Block) => string | undefined,
  rotation: (page: number) => number,
  vocabulary: Vocabulary,
): Writer {
  const { begin, between, end } = frames.json;
  const pages: { readonly page: ReadPage; readonly json: string; readonly length: number }[] = [];
  return {
    add(page) {
      const blocks = page.blocks.map(
        (block, at): JsonBlock =>
          jsonBlock(block, `p${page.flow.page}-${at + 1}`, sectionOf(block), vocabulary),
      );
      const json = JSON.stringify(jsonPage(page.flow, rotation(page.flow.page), blocks));
      const before = pages.at(-1)?.length ?? begin.length + end.length - between.length;
      pages.push({ page, json, length: before + between.length + json.length });
    },
    keep(count) {
      pages.length = count;
    },
    get length() {
      return pages.at(-1)?.length ?? begin.length + end.length;
    },
    get joinedFrom() {
      return pages.length - 1;
    },
    get settled() {
      return pages.length;
    },
    take(count) {
      const taken = pages.splice(0, count);
      return {
        text: taken.map(({ json }) => json).join(between),
        blocks: taken.flatMap(({ page }) => page.blocks),
      };
    },
  };
}
