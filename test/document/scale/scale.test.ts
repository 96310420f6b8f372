import { describe, expect, it } from "vitest";
import { createScaler, type PageScale } from "../../../src/document/scale/scale.ts";
import { editing } from "../../support/editing.ts";
import { buildPdf, pagesPdf } from "../../support/pdf-builder.ts";
import { at, valueAt } from "../../support/read-again.ts";

const twice: PageScale = { matrix: [2, 0, 0, 2, 0, 0] };

async function scaled(file: Uint8Array, pages: readonly number[], scale = twice) {
  const edit = editing(file);
  const scaler = createScaler(edit.session);
  for (const page of pages) scaler.scale(page, scale);
  scaler.finish();
  return edit.written();
}

describe("a scaled page", () => {
  it("has its boxes scaled and gets no new ones", async () => {
    const document = await scaled(
      pagesPdf(["/MediaBox[0 0 100 200]/TrimBox[10 10 20 20]/CropBox[1 1 90 90]", ""]),
      [1],
    );
    expect(at(document, 1)).toMatchObject({
      MediaBox: [0, 0, 200, 400],
      TrimBox: [20, 20, 40, 40],
      CropBox: [2, 2, 180, 180],
    });
    expect(at(document, 1)).not.toHaveProperty("ArtBox");
    expect(at(document, 2)).not.toHaveProperty("MediaBox");
  });

  it("clips content that its old CropBox hid", async () => {
    const file = pagesPdf(["/MediaBox[0 0 100 100]/CropBox[10 10 90 90]/Contents 4 0 R"], {
      more: { 4: { dict: "", data: "f" } },
    });
    const document = await scaled(file, [1], { ...twice, crop: { x0: 0, y0: 20, x1: 180, y1: 180 } });
    expect(at(document, 1, "CropBox")).toEqual([0, 20, 180, 180]);
    expect(at(document, 1, "Contents", 0)).toMatchObject({
      data: "20 20 160 160 re\nW\nn\n2 0 0 2 0 0 cm\n",
    });
    expect(at(document, 1, "Contents", 1)).toMatchObject({ data: "f" });
  });

  it("has its patterns, beads and viewports scaled, which the content's matrix doesn't affect", async () => {
    const file = pagesPdf(["/Resources 7 0 R/B[6 0 R]/VP[<</BBox[0 0 5 5]>>]", "/Resources 7 0 R"], {
      more: {
        7: "<</Pattern<</P 5 0 R>>>>",
        5: "<</PatternType 2/Matrix[1 0 0 1 7 0]>>",
        6: "<</R[1 1 2 2]>>",
      },
    });
    const document = await scaled(file, [1]);
    expect(at(document, 1, "Resources", "Pattern", "P", "Matrix")).toEqual([2, 0, 0, 2, 14, 0]);
    expect(at(document, 2, "Resources", "Pattern", "P", "Matrix")).toEqual([1, 0, 0, 1, 7, 0]);
    expect(at(document, 1, "B", 0, "R")).toEqual([2, 2, 4, 4]);
    expect(at(document, 1, "VP", 0, "BBox")).toEqual([0, 0, 10, 10]);
  });
});

describe("an annotation shared by several pages", () => {
  const file = pagesPdf(["/Annots[20 0 R]", "/Annots[20 0 R]"], {
    root: "/AcroForm<</Fields[20 0 R]>>",
    more: { 20: "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 20 30 40]>>" },
  });
  const rects = (document: Awaited<ReturnType<typeof scaled>>) =>
    [1, 2].map((page) => at(document, page, "Annots", 0, "Rect"));

  it("stays shared if all pages are scaled alike", async () => {
    const document = await scaled(file, [1, 2]);
    expect(rects(document)).toEqual([
      [20, 40, 60, 80],
      [20, 40, 60, 80],
    ]);
    expect(valueAt(document, 1, "Annots", 0)).toEqual(valueAt(document, 2, "Annots", 0));
  });

  it("is copied for each page if they are scaled differently", async () => {
    const edit = editing(file);
    const scaler = createScaler(edit.session);
    scaler.scale(1, twice);
    scaler.scale(2, { matrix: [3, 0, 0, 3, 0, 0] });
    scaler.finish();
    expect(rects(await edit.written())).toEqual([
      [20, 40, 60, 80],
      [30, 60, 90, 120],
    ]);
  });

  it("is copied if only some pages are scaled", async () => {
    expect(rects(await scaled(file, [1]))).toEqual([
      [20, 40, 60, 80],
      [10, 20, 30, 40],
    ]);
  });

  it("is copied if one page object appears twice", async () => {
    const objects = {
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]/MediaBox[0 0 90 90]>>",
      3: "<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>",
      4: "<</Type/Annot/Subtype/Square/Rect[1 1 2 2]>>",
    };
    expect(rects(await scaled(buildPdf({ objects }), [2]))).toEqual([
      [1, 1, 2, 2],
      [2, 2, 4, 4],
    ]);
  });
});
