import { describe, expect, it } from "vitest";
import { pagesPdf } from "../support/pdf-builder.ts";
import { at, read } from "../support/read-again.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { runProgram } from "../support/run-program.ts";
import { checked, runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

async function arranged(file: Uint8Array, fields: object) {
  const run = await runTool(
    "pdf_arrange_pages",
    { input: "a.pdf", output: "b.pdf", ...fields },
    { "a.pdf": file },
  );
  return { ...run, document: read(run.file("b.pdf")) };
}

/** Two pages of 500 x 500 points on paper for both without a gap, so that nothing is scaled. */
const pair = { per_sheet: 2, paper: { width: 1000, height: 500 }, gap: 0 };
const square = "/MediaBox[0 0 500 500]";
const widget = "/Type/Annot/Subtype/Widget/FT/Tx/Rect[100 400 200 450]";

it("reports its sheets, also for a copy", async () => {
  const lastOf = async (fields: object) =>
    (await arranged(pagesPdf([square, square, square]), fields)).context.states.at(-1);
  expect(await lastOf(pair)).toEqual({ progress: 2, total: 2, message: "2 of 2 pages" });
  expect(await lastOf({})).toEqual({ progress: 3, total: 3, message: "3 of 3 pages" });
});

describe("a sheet", () => {
  it("shows of each page what its CropBox shows, in a form of its own", async () => {
    const { document } = await arranged(
      pagesPdf([`${square}/CropBox[0 0 400 400]/Contents 5 0 R`, `${square}/Contents[5 0 R 6 0 R]`], {
        more: { 5: { dict: "", data: "0 0 9 9 re f" }, 6: { dict: "", data: "Q q 1 0 0 RG" } },
      }),
      pair,
    );
    expect(at(document, "Pages", "Kids", 0, "MediaBox")).toEqual([0, 0, 1000, 500]);
    expect(Object(at(document, "Pages", "Kids", 0, "Contents")).data).toBe(
      "q\n1.25 0 0 1.25 0 0 cm\n/Page1 Do\nQ\nq\n1 0 0 1 500 0 cm\n/Page2 Do\nQ\n",
    );
    const forms = ["Page1", "Page2"].map((name) =>
      at(document, "Pages", "Kids", 0, "Resources", "XObject", name),
    );
    expect(forms).toMatchObject([
      { BBox: [0, 0, 400, 400], data: "0 0 9 9 re f" },
      // A restore without a saved state is removed, and the state that is left open is closed.
      { BBox: [0, 0, 500, 500], data: "0 0 9 9 re f\n  q 1 0 0 RG\n\nQ" },
    ]);
  });

  it("draws a repeated page from one form", async () => {
    const { document } = await arranged(pagesPdf([square]), { ...pair, pages: "1,1" });
    const { Page1, Page2 } = Object(at(document, "Pages", "Kids", 0, "Resources", "XObject"));
    expect(Page1).toEqual(Page2);
    expect(document.cos.objectCount).toBeLessThan(8);
  });

  it("has the border lines as artifacts", async () => {
    const { document } = await arranged(pagesPdf([square]), { per_sheet: 1, border: true });
    expect(Object(at(document, "Pages", "Kids", 0, "Contents")).data).toMatch(
      /Do\nQ\n\/Artifact BMC\nq\n0.25 w\n0 G\n0 0 500 500 re\nS\nQ\nEMC\n$/,
    );
  });

  it("hides an annotation outside its page's CropBox, which would lie on another page", async () => {
    const page = `${square}/CropBox[0 0 90 500]/Annots[<<${widget}/T(a)>><<${widget}/F 4/Rect[0 0 9 9]>>]`;
    const { document } = await arranged(pagesPdf([page]), pair);
    expect([0, 1].map((k) => at(document, "Pages", "Kids", 0, "Annots", k, "F"))).toEqual([2, 4]);
  });
});

describe("an annotation of a rotated page", () => {
  const look = "/AP<</N 6 0 R>>/RD[1 2 3 4]/MK<</R 90>>";
  const file = (flags: number) =>
    pagesPdf([square, `${square}/Rotate 90/Annots[5 0 R]`], {
      root: "/AcroForm<</Fields[5 0 R]>>",
      more: {
        5: `<<${widget}/T(a)/F ${flags}${look}>>`,
        6: { dict: "/Subtype/Form/BBox[0 0 100 50]/Matrix[1 0 0 1 5 7]", data: "" },
      },
    });

  it("turns with it: places, appearances, sides and the rotation of fields", async () => {
    const { document } = await arranged(file(4), pair);
    expect(at(document, "Pages", "Kids", 0, "Annots", 0)).toMatchObject({
      Rect: [900, 300, 950, 400],
      RD: [4, 1, 2, 3],
      MK: { R: 0 },
      AP: { N: { Matrix: [0, -1, 1, 0, 7, -5] } },
    });
  });

  it("stays upright at its upper left corner with the flag NoRotate", async () => {
    const { document } = await arranged(file(16), pair);
    expect(at(document, "Pages", "Kids", 0, "Annots", 0)).toMatchObject({
      Rect: [950, 350, 1050, 400],
      AP: { N: { Matrix: [1, 0, 0, 1, 5, 7] } },
    });
  });
});

describe("pages chosen more than once", () => {
  it("have copies of one field, and destinations lead to the first", async () => {
    const file = pagesPdf([`${square}/Annots[4 0 R 5 0 R]`], {
      root: "/AcroForm<</Fields[4 0 R]>>",
      more: {
        4: `<<${widget}/T(person)/V(Ada)>>`,
        5: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/XYZ 10 20 null]>>",
      },
    });
    const { document } = await arranged(file, { ...pair, pages: "1,1" });
    expect(at(document, "AcroForm", "Fields")).toMatchObject([{ T: "person", V: "Ada" }]);
    expect(at(document, "AcroForm", "Fields", 0, "Kids")).toMatchObject([
      { Rect: [100, 400, 200, 450] },
      { Rect: [600, 400, 700, 450] },
    ]);
    expect([1, 3].map((k) => at(document, "Pages", "Kids", 0, "Annots", k, "Dest"))).toEqual([
      ["page 1", "/XYZ", 10, 20, null],
      ["page 1", "/XYZ", 10, 20, null],
    ]);
  });

  it("that share an annotation get one each", async () => {
    const { document } = await arranged(
      pagesPdf([`${square}/Annots[5 0 R]`, `${square}/Annots[5 0 R]`], {
        more: { 5: "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>" },
      }),
      pair,
    );
    expect([0, 1].map((k) => at(document, "Pages", "Kids", 0, "Annots", k, "Rect"))).toEqual([
      [0, 0, 9, 9],
      [500, 0, 509, 9],
    ]);
  });
});

