/** Pages of words read as a document. */
import { expect } from "vitest";
import { inWords, registryNames } from "../../../src/core/message.ts";
import type { LayoutReader, PageLayout } from "../../../src/core/page-layout.ts";
import { type ExtractOptions, extractStructure } from "../../../src/reading/extract.ts";
import { htmlFault, jsonFault, markdownFault } from "../../support/structure-check.ts";

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

/** The pages in the format asked for, Markdown else, which is valid; with what was warned of. */
export async function extract(pages: readonly (PageLayout | Error)[], options: Partial<ExtractOptions> = {}) {
  const warnings: string[] = [];
  const result = await extractStructure(readerOf(pages).reader, {
    ...noOptions,
    pages: pages.map((_, at) => at + 1),
    warn: (message) => warnings.push(inWords(message, registryNames)),
    ...options,
  });
  const fault = { markdown: markdownFault, html: htmlFault, json: jsonFault }[options.format ?? "markdown"];
  expect(fault(result.content)).toBeUndefined();
  return { ...result, warnings };
}
