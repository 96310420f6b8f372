/** Reads pages of words as a document. */
import { expect } from "vitest";
import { inWords, registryNames } from "../../../src/core/message.ts";
import type { LayoutReader, PageLayout } from "../../../src/core/page-layout.ts";
import { type ExtractOptions, extractStructure } from "../../../src/reading/extract.ts";
import { chunksFault, htmlFault, jsonFault, markdownFault } from "../../support/structure-check.ts";

export function readerOf(pages: readonly (PageLayout | Error)[]) {
  const asked: number[] = [];
  const reader: LayoutReader = {
    pageCount: pages.length,
    page(number) {
      asked.push(number);
      const page = pages[number - 1];
      if (page instanceof Error || page === undefined) throw page ?? new Error("no such page");
      return page;
    },
    [Symbol.dispose]: () => {},
  };
  return { reader, asked };
}

export const noOptions = {
  format: "markdown",
  maxChars: 60_000,
  bookmarks: [],
  rotation: () => 0,
  taggedTables: () => undefined,
  warn: () => {},
} satisfies Partial<ExtractOptions>;

/** Reads pages in the given format, Markdown by default. Checks that the output is valid and the same if taken in pieces. */
export async function extract(pages: readonly (PageLayout | Error)[], options: Partial<ExtractOptions> = {}) {
  const warnings: string[] = [];
  const all = { ...noOptions, pages: pages.map((_, at) => at + 1), ...options };
  const result = await extractStructure(readerOf(pages).reader, {
    ...all,
    warn: (message) => warnings.push(inWords(message, registryNames)),
  });
  const fault = { markdown: markdownFault, html: htmlFault, json: jsonFault, chunks: chunksFault }[
    all.format
  ];
  expect(fault(result.content)).toBeUndefined();
  if (!result.truncated) expect(await inPieces(pages, all)).toEqual({ ...result, content: "" });
  return { ...result, warnings };

  async function inPieces(pages: readonly (PageLayout | Error)[], options: ExtractOptions) {
    const pieces: string[] = [];
    const unlimited = { ...options, maxChars: Number.MAX_SAFE_INTEGER };
    const taken = await extractStructure(readerOf(pages).reader, {
      ...unlimited,
      take: (text) => pieces.push(text),
    });
    expect(pieces.join("")).toBe(result.content);
    return taken;
  }
}
