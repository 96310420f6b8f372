import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { ProblemError } from "../../src/core/problem.ts";
import type { PageText, PlainPage, PlainReader } from "../../src/core/readers.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { pdfReadText } from "../../src/tools/read/pdf-read-text.ts";
import { testContext } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { problemOf } from "../support/problem-of.ts";
import { schemaFault } from "../support/structure-judges.ts";

interface Result {
  total_pages: number;
  has_text: boolean;
  truncated: boolean;
  pages: { page: number; text: string }[];
  next_page: number | null;
}

const font = { name: "Own", bold: false, italic: false, mono: false };
const place = { box: { x0: 0, y0: 0, x1: 100, y1: 10 }, baseline: 8, size: 10, font };

function printed(text: string): PlainPage {
  const lines = text === "" ? [] : [{ text, ...place, horizontal: true }];
  return { width: 600, height: 800, blocks: [{ lines }], images: [] };
}

/** Calls on a document with these page texts. An Error makes its page unreadable, a CosError until the document is repaired. */
function reading(texts: readonly (string | Error)[]) {
  const asked: number[] = [];
  let closed = 0;
  const openMupdfText = async (): Promise<PlainReader> => ({
    pageCount: texts.length,
    async page(page) {
      asked.push(page);
      const text = texts[page - 1] ?? "";
      if (text instanceof CosError) texts = texts.map((one) => (one === text ? "mended" : one));
      if (text instanceof Error) throw text;
      return printed(text);
    },
    [Symbol.dispose]: () => {
      closed += 1;
    },
  });
  // The pages' unknown operator makes the interpreter fall back to the fake reader.
  const more = { 9000: { dict: "", data: "frob" } };
  const file = pagesPdf(
    texts.map(() => "/Contents 9000 0 R"),
    { more },
  );
  const context = testContext({ "a.pdf": file }, { openMupdfText });
  return {
    asked,
    context,
    closed: () => closed,
    async call(input: object = {}, onPage?: (page: PageText) => void): Promise<Result> {
      const result: unknown = await pdfReadText.run(
        validate(pdfReadText.input, { input: "a.pdf", ...input }),
        { ...context, onPage },
      );
      validate(pdfReadText.output, result);
      // Just validated.
      return result as Result;
    },
  };
}

const long = (length: number, letter = "x") => letter.repeat(length);

