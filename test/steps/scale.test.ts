import { describe, expect, it } from "vitest";
import type { CosValue } from "../../src/cos/syntax/value.ts";
import { boxesOf } from "../../src/document/pages/boxes.ts";
import { displaySpace } from "../../src/document/pages/display-space.ts";
import { render } from "../support/ink.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";
import { difference } from "../support/pictures.ts";
import { runSteps } from "../support/run-steps.ts";
import { requireTool } from "../support/tools.ts";

/** Shapes, a tiling pattern, a shading pattern, and content that leaves the coordinate system changed. */
const content = `/Pattern cs /Tiles scn 50 50 200 200 re f /Shade scn 300 300 200 300 re f
0 0 0 rg ${Array.from({ length: 30 }, (_, k) => `${(k * 97) % 600} ${(k * 61) % 700} ${10 + k} 9 re f`).join("\n")}
q 2 0 0 2 30 30 cm`;
const more = {
  10: { dict: "", data: content },
  11: {
    dict: "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 20/YStep 20/Resources<<>>/Matrix[1 0 0 1 7 3]",
    data: "0.2 g 0 0 10 10 re f",
  },
  12: "<</Type/Pattern/PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[300 300 300 600]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>/Extend[true true]>>>>",
  13: "<</Pattern<</Tiles 11 0 R/Shade 12 0 R>>>>",
  14: "<</Type/Annot/Subtype/Square/Rect[400 50 500 150]/C[0]/BS<</W 4>>/F 4/AP<</N 15 0 R>>>>",
  15: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 10 10]", data: "0 0 10 10 re 3 3 4 4 re f*" },
};
const page = (entries: string) =>
  pagesPdf([`${entries}/Contents 10 0 R/Resources 13 0 R/Annots[14 0 R]`], { more });

const scale = (bytes: Uint8Array, options: Record<string, unknown>) =>
  runSteps(bytes, [{ action: "scale", options }]);

async function shownSize(bytes: Uint8Array, options: Record<string, unknown>) {
  const { cos, pages } = await scale(bytes, options);
  const { width, height } = displaySpace(boxesOf(cos, pages.dict(1), pages.inherited(1)));
  return [width, height].map((points) => Math.round(points * 100) / 100);
}

const oddities = ["", "/Rotate 90", "/CropBox[20 40 580 700]/Rotate 270", "/MediaBox[-50 -60 700 800]"];

