/** pdf_split: names, modes, limits, and all-or-nothing writing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostThatFit } from "../../src/tools/shared/split/by-size.ts";
import { namesBy } from "../../src/tools/shared/split/names.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { openPdfjs, textOf } from "../support/pdfjs.ts";
import { problemOf } from "../support/problem-of.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { checked, runTool } from "../support/run-tool.ts";

const file = richPdf({ label: "A", pages: 4 });
const split = (input: object, files = {}) =>
  runTool(
    "pdf_split",
    { input: "report.pdf", output_folder: "out", ...input },
    { "report.pdf": file, ...files },
  );

describe("pdf_split", () => {
  it("writes one file for each range, in order, named by its pages", async () => {
    const { result, file: read } = await split({ pages: "3-4, 1, 3-4,1-1" });
    const names = [
      "report-pages-3-4.pdf",
      "report-page-1.pdf",
      "report-pages-3-4-2.pdf",
      "report-page-1-2.pdf",
    ];
    expect(result).toEqual({
      outputs: names.map((name, k) => ({
        output: `/files/out/${name}`,
        pages: k % 2 === 0 ? 2 : 1,
        bytes: read(`out/${name}`).length,
        first_page: k % 2 === 0 ? 3 : 1,
      })),
    });
    for (const name of names) expect(checked(read(`out/${name}`))).toMatchObject({ exit: 0 });
    const document = await openPdfjs(read("out/report-pages-3-4-2.pdf"));
    expect([await textOf(document, 1), await textOf(document, 2)]).toEqual(["A page 3", "A page 4"]);
    await document.destroy();
  });

  it("names files for every other page and the last page", async () => {
    const { result } = await split({ pages: "odd, even, 3-end" });
    expect(result).toMatchObject({
      outputs: ["odd", "even", "3-4"].map((n) => ({ output: `/files/out/report-pages-${n}.pdf`, pages: 2 })),
    });
  });

  it("in mode pages, writes one file for each page with only its own content", async () => {
    const { result, file: read } = await split({ mode: "pages" });
    expect(result).toMatchObject({
      outputs: [1, 2, 3, 4].map((n) => ({ output: `/files/out/report-page-${n}.pdf`, pages: 1 })),
    });
    for (const n of [1, 2, 3, 4]) {
      const bytes = read(`out/report-page-${n}.pdf`);
      expect(checked(bytes)).toMatchObject({ exit: 0 });
      const document = await openPdfjs(bytes);
      expect(await textOf(document, 1)).toBe(`A page ${n}`);
      expect(await document.getPageLabels()).toEqual([["i", "ii", "A-5", "A-6"][n - 1]]);
      expect(JSON.stringify(await (await document.getPage(1)).getStructTree())).toContain('"role":"P"');
      await document.destroy();
      expect(bytes.length).toBeLessThan(file.length / 2);
    }
  });

  it("in mode pages, writes only the selected pages and keeps their numbers", async () => {
    const { result } = await split({ mode: "pages", pages: "2,4,2" });
    expect(result).toMatchObject({
      outputs: [2, 4].map((n) => ({ output: `/files/out/report-page-${n}.pdf` })),
    });
  });

  it("keeps indirect document information entries in every file", async () => {
    const pdf = pagesPdf(["", "", ""], {
      more: { 8: "<</Title 9 0 R/Author 10 0 R>>", 9: "(Walden)", 10: "(Thoreau)" },
      trailer: "/Info 8 0 R",
    });
    const { file: read } = await split({ mode: "pages" }, { "report.pdf": pdf });
    for (const page of [1, 2, 3]) {
      const document = await openPdfjs(read(`out/report-page-${page}.pdf`));
      const { info } = await document.getMetadata();
      expect(info).toMatchObject({ Title: "Walden", Author: "Thoreau" });
      await document.destroy();
    }
  });

  it("reports progress up to the total", async () => {
    const { context } = await split({ mode: "pages" });
    expect(context.states.at(-1)).toEqual({ progress: 4, total: 4, message: "4 of 4 files" });
    expect(
      context.states.every((state, k) => k === 0 || state.progress > (context.states[k - 1]?.progress ?? 0)),
    ).toBe(true);
  });

  it("writes nothing if one of the names exists", async () => {
    const files = { "report.pdf": file, "out/report-page-3.pdf": new Uint8Array(1) };
    const call = runTool("pdf_split", { input: "report.pdf", mode: "pages", output_folder: "out" }, files);
    expect(await problemOf(call)).toMatchObject({ code: "conflict", errors: [{ field: "output_folder" }] });
  });
});

/** Each file: its name without ending, its pages, and its title. */
async function partsOf(input: object, pdf = file): Promise<{ parts: string[]; warnings: readonly string[] }> {
  const { result, context } = await split(input, { "report.pdf": pdf });
  const { outputs } = result as {
    outputs: { output: string; pages: number; first_page: number; title?: string }[];
  };
  const parts = outputs.map(({ output, pages, first_page, title }) => {
    const name = output.replace(/^\/files\/out\/|\.pdf$/g, "");
    return `${name}: ${first_page}-${first_page + pages - 1}${title === undefined ? "" : ` ${title}`}`;
  });
  return { parts, warnings: context.warnings };
}

