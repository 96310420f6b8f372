/** The reading tools on real pages, with a fake model whose answers each test sets. */
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import type { ModelPage, ReadRequest } from "../../src/core/page-reading.ts";
import { failed, ProblemError } from "../../src/core/problem.ts";
import type { Tool } from "../../src/core/tool.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { decodePng } from "../../src/models/page-model/png.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { pdfReadText } from "../../src/tools/read/pdf-read-text.ts";
import { structureDocument } from "../../src/tools/shared/structure-document.ts";
import { testContext } from "../support/memory-files.ts";
import { samplePdf } from "../support/pdf.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { simplePdf } from "../support/simple-pdf.ts";

/** The model's output for a page, or the error it fails with. */
type Answer = string | Partial<ModelPage> | Error;

function modelOf(
  pages: readonly string[] | Uint8Array,
  answers: Readonly<Record<number, Answer>>,
  page = "",
) {
  const asked: ReadRequest[] = [];
  let readied = 0;
  const context = testContext(
    { "a.pdf": pages instanceof Uint8Array ? pages : samplePdf({ pages, page }) },
    createReaders(),
    {
      async ready(model) {
        readied += 1;
        if (model === "4b") throw failed("4b is missing", { hint: { kind: "model", command: "get it" } });
      },
      async read(request) {
        asked.push(request);
        const answer = answers[request.page] ?? "";
        if (answer instanceof Error) throw answer;
        return { text: "", end: "stop", ...(typeof answer === "string" ? { text: answer } : answer) };
      },
    },
  );
  const call = async (tool: Tool, input: object = {}): Promise<Record<string, unknown>> => {
    const full = { input: "a.pdf", high_accuracy: true, ...input };
    const result = await tool.run(validate(tool.input, full), context);
    validate(tool.output, result);
    return { ...result };
  };
  return { call, asked, context, readied: () => readied };
}