describe("scale", () => {
  it.skipIf(requireTool("pdftoppm"))(
    "shows the same, larger or smaller, patterns and annotations too",
    async () => {
      for (const entries of oddities) {
        const bytes = page(entries);
        const before = render(bytes);
        for (const factor of [2, 0.5]) {
          const { written } = await scale(bytes, { factor });
          const after = render(written, 1, 72 / factor);
          expect(difference(before, after), `${entries} by ${factor}`).toBeLessThan(0.01);
        }
      }
    },
  );

  it.skipIf(requireTool("pdftoppm"))("shows in bands only what was shown", async () => {
    const bytes = page("/CropBox[200 300 400 400]");
    const { written } = await scale(bytes, { size: { width: 400, height: 400 } });
    const after = render(written);
    expect([after.width, after.height]).toEqual([400, 400]);
    // 200 x 100 becomes 400 x 200 in the middle; above and below lies what the CropBox hid.
    const rows = (from: number, to: number) => after.grey.subarray(400 * from, 400 * to);
    expect(rows(0, 98).every((grey) => grey === 255)).toBe(true);
    expect(rows(302, 400).every((grey) => grey === 255)).toBe(true);
    expect(rows(102, 298).some((grey) => grey < 200)).toBe(true);
  });

  it.each([
    ["", "A4", [595.28, 841.89]],
    ["/Rotate 90", "A4", [841.89, 595.28]],
    ["/MediaBox[0 0 800 400]", "A3", [1190.55, 841.89]],
    ["/MediaBox[0 0 800 400]/Rotate 270", "Letter", [612, 792]],
    ["/CropBox[100 100 500 200]", "Tabloid", [1224, 792]],
    ["/UserUnit 2", "A0", [2383.94, 3370.39]],
    ["/Rotate 90", { width: 300, height: 500 }, [300, 500]],
  ])("gives a page a size and keeps its orientation: %s to %j", async (entries, size, expected) => {
    expect(await shownSize(page(entries), { size })).toEqual(expected);
    expect(await shownSize(page(entries), { size, fit: "stretch" })).toEqual(expected);
  });

  it("scales all boxes by a factor, and only those that are there", async () => {
    const { pages } = await scale(page("/MediaBox[10 10 110 210]/TrimBox[20 20 100 200]"), { factor: 0.5 });
    const dict = pages.dict(1);
    expect(dict.get("MediaBox")).toEqual([5, 5, 55, 105]);
    expect(dict.get("TrimBox")).toEqual([10, 10, 50, 100]);
    expect(dict.has("CropBox")).toBe(false);
  });

  it("scales what annotations say in units, and shared annotations once for each page", async () => {
    const annotations = {
      20: "<</Type/Annot/Subtype/Ink/Rect[10 20 30 40]/InkList[[10 20 30 40][1 2]]/BS<</W 2/D[4 2]>>/RD[1 2 3 4]>>",
      21: "<</Type/Annot/Subtype/Line/Rect[10 20 30 40]/L[10 20 30 40]/LL 8/Border[1 2 3[4]]/QuadPoints[1 2 3 4 5 6 7 8]>>",
      22: "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 20 30 40]/Parent 23 0 R>>",
      23: "<</T(b)/DA(0 g /Helv 10 Tf)/Kids[22 0 R]>>",
    };
    const bytes = pagesPdf(["/Annots[20 0 R 21 0 R 22 0 R]", "/Annots[20 0 R]"], { more: annotations });
    const { cos, pages } = await scale(bytes, { factor: 2 });
    const entry = (k: number, place: number, key: string): CosValue => {
      const list = cos.resolve(pages.dict(k).get("Annots"));
      const dict = cos.resolve(Array.isArray(list) ? list[place] : null);
      return dict instanceof Map ? cos.resolve(dict.get(key)) : null;
    };
    for (const k of [1, 2]) {
      expect(entry(k, 0, "Rect")).toEqual([20, 40, 60, 80]);
      expect(entry(k, 0, "InkList")).toEqual([
        [20, 40, 60, 80],
        [2, 4],
      ]);
      expect(entry(k, 0, "BS")).toEqual(
        new Map<string, CosValue>([
          ["W", 4],
          ["D", [8, 4]],
        ]),
      );
      expect(entry(k, 0, "RD")).toEqual([2, 4, 6, 8]);
    }
    expect(entry(1, 1, "L")).toEqual([20, 40, 60, 80]);
    expect(entry(1, 1, "LL")).toBe(16);
    expect(entry(1, 1, "Border")).toEqual([2, 4, 6, [8]]);
    expect(entry(1, 1, "QuadPoints")).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
    expect(entry(1, 2, "DA")).toEqual({ kind: "string", bytes: new TextEncoder().encode("0 g /Helv 20 Tf") });
  });

  it("keeps a field that several pages show one object where all of them are scaled alike", async () => {
    const more = {
      20: "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(x)/Rect[10 20 30 40]>>",
      21: "<</Type/Annot/Subtype/Widget/FT/Tx/T(hidden)/F 2/Rect[50 60 50 60]>>",
    };
    const bytes = pagesPdf(["/Annots[20 0 R 21 0 R]", "/Annots[20 0 R]"], {
      root: "/AcroForm<</Fields[20 0 R 21 0 R]>>",
      more,
    });
    const all = await scale(bytes, { factor: 2 });
    expect(all.pages.dict(2).get("Annots")).toEqual([{ kind: "ref", num: 20, gen: 0 }]);
    const rect = (num: number) => {
      const dict = all.cos.object(num);
      return dict instanceof Map ? dict.get("Rect") : undefined;
    };
    expect(rect(20)).toEqual([20, 40, 60, 80]);
    // A rectangle without an area is a place all the same.
    expect(rect(21)).toEqual([100, 120, 100, 120]);
    const one = await scale(bytes, { factor: 2, pages: "1" });
    expect(one.pages.dict(2).get("Annots")).toEqual([{ kind: "ref", num: 20, gen: 0 }]);
    expect(one.pages.dict(1).get("Annots")).not.toEqual(all.pages.dict(1).get("Annots"));
  });

  it("moves destinations that lead to scaled pages, wherever they stand, and no others", async () => {
    const bytes = pagesPdf(["/Annots[<</Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/XYZ 100 200 1.5]>>]", ""], {
      root: "/Outlines 20 0 R/Names<</Dests<</Names[(a)[4 0 R/FitR 1 2 3 4](b)<</D[4 0 R/FitH 50]>>]>>>>/OpenAction<</S/GoTo/D[3 0 R/XYZ 7 8 0]>>/StructTreeRoot 22 0 R",
      more: {
        20: "<</First 21 0 R/Last 21 0 R/Count 1>>",
        21: "<</Title(x)/Parent 20 0 R/A<</S/GoTo/D[4 0 R/XYZ null 30 0]/Next<</S/GoToR/F(o.pdf)/D[0/XYZ 5 5 0]>>>>>>",
        22: "<</Type/StructTreeRoot/K<</S/Figure/Pg 4 0 R/P 22 0 R/A<</O/Layout/BBox[10 10 20 20]>>>>>>",
      },
    });
    const { cos, pages, written } = await scale(bytes, { pages: "2", factor: 2 });
    const text = Buffer.from(written.subarray(bytes.length)).toString("latin1").replace(/\s+/g, " ");
    expect(pages.number(2)).toBe(4);
    for (const expected of [
      "/XYZ 200 400 1.5",
      "/FitR 2 4 6 8",
      "/FitH 100",
      "/XYZ null 60 0",
      "/XYZ 7 8 0",
      "/XYZ 5 5 0",
      "/BBox [20 20 40 40]",
    ])
      expect(text).toContain(expected);
    expect(cos.object(3)).toBeInstanceOf(Map);
  });

  it("scales one of two places that show the same page object", async () => {
    const bytes = buildPdf({
      objects: {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]/MediaBox[0 0 90 90]>>",
        3: "<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>",
        4: "<</Type/Annot/Subtype/Square/Rect[1 1 2 2]>>",
      },
    });
    const { cos, pages } = await scale(bytes, { pages: "2", factor: 3 });
    const rects = [1, 2].map((k) => {
      const list = cos.resolve(pages.dict(k).get("Annots"));
      const dict = cos.resolve(Array.isArray(list) ? list[0] : null);
      return dict instanceof Map ? dict.get("Rect") : undefined;
    });
    expect(rects).toEqual([
      [1, 1, 2, 2],
      [3, 3, 6, 6],
    ]);
  });

  it.each([
    [{}, "steps[0].options.factor"],
    [{ factor: 2, size: "A4" }, "steps[0].options.size"],
    [{ factor: 2, fit: "stretch" }, "steps[0].options.fit"],
    [{ factor: 0 }, "steps[0].options.factor"],
    [{ factor: 11 }, "steps[0].options.factor"],
    [{ size: "A9" }, "steps[0].options.size"],
    [{ size: { width: 100 } }, "steps[0].options.size"],
    [{ size: "A4", fit: "cover" }, "steps[0].options.fit"],
  ])("refuses %j, naming the field", async (options, field) => {
    await expect(scale(page(""), options)).rejects.toMatchObject({ code: "validation", errors: [{ field }] });
  });
});