/** A document whose pages have these texts and bookmarks, `title` or `title>child`, with the page they lead to. */
function marked(texts: readonly string[], marks: readonly (readonly [title: string, page: number])[]) {
  const more = Object.fromEntries(
    texts.map((text, at) => [100 + at, { dict: "", data: `BT /F 12 Tf 1 0 0 1 50 700 Tm (${text}) Tj ET` }]),
  );
  const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
  const items = marks.map(([title, page], at) => {
    const next = at + 1 < marks.length ? `/Next ${201 + at} 0 R` : "";
    return [200 + at, `<</Title(${title})/Parent 199 0 R${next}/Dest[${page - 1} /Fit]>>`] as const;
  });
  const outline = `<</Type/Outlines/First 200 0 R/Last ${199 + marks.length} 0 R/Count ${marks.length}>>`;
  return pagesPdf(
    texts.map((_, at) => `${font}/Contents ${100 + at} 0 R`),
    { root: "/Outlines 199 0 R", more: { ...more, 199: outline, ...Object.fromEntries(items) } },
  );
}

describe("pdf_split by meaning", () => {
  it.each([
    ["every", { count: 3 }, ["report-pages-1-3: 1-3", "report-page-4: 4-4"]],
    ["size", { max_bytes: 9000 }, ["report-pages-1-2: 1-2", "report-pages-3-4: 3-4"]],
    ["bookmarks", {}, ["A chapter 1: 1-2 A chapter 1", "A chapter 3: 3-4 A chapter 3"]],
    ["text", { pattern: "page [24]" }, ["report: 1-1", "page 2: 2-3 page 2", "page 4: 4-4 page 4"]],
    ["text", { pattern: "A\\b", name: "{n} {pages}" }, [1, 2, 3, 4].map((n) => `${n} ${n}: ${n}-${n} A`)],
  ])("in mode %s with %j", async (mode, fields, parts) => {
    expect((await partsOf({ mode, ...fields })).parts).toEqual(parts);
  });

  it("puts bookmarks in page order; of several on a page the first counts, and those to no page are reported", async () => {
    const marks = [
      ["B", 3],
      ["A", 2],
      ["A again", 2],
      ["nowhere", 9],
      ["a", 4],
    ] as const;
    const { parts, warnings } = await partsOf({ mode: "bookmarks" }, marked(["", "", "", ""], marks));
    expect(parts).toEqual(["report: 1-1", "A: 2-2 A", "B: 3-3 B", "a-2: 4-4 a"]);
    expect(warnings).toEqual(["bookmarks of level 1 that lead to no page, and so begin no file: 1"]);
  });

  it("writes and names a page that alone exceeds max_bytes", async () => {
    const { parts, warnings } = await partsOf({ mode: "size", max_bytes: 4900 });
    expect(parts).toEqual([1, 2, 3, 4].map((n) => `report-page-${n}: ${n}-${n}`));
    expect(warnings).toEqual([
      expect.stringMatching(/^page 1 alone takes \d+ bytes, more than max_bytes/),
      expect.stringMatching(/^page 2 alone takes \d+ bytes/),
    ]);
  });

  it.each([
    ["text", { pattern: "nothing like this" }],
    ["bookmarks", { level: 3 }],
  ])("writes nothing if mode %s finds nothing", async (mode, fields) => {
    expect(await problemOf(split({ mode, ...fields }))).toMatchObject({ code: "operation_failed" });
  });

  it("finds as many pages as fit, whatever their sizes", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 });
    const run = fc.property(
      sizes,
      fc.nat(200),
      fc.integer({ min: 1, max: 60 }),
      fc.nat(50),
      (all, max, guess, base) => {
        const sizeOf = (length: number) => all.slice(0, length).reduce((sum, size) => sum + size, base);
        const fitting = all.findIndex((_, at) => sizeOf(at + 1) > max);
        expect(mostThatFit(all.length, max, guess, sizeOf)).toBe(fitting < 0 ? all.length : fitting);
      },
    );
    fc.assert(run);
  });

  it.each([
    ["{title}", "report", "AC_DC_ live_"],
    ["{name} - {title}", "report", "report - AC_DC_ live_"],
    ["{title} ({pages})", "(1)", "AC_DC_ live_ (2-3)"],
    ["{n} [{title}] {pages}", "1 1", "2 [AC_DC_ live_] 2-3"],
    ["Part {n}: {title}.pdf", "Part 1", "Part 2_ AC_DC_ live_"],
    ["../{title}", "report", ".._AC_DC_ live_"],
  ])("names files by %s: without a title, signs beside it go", (template, untitled, titled) => {
    const parts = [{ pages: [1] }, { pages: [2, 3], title: "AC/DC: live?" }];
    expect(namesBy(template, "report", parts)).toEqual([`${untitled}.pdf`, `${titled}.pdf`]);
  });
});
