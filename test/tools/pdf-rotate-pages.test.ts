import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { openStrictly } from "../../src/document/open.ts";
import { pdfRotatePages } from "../../src/tools/edit/pdf-rotate-pages.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";

async function rotate(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const context = testContext({ "a.pdf": bytes });
  const fields = validate(pdfRotatePages.input, { input: "a.pdf", output: "b.pdf", ...options });
  const result = await pdfRotatePages.run(fields, context);
  validate(pdfRotatePages.output, result);
  const written = context.files.stored.get("/files/b.pdf");
  if (!written) throw new Error("nothing was written");
  expect(result).toEqual({
    output: "/files/b.pdf",
    pages: openStrictly(memorySource(written)).pages.count,
    bytes: written.length,
  });
  expect(context.files.open.size).toBe(0);
  return { written, warnings: context.warnings };
}

function rotations(bytes: Uint8Array) {
  const { pages } = openStrictly(memorySource(bytes));
  return Array.from({ length: pages.count }, (_, k) => pages.attribute(k + 1, "Rotate") ?? 0);
}

const three = pagesPdf(["", "/Rotate 270", "/Rotate -90"], { tree: "/Rotate 180" });

describe("pdf_rotate_pages", () => {
  it("adds 90 degrees to every page's rotation, including inherited rotation", async () => {
    const { written, warnings } = await rotate(three);
    expect(rotations(written)).toEqual([270, 0, 0]);
    expect(warnings).toEqual([]);
  });

  it("treats the selector as a set", async () => {
    expect(rotations((await rotate(three, { pages: "1, 1, 3, 1-1", angle: 180 })).written)).toEqual([
      0, 270, 90,
    ]);
  });

  it("appends an update and keeps the old bytes unchanged", async () => {
    const { written } = await rotate(three, { pages: "2" });
    expect(Buffer.compare(written.subarray(0, three.length), three)).toBe(0);
    expect(written.length).toBeLessThan(three.length + 1000);
  });

  it("refuses an existing output before it reads the input", async () => {
    const context = testContext({ "a.pdf": Buffer.from("no PDF"), "b.pdf": three });
    const fields = validate(pdfRotatePages.input, { input: "a.pdf", output: "b.pdf" });
    await expect(pdfRotatePages.run(fields, context)).rejects.toMatchObject({ code: "conflict" });
  });

  it("rotates one of two pages that share an object", async () => {
    const bytes = buildPdf({
      objects: {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Count 3/Kids[3 0 R 3 0 R <</Type/Page>>]/MediaBox[0 0 9 9]/Rotate 90>>",
        3: "<</Type/Page/Parent 2 0 R>>",
      },
    });
    const { written } = await rotate(bytes, { pages: "2, 3" });
    expect(rotations(written)).toEqual([90, 180, 180]);
    expect(openStrictly(memorySource(written)).pages.hasRepeats).toBe(false);
  });

  it("also fixes a wrong /Count", async () => {
    const bytes = buildPdf({
      objects: {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Count 9999/Kids[3 0 R]>>",
        3: "<</Type/Page/Parent 2 0 R>>",
      },
    });
    const { written } = await rotate(bytes);
    expect(openStrictly(memorySource(written)).pages.wrongCounts.size).toBe(0);
  });
});

describe("a signed document", () => {
  const signature = "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 10 20 30]/Contents<5161>>>";
  const signed = pagesPdf(["/Annots[12 0 R 13 0 R 14 0 R]"], {
    root: "/Perms<</DocMDP 20 0 R>>/DSS<<>>/AcroForm<</SigFlags 3/Fields[10 0 R 13 0 R 14 0 R]>>",
    more: {
      10: "<</T(group)/Kids[12 0 R]>>",
      12: "<</Subtype/Widget/T(visible)/FT/Sig/V 20 0 R/Parent 10 0 R/Rect[0 0 9 9]/F 4/AP<</N 21 0 R>>>>",
      13: "<</Subtype/Widget/T(hidden)/FT/Sig/V 22 0 R/Rect[0 0 0 0]>>",
      14: "<</Subtype/Widget/T(text)/FT/Tx/V(kept)/Rect[0 0 9 9]>>",
      20: signature,
      21: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", data: "0 0 9 9 re f" },
      22: signature,
    },
  });

  it("loses its signatures but keeps their appearances and everything else, with a warning", async () => {
    const { written, warnings } = await rotate(signed);
    expect(warnings.join()).toContain("not signed");
    const text = Buffer.from(written).toString("latin1");
    expect(text).not.toMatch(/ByteRange|SigFlags|DocMDP|\/Sig\b|DSS/);
    const { cos, pages } = openStrictly(memorySource(written));
    const annotations = cos.resolve(pages.dict(1).get("Annots"));
    const subtypes = Array.isArray(annotations)
      ? annotations.map((value) => {
          const dict = cos.resolve(value);
          return dict instanceof Map
            ? [dict.get("Subtype"), dict.has("AP"), dict.get("F"), dict.has("T")]
            : [];
        })
      : [];
    expect(subtypes).toMatchObject([
      [{ name: "Stamp" }, true, 4, false],
      [{ name: "Stamp" }, false, undefined, false],
      [{ name: "Widget" }, false, undefined, true],
    ]);
    expect(rotations(written)).toEqual([90]);
  });
});