describe("pdf_read_text", () => {
  it("delivers pages as soon as they are read, and reports progress", async () => {
    const { call, asked, context } = reading(["one", "", "three"]);
    const taken: [PageText, number][] = [];
    const result = await call({}, (page) => taken.push([page, asked.length]));
    expect(taken).toEqual([
      [{ page: 1, text: "one" }, 1],
      [{ page: 2, text: "" }, 2],
      [{ page: 3, text: "three" }, 3],
    ]);
    expect(result).toMatchObject({ total_pages: 3, has_text: true, truncated: false, pages: [] });
    expect(context.states.at(-1)).toEqual({ progress: 3, total: 3, message: "page 3 of 3" });
  });

  it("delivers no page twice when the document turns out to be damaged", async () => {
    const { call, asked } = reading(["one", new CosError("syntax", "damaged"), "three"]);
    const taken: PageText[] = [];
    const result = await call({}, (page) => taken.push(page));
    expect(asked).toEqual([1, 2, 2, 3]);
    expect(taken.map(({ text }) => text)).toEqual(["one", "mended", "three"]);
    expect(result).toMatchObject({ has_text: true, pages: [] });
  });

  it("reads all pages again if it hadn't delivered any", async () => {
    const { call, asked } = reading(["one", new CosError("syntax", "damaged"), "three"]);
    expect((await call()).pages.map(({ text }) => text)).toEqual(["one", "mended", "three"]);
    expect(asked).toEqual([1, 2, 1, 2, 3]);
  });

  it("reads every page, or the selected pages in document order", async () => {
    const all = reading(["one", "", "three"]);
    expect(await all.call()).toEqual({
      total_pages: 3,
      has_text: true,
      truncated: false,
      pages: [
        { page: 1, text: "one" },
        { page: 2, text: "" },
        { page: 3, text: "three" },
      ],
      next_page: null,
    });
    expect(all.closed()).toBe(1);
    expect((await all.call({ pages: "3, 1, 3" })).pages.map(({ page }) => page)).toEqual([1, 3]);
    expect(await all.call({ pages: "2" })).toMatchObject({ has_text: false, total_pages: 3 });
    expect(await problemOf(all.call({ pages: "4" }))).toMatchObject({ code: "validation" });
  });

  it("returns whole pages and continues at next_page without loss or repetition", async () => {
    const texts = Array.from({ length: 30 }, (_, i) => long(i % 7 === 3 ? 0 : 40, String(i % 10)));
    const { call } = reading(texts);
    const seen: { page: number; text: string }[] = [];
    let next: number | null = 1;
    for (let calls = 0; next !== null && calls < 30; calls += 1) {
      const part: Result = await call({ pages: `${next}-30`, max_chars: 100 });
      expect(part.pages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(100);
      expect(part.truncated).toBe(part.next_page !== null);
      seen.push(...part.pages);
      next = part.next_page;
    }
    expect(seen).toEqual(texts.map((text, i) => ({ page: i + 1, text })));
  });

  it("reads no page beyond the first that doesn't fit", async () => {
    const { call, asked } = reading(Array.from({ length: 500 }, () => long(60)));
    expect(await call({ max_chars: 150 })).toMatchObject({ truncated: true, next_page: 3 });
    expect(asked).toEqual([1, 2, 3]);
  });

  it("reports how many pages follow a cut, and suggests pdf_search", async () => {
    const { call, context } = reading([long(60), long(60), long(60), long(60)]);
    await call({ max_chars: 150, pages: "1-2, 4" });
    await call({ max_chars: 150, pages: "1-2" });
    expect(context.warnings).toEqual([
      "1 page follows, from page 4 on; pdf_search finds a passage without reading it",
    ]);
  });

  it("returns a page that fits exactly", async () => {
    const { call } = reading([long(60), long(40), ""]);
    expect(await call({ max_chars: 100 })).toMatchObject({ truncated: false, next_page: null });
  });

  it("cuts only an overlong first page, with a warning, and continues after it", async () => {
    const { call, context } = reading(["", long(250), long(10)]);
    const result = await call({ max_chars: 100 });
    expect(result).toMatchObject({ truncated: true, next_page: 3, has_text: true });
    expect(result.pages.map(({ text }) => text.length)).toEqual([0, 100]);
    expect(context.warnings.join()).toMatch(/page 2 has 250 characters.*pages "2" and max_chars 250/);
    const last = reading([long(10), long(300_000)]);
    expect(await last.call({ pages: "2", max_chars: 200_000 })).toMatchObject({
      truncated: true,
      next_page: null,
    });
    expect(last.context.warnings.join()).toMatch(/at most 200000/);
  });

  it("never splits a surrogate pair", async () => {
    const { call } = reading([`${long(99)}\u{1f600}${long(50)}`]);
    const [page] = (await call({ max_chars: 100 })).pages;
    expect(page?.text).toBe(long(99));
    expect((await call({ max_chars: 101 })).pages[0]?.text).toBe(`${long(99)}\u{1f600}`);
  });

  it("warns of an unreadable page, and fails if it is the only one", async () => {
    const broken = new ProblemError("operation_failed", "Cannot read page 2: stack overflow");
    const { call, context } = reading(["one", broken, "three"]);
    expect((await call()).pages.map(({ text }) => text)).toEqual(["one", "", "three"]);
    expect(context.warnings).toEqual([expect.stringMatching(/page 2 could not be read.*stack overflow/)]);
    expect(await problemOf(call({ pages: "2" }))).toBe(broken);
    const bug = reading([new TypeError("a bug")]);
    await expect(bug.call()).rejects.toThrow(TypeError);
    expect(bug.closed()).toBe(1);
  });

  it("uses no model without high_accuracy, and refuses unknown model names", async () => {
    expect(await problemOf(reading(["one"]).call({ model: "5b" }))).toMatchObject({
      code: "validation",
    });
    expect(await reading(["one"]).call({ high_accuracy: false, model: "4b" })).toMatchObject({
      has_text: true,
    });
  });
});

describe("text that people can't see", () => {
  const show = (text: string, size = 12, gray = 0) =>
    `BT ${gray} g /F ${size} Tf 50 500 Td (${text}) Tj ET\n`;
  const seen = "BT /F 12 Tf 50 700 Td (Seen) Tj ET\n";
  const contents = [seen, seen + show("Ignore it", 12, 1), seen + show("tiny", 0.5)];
  const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
  const file = pagesPdf(
    contents.map((_, at) => `${font}/Contents ${9000 + at} 0 R`),
    { more: Object.fromEntries(contents.map((data, at) => [9000 + at, { dict: "", data }])) },
  );

  it.each([
    [
      "1-3",
      [
        "pages 2-3 have text in the answer that people can't see (in the color behind it, smaller than 1 point)",
      ],
    ],
    ["2", ["page 2 has text in the answer that people can't see (in the color behind it)"]],
    ["1", []],
  ])("is reported with its pages: %s", async (pages, warnings) => {
    const context = testContext({ "a.pdf": file });
    await pdfReadText.run(validate(pdfReadText.input, { input: "a.pdf", pages }), context);
    expect(context.warnings).toEqual(warnings);

    const other = testContext({ "a.pdf": file });
    await pdfExtractStructure.run(validate(pdfExtractStructure.input, { input: "a.pdf", pages }), other);
    expect(other.warnings).toEqual(warnings);
  });

  it("is marked in the line's JSON", async () => {
    const context = testContext({ "a.pdf": file });
    const input = validate(pdfExtractStructure.input, { input: "a.pdf", pages: "2", format: "json" });
    const result: object = await pdfExtractStructure.run(input, context);
    const content = "content" in result && typeof result.content === "string" ? result.content : "";
    expect(schemaFault(content)).toBeUndefined();
    expect(content.match(/"text":"[^"]*","bbox":[^\]]*\],"font"[^}]*"hidden":"\w+"/g)).toMatchObject([
      expect.stringMatching(/^"text":"Ignore it".*"hidden":"color"$/),
    ]);
  });
});
