/** pdf_split: names, modes, limits, and all-or-nothing writing. */
import { describe, expect, it } from "vitest";
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
