/** The interpreter reads corpus files with known text without another engine and without losses. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openStrictly } from "../../../src/document/open.ts";
import { openContentText } from "../../../src/reading/open.ts";
import { corpusFiles, corpusPath } from "../../support/corpus.ts";
import { memorySource, noEngines } from "../../support/memory-files.ts";

/** The least share of a reference's words to read; words in images or drawn as shapes can't be read. */
const leastRead = 0.94;

/** Chinese has no spaces, so each character counts as a word. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu) ?? []
  );
}

/** The share of the words in `wanted` that also occur in `text`, counting repetitions. */
function recall(text: string, wanted: string): number {
  const left = new Map<string, number>();
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1);
  const words = wordsOf(wanted);
  let found = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count > 0) found += 1;
    left.set(word, count - 1);
  }
  return found / words.length;
}

/** Its font isn't embedded, and has a predefined character map (9.7.5.2), which only MuPDF has. */
const predefined = "b-t-zh-regex.reportlab-plain";

const files = corpusFiles().flatMap(({ id, file, category, text }) =>
  text === undefined || !/^[ab]-/.test(category) || /scan|ocr/.test(id) || id === predefined
    ? []
    : [{ id, file, text }],
);

describe("a file with known text", () => {
  it.each(files)("is read: $id", async ({ file, text }) => {
    const document = openStrictly(memorySource(readFileSync(corpusPath(file))));
    using reader = openContentText(document, { engines: noEngines });
    const pages: string[] = [];
    for (let page = 1; page <= reader.pageCount; page++) pages.push(await reader.page(page));
    expect(recall(pages.join("\n"), readFileSync(corpusPath(text), "utf8"))).toBeGreaterThan(leastRead);
  });
});
