/**
 * Formatting and grounding by ParseBench's definitions, on generated documents from two producers: each axis is the F1 of
 * the words with that formatting; a block's box covers its words and little more.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { testContext } from "../support/memory-files.ts";
import { requireTool } from "../support/tools.ts";
import {
  type Axis,
  axes,
  type Block,
  blocksOf,
  type Place,
  type Written,
  writtenByLibreOffice,
  writtenByPdfLib,
} from "./formatted-documents.ts";

/** Each axis's Markdown for a marked word. */
const marks = {
  bold: /\*\*([^*]+)\*\*/g,
  italic: /(?<!\*)\*([^*]+)\*(?!\*)/g,
  strike: /~~([^~]+)~~/g,
  sup: /<sup>([^<]+)<\/sup>/g,
  sub: /<sub>([^<]+)<\/sub>/g,
} as const;

const read = async (bytes: Uint8Array, format: "markdown" | "json"): Promise<string> => {
  const input = validate(pdfExtractStructure.input, { input: "a.pdf", format });
  const context = testContext({ "a.pdf": bytes }, createReaders());
  const answer: unknown = await pdfExtractStructure.run(input, context);
  return String(Object(answer).content);
};

/** How far a box may cut off a letter, in points, and how many times larger than its words' box it may be. */
const slack = 1;
const room = 1.35;

const area = ({ x0, y0, x1, y1 }: Place) => (x1 - x0) * (y1 - y0);
const around = (places: readonly Place[]): Place => ({
  x0: Math.min(...places.map(({ x0 }) => x0)),
  y0: Math.min(...places.map(({ y0 }) => y0)),
  x1: Math.max(...places.map(({ x1 }) => x1)),
  y1: Math.max(...places.map(({ y1 }) => y1)),
});

interface Found {
  readonly text: string;
  readonly bbox: readonly [number, number, number, number];
}

/** Whether a found block starts with this block's text and covers its place. */
function isCovered({ level, words }: Block, places: Written["places"], found: readonly Found[]): boolean {
  const [first] = words;
  const block = found.find(({ text }) => first && text.startsWith(first.text));
  const own = around(words.flatMap(({ text }) => places.get(text) ?? []));
  if (!block) return false;
  const [x0, y0, x1, y1] = block.bbox;
  const covers = x0 <= own.x0 + slack && y0 <= own.y0 + slack && x1 >= own.x1 - slack && y1 >= own.y1 - slack;
  return covers && (level !== undefined || area({ x0, y0, x1, y1 }) < room * area(own));
}

const seeds = Array.from({ length: 5 }, (_, k) => k + 1);
const documents = seeds.map(blocksOf);

describe.each([
  [
    "pdf-lib",
    undefined,
    () => Promise.all(documents.map((blocks, k) => writtenByPdfLib(blocks, seeds[k] ?? 0))),
  ],
  ["LibreOffice", requireTool("soffice") ?? requireTool("pdftotext"), () => writtenByLibreOffice(documents)],
] as const)("documents made with %s", (_, missing, write) => {
  const counts = new Map<Axis | "level" | "box", { right: number; all: number }>();
  /** `right` of the found items are correct. F1 is twice that, divided by the sum of found and written items. */
  const count = (axis: Axis | "level" | "box", right: number, found: number, written: number) => {
    const own = counts.get(axis) ?? { right: 0, all: 0 };
    counts.set(axis, { right: own.right + 2 * right, all: own.all + found + written });
  };

  beforeAll(async () => {
    if (missing) return;
    const written = await write();
    for (const [k, blocks] of documents.entries()) {
      const { bytes, places } = written[k] as Written;
      const markdown = await read(bytes, "markdown");
      const text = markdown.replaceAll("\\", "");
      const words = blocks.flatMap((block) => (block.level ? [] : block.words));
      for (const axis of axes) {
        const found = [...text.matchAll(marks[axis])].flatMap(([, marked = ""]) => marked.split(" "));
        const known = new Set(words.filter((word) => word.axis === axis).map((word) => word.text));
        count(axis, found.filter((word) => known.has(word)).length, found.length, known.size);
      }
      const headings = blocks.flatMap(({ level, words }) =>
        level ? [`${"#".repeat(level)} ${words.map((word) => word.text).join(" ")}`] : [],
      );
      const foundHeadings = markdown.split("\n").filter((line) => line.startsWith("#"));
      const same = foundHeadings.filter((line) => headings.includes(line)).length;
      count("level", same, foundHeadings.length, headings.length);
      const { pages } = JSON.parse(await read(bytes, "json"));
      const found: readonly Found[] = pages.flatMap((page: { blocks: Found[] }) => page.blocks);
      const covered = blocks.filter((block) => isCovered(block, places, found)).length;
      count("box", covered, found.length, blocks.length);
    }
  }, 120_000);

  it.skipIf(missing).each([
    ["bold", 0.85],
    ["italic", 0.85],
    ["strike", 0.85],
    ["sup", 0.85],
    ["sub", 0.85],
    ["level", 0.85],
    ["box", 0.9],
  ] as const)("keep %s with an F1 of at least %d", (axis, least) => {
    const { right, all } = counts.get(axis) ?? { right: 0, all: 0 };
    expect(right / all).toBeGreaterThanOrEqual(least);
  });
});