describe("high_accuracy", () => {
  it("checks for the model after validation and before drawing a page", async () => {
    const { call, asked, readied } = modelOf(["one"], {});
    for (const tool of [pdfReadText, pdfExtractStructure]) {
      await expect(call(tool, { pages: "2", model: "4b" })).rejects.toMatchObject({ code: "validation" });
      await expect(call(tool, { input: "none.pdf", model: "4b" })).rejects.toMatchObject({
        code: "validation",
      });
    }
    expect(readied()).toBe(0);
    for (const tool of [pdfReadText, pdfExtractStructure])
      await expect(call(tool, { model: "4b" })).rejects.toMatchObject({ hint: { command: "get it" } });
    expect([readied(), asked]).toEqual([2, []]);
  });

  it("draws pages as viewers show them, at the encoder's size", async () => {
    const { call, asked } = modelOf(["one", "two"], { 1: "1", 2: "2" }, "/Rotate 90/CropBox[20 300 420 595]");
    await call(pdfReadText, { pages: "2" });
    expect(asked).toMatchObject([{ model: "0.8b", page: 2 }]);
    const { width, height, pixels } = decodePng(Buffer.from(asked[0]?.png ?? "", "base64"));
    // 295 × 400 points once rotated.
    expect([width, height]).toEqual([608, 832]);
    const dark = pixels.filter((value) => value < 64).length;
    expect(dark).toBeGreaterThan(500);
  });

  it("reports progress after each page", async () => {
    const { call, context } = modelOf(["a", "b"], { 1: "x", 2: "y" });
    await call(pdfReadText);
    expect(context.states).toEqual([
      { progress: 1, total: 2, message: "page 1 of 2" },
      { progress: 2, total: 2, message: "page 2 of 2" },
    ]);
  });

  it("throws an error on the first page, and stops with a warning on a later one", async () => {
    const slow = failed("Page 2 took too long");
    const later = modelOf(["a", "b", "c"], { 1: "one", 2: slow, 3: "three" });
    expect(await later.call(pdfReadText)).toMatchObject({
      pages: [{ page: 1, text: "one" }],
      truncated: true,
      next_page: 2,
    });
    expect(later.context.warnings).toEqual([
      "reading stopped before page 2: Page 2 took too long",
      "2 pages follow, from page 2 on; pdf_search finds a passage without reading them",
    ]);
    expect(later.asked.map(({ page }) => page)).toEqual([1, 2]);
    await expect(later.call(pdfReadText, { pages: "2-3" })).rejects.toBe(slow);
    expect(await later.call(pdfExtractStructure)).toMatchObject({
      content: "one",
      truncated: true,
      next_page: 2,
    });
    const broken = modelOf(["a", "b"], { 1: "one", 2: new Error("a fault of ours") });
    await expect(broken.call(pdfReadText)).rejects.not.toBeInstanceOf(ProblemError);
  });

  it("reads no further page when nothing more would fit", async () => {
    const { call, asked } = modelOf(["a", "b", "c"], { 1: "x".repeat(100), 2: "y" });
    expect(await call(pdfReadText, { max_chars: 100 })).toMatchObject({ truncated: true, next_page: 2 });
    expect(asked).toHaveLength(1);
  });

  it("returns JSON that follows the schema for every kind of block, and sections from bookmarks", async () => {
    const page =
      "# T\n\np\n\n- a\n  1. b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n$$x$$\n\n```\nc\n```\n\n![image]";
    const { call } = modelOf(["a"], { 1: page });
    const { content } = await call(pdfExtractStructure, { format: "json" });
    const { pages } = validate(structureDocument, JSON.parse(String(content)));
    const types = ["heading", "paragraph", "list", "table", "formula", "code", "image"];
    expect(pages[0]?.blocks.map(({ type }) => type)).toEqual(types);
    const root = "/Outlines 20 0 R";
    const more = {
      20: "<</First 21 0 R/Last 21 0 R/Count 1>>",
      21: "<</Title(From the outline)/Parent 20 0 R/Dest[3 0 R/Fit]>>",
    };
    const bookmarked = modelOf(
      pagesPdf(["/MediaBox[0 0 99 99]", "/MediaBox[0 0 99 99]"], { root, more }),
      {},
    );
    expect((await bookmarked.call(pdfExtractStructure)).sections).toMatchObject([
      { id: "s1", title: "From the outline", startPage: 1, endPage: 2 },
    ]);
  });

  it("cuts an overlong first page between blocks in every format", async () => {
    const long = ["# T", "a ".repeat(40).trim(), "b ".repeat(40).trim()].join("\n\n");
    const { call } = modelOf(["a", "b"], { 1: long, 2: "two" });
    const markdown = ["# T", "a ".repeat(40).trim()].join("\n\n");
    expect(await call(pdfReadText, { max_chars: 100 })).toMatchObject({
      pages: [{ page: 1, text: markdown }],
      next_page: 2,
    });
    expect(await call(pdfExtractStructure, { max_chars: 100 })).toMatchObject({
      content: markdown,
      next_page: 2,
    });
    const json = await call(pdfExtractStructure, { max_chars: 400, format: "json" });
    const { pages } = validate(structureDocument, JSON.parse(String(json.content)));
    expect(String(json.content).length).toBeLessThanOrEqual(400);
    expect(pages[0]?.blocks.length).toBeGreaterThan(0);
    expect(pages[0]?.blocks.length).toBeLessThan(3);
    const one = modelOf(["a"], { 1: "w".repeat(300) });
    expect(await one.call(pdfReadText, { max_chars: 100 })).toMatchObject({
      pages: [{ text: "w".repeat(100) }],
    });
  });

  it("warns of missing text, and falls back to a page's own text if the model saw none", async () => {
    const { call, context } = modelOf(["a", "b", "c", "shown *as* it is"], {
      1: "few",
      2: { text: "cut", end: "length" },
      3: { text: "ha ha", end: "repetition" },
      4: "  ",
    });
    const { pages } = await call(pdfReadText);
    expect(pages).toEqual([
      { page: 1, text: "few" },
      { page: 2, text: "cut" },
      { page: 3, text: "ha ha" },
      { page: 4, text: "shown \\*as\\* it is" },
    ]);
    expect(context.warnings).toEqual([
      "page 2: the model reached its length limit, and the rest of the page is missing",
      "page 3: the model began to repeat itself; text may be missing from there on",
      "page 4: the model read nothing on its image; the page's embedded text is used instead",
    ]);
  });

  it("warns when the model writes much less than the page's own text", async () => {
    const line = "many words stand on this page of ours";
    const lines = Array.from({ length: 8 }, (_, at) => `BT /F1 10 Tf 50 ${700 - 20 * at} Td (${line}) Tj ET`);
    const { call, context } = modelOf(simplePdf([lines.join("\n")]), { 1: "few" });
    expect(await call(pdfReadText)).toMatchObject({ pages: [{ page: 1, text: "few" }] });
    expect(context.warnings).toEqual([
      expect.stringMatching(
        /^page 1: the model wrote 3 characters, its embedded text has 3\d\d; compare with/,
      ),
    ]);
  });
});