describe("a destination", () => {
  it.each<[string, unknown[]]>([
    ["/XYZ 10 20 2", ["/XYZ", 510, 20, 2]],
    ["/XYZ null null null", ["/XYZ", 500, 500, null]],
    ["/Fit", ["/FitR", 500, 0, 1000, 500]],
    ["/FitB", ["/FitR", 500, 0, 1000, 500]],
    ["/FitH 30", ["/XYZ", 500, 30, null]],
    ["/FitV 40", ["/XYZ", 540, 500, null]],
    ["/FitR 1 2 3 4", ["/FitR", 501, 2, 503, 4]],
  ])("%s shows the same part of its page on the sheet", async (view, expected) => {
    const root = `/OpenAction[4 0 R ${view}]`;
    const { document } = await arranged(pagesPdf([square, square], { root }), pair);
    expect(at(document, "OpenAction")).toEqual(["page 1", ...expected]);
  });

  it("given by the page's index leads to its sheet", async () => {
    const root = "/OpenAction[1/FitH 30]";
    const { document } = await arranged(pagesPdf([square, square], { root }), pair);
    expect(at(document, "OpenAction")).toEqual(["page 1", "/XYZ", 500, 30, null]);
  });

  it("of a whole page stays so on a sheet of its own", async () => {
    const root = "/OpenAction[3 0 R/Fit]";
    const { document } = await arranged(pagesPdf([square], { root }), { paper: "A4" });
    expect(at(document, "OpenAction")).toEqual(["page 1", "/Fit"]);
  });
});

describe("a booklet", () => {
  it("says how many blank pages it ends with, and has no page labels", async () => {
    const root = "/PageLabels<</Nums[0<</S/r>>]>>";
    const { result, context, document } = await arranged(pagesPdf(["", "", "", "", ""], { root }), {
      booklet: true,
    });
    expect(result).toMatchObject({ pages: 4, blank_added: 3 });
    expect(document.catalog.has("PageLabels")).toBe(false);
    expect(context.warnings).toEqual(["page labels were dropped: the pages are no longer in order"]);
  });
});

it("is a copy, byte for byte, if every page is its own sheet", async () => {
  const file = pagesPdf([square, ""]);
  const { result, file: written } = await arranged(file, { per_sheet: 1 });
  expect(result).toMatchObject({ pages: 2, blank_added: 0 });
  expect(Buffer.from(written("b.pdf")).equals(file)).toBe(true);
});

describe.skipIf(requireTool("qpdf") ?? requireTool("pdfinfo"))("tags", () => {
  const structure = (bytes: Uint8Array) =>
    withFile(bytes, (path) => {
      const stdout = runProgram("pdfinfo", ["-struct-text", path]).stdout.toString();
      return stdout.replaceAll(/Object \d+ 0/g, "Object");
    });

  it("of pages on sheets have the same text, as poppler reads them", async () => {
    const file = richPdf({ label: "A", pages: 5, extras: ["boxes"] });
    const { file: written } = await arranged(file, { per_sheet: 4 });
    expect(checked(written("b.pdf"))).toMatchObject({ exit: 0 });
    expect(structure(file)).toContain('"A page 5"');
    expect(structure(written("b.pdf"))).toBe(structure(file));
  });

  it("of pages on sheets decide what pdf_extract_structure returns", async () => {
    const file = pagesPdf(
      [
        `${square}/StructParents 0/Contents 5 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>`,
      ],
      {
        root: "/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R",
        more: {
          5: { dict: "", data: "/H2<</MCID 0>>BDC BT/F 12 Tf 9 9 Td(Title)Tj ET EMC" },
          6: "<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[7 0 R]]>>>>",
          7: "<</S/H2/P 6 0 R/Pg 3 0 R/K 0>>",
        },
      },
    );
    const { file: written } = await arranged(file, { paper: "A4" });
    const { result } = await runTool(
      "pdf_extract_structure",
      { input: "b.pdf" },
      { "b.pdf": written("b.pdf") },
    );
    expect(result).toMatchObject({ content: "## Title" });
  });
});
