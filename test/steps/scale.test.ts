import { describe, expect, it } from "vitest";
import { boxesOf } from "../../src/document/pages/boxes.ts";
import { displaySpace } from "../../src/document/pages/display-space.ts";
import { render } from "../support/ink.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { difference } from "../support/pictures.ts";
import { runSteps } from "../support/run-steps.ts";
import { requireTool } from "../support/tools.ts";

/** Shapes, a tiling pattern, a shading pattern, and content that leaves the coordinate system modified. */
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
    "keeps the look, larger or smaller, including patterns and annotations",
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

  it.skipIf(requireTool("pdftoppm"))(
    "leaves the margins blank, although the page has hidden content there",
    async () => {
      const bytes = page("/CropBox[200 300 400 400]");
      const { written } = await scale(bytes, { size: { width: 400, height: 400 } });
      const after = render(written);
      expect([after.width, after.height]).toEqual([400, 400]);
      // 200 x 100 becomes 400 x 200 in the center, with the content hidden by the CropBox above and below.
      const rows = (from: number, to: number) => after.grey.subarray(400 * from, 400 * to);
      expect(rows(0, 98).every((grey) => grey === 255)).toBe(true);
      expect(rows(302, 400).every((grey) => grey === 255)).toBe(true);
      expect(rows(102, 298).some((grey) => grey < 200)).toBe(true);
    },
  );

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

  it.each([
    [{}, "steps[0].options.factor"],
    [{ factor: 2, size: "A4" }, "steps[0].options.size"],
    [{ factor: 2, fit: "stretch" }, "steps[0].options.fit"],
    [{ factor: 0 }, "steps[0].options.factor"],
    [{ factor: 11 }, "steps[0].options.factor"],
    [{ size: "A9" }, "steps[0].options.size"],
    [{ size: { width: 100 } }, "steps[0].options.size"],
    [{ size: "A4", fit: "cover" }, "steps[0].options.fit"],
  ])("refuses %j and names the field", async (options, field) => {
    await expect(scale(page(""), options)).rejects.toMatchObject({ code: "validation", errors: [{ field }] });
  });
});
