/** What extract, remove and split keep of the selected pages, and that nothing else remains, according to pdf.js and qpdf. */
import { describe, expect, it } from "vitest";
import { allText } from "../../support/all-text.ts";
import { type BuiltPdf, buildPdf, pagesPdf } from "../../support/pdf-builder.ts";
import { linksOf, openPdfjs, outlineOf, pageOf, textOf } from "../../support/pdfjs.ts";
import { richPdf } from "../../support/rich-pdf.ts";
import { checked, runTool } from "../../support/run-tool.ts";

async function edit(tool: string, pages: string, file: Uint8Array) {
  const run = await runTool(tool, { input: "in.pdf", pages, output: "out.pdf" }, { "in.pdf": file });
  const bytes = run.file("out.pdf");
  expect(checked(bytes)).toMatchObject({ exit: 0 });
  return { ...run, bytes };
}
const extract = (pages: string, file: Uint8Array) => edit("pdf_extract_pages", pages, file);

describe("extracting pages 2 and 3 of 5", () => {
  const rich = () => extract("2-3", richPdf({ label: "A", pages: 5 }));

  it("has only these pages and no trace of the others in its bytes", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    expect([await textOf(document, 1), await textOf(document, 2), document.numPages]).toEqual([
      "A page 2",
      "A page 3",
      2,
    ]);
    await document.destroy();
    const text = allText(bytes);
    expect(text).toContain("A page 2");
    for (const gone of [
      "A page 1",
      "A page 4",
      "A page 5",
      "A note 1",
      "A reply 4",
      "A person",
      "A text 1",
      "A text 5",
      "A section 5",
      "A section 1",
    ])
      expect(text, gone).not.toContain(gone);
  });
});

describe("extracting", () => {
  it("takes less than 1.3 MB for one page of a hundred with an image of 1 MB each", async () => {
    const { bytes } = await extract("50", richPdf({ label: "A", pages: 100, imageBytes: 1_000_000 }));
    expect(bytes.length).toBeLessThan(1_300_000);
    expect(bytes.length).toBeGreaterThan(1_000_000);
  });

  it("keeps everything if all pages are taken in order", async () => {
    const { bytes } = await extract("1-5", richPdf({ label: "A", pages: 5 }));
    const document = await openPdfjs(bytes);
    expect((await linksOf(document)).filter(({ to }) => to === undefined)).toEqual([]);
    expect(await linksOf(document)).toHaveLength(20);
    expect(Object.keys(await document.getDestinations())).toHaveLength(7);
    expect((await outlineOf(document)).map(({ title }) => title)).toEqual([
      "A chapter 1",
      "A chapter 3",
      "A chapter 5",
      "A web",
    ]);
    const opens = await document.getOpenAction();
    expect(await pageOf(document, opens?.dest)).toBe(5);
    await document.destroy();
  });

  it("drops objects reachable only through threads, actions and wrong owners", async () => {
    const secret = { dict: "", data: "secret of page 2" };
    const more: BuiltPdf["objects"] = {
      5: secret,
      6: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Named/N/NextPage/Next<</S/GoTo/D[4 0 R/Fit]>>>>>>",
      7: "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/P 4 0 R/AA<</U<</S/GoTo/D[4 0 R/Fit]>>>>>>",
      8: "<</Type/Bead/T 9 0 R/N 10 0 R/V 10 0 R/P 3 0 R/R[0 0 9 9]>>",
      9: "<</Type/Thread/F 8 0 R>>",
      10: "<</Type/Bead/T 9 0 R/N 8 0 R/V 8 0 R/P 4 0 R/R[0 0 9 9]>>",
      11: "<</Type/SpiderContentSet/S/SIS/ID(id)/O[5 0 R]>>",
      12: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Rendition/OP 0/AN 13 0 R/R<<>>>>>>",
      13: "<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]/P 4 0 R/Contents(secret film)>>",
    };
    const file = pagesPdf(
      ["/Annots[6 0 R 7 0 R 12 0 R]/B[8 0 R]/AA<</O<</S/GoTo/D[4 0 R/Fit]>>>>", "/Contents 5 0 R/B[10 0 R]"],
      {
        root: "/Threads[9 0 R]/Names<</IDS<</Names[(id)11 0 R]>>>>/PieceInfo<</App<</Private 5 0 R>>>>/AA<</WC<</S/GoTo/D[4 0 R/Fit]>>>>",
        more,
      },
    );
    const { bytes, context } = await extract("1", file);
    expect(allText(bytes)).not.toContain("secret");
    expect(allText(bytes)).toContain("NextPage");
    expect(allText(bytes)).not.toContain("/Bead");
    expect(context.warnings.join()).toContain("threads");
    expect(context.warnings.join()).toContain("web capture");
    expect(context.warnings.join()).toContain("PieceInfo");
  });

  it("keeps a font that the page tree lists as a page", async () => {
    const file = buildPdf({
      objects: {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Count 2/Kids[3 0 R 5 0 R]/MediaBox[0 0 90 90]>>",
        3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        4: { dict: "", data: "BT /F 9 Tf 9 9 Td (shown) Tj ET" },
        5: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
      },
    });
    const run = await runTool(
      "pdf_extract_pages",
      { input: "in.pdf", pages: "1", output: "out.pdf" },
      { "in.pdf": file },
    );
    expect(allText(run.file("out.pdf"))).toContain("/Courier");
  });
});

describe("removing", () => {
  it("drops the listed pages, treated as a set", async () => {
    const { bytes } = await edit("pdf_remove_pages", "2, 1-2", richPdf({ label: "A", pages: 4 }));
    const document = await openPdfjs(bytes);
    expect([await textOf(document, 1), await textOf(document, 2), document.numPages]).toEqual([
      "A page 3",
      "A page 4",
      2,
    ]);
    expect(await linksOf(document)).toEqual([
      { page: 1, to: 2 },
      { page: 1, to: 2 },
      { page: 1, to: "https://example.com/A/3" },
      { page: 2, to: 2 },
      { page: 2, to: "https://example.com/A/4" },
    ]);
    await document.destroy();
    for (const gone of ["A page 1", "A page 2", "A person"]) expect(allText(bytes)).not.toContain(gone);
  });
});
