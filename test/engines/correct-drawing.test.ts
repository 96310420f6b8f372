/** Drawing by MuPDF, corrected where it draws what ISO 32000-2 says isn't drawn. */
import { expect, it } from "vitest";
import { openPages } from "../../src/engines/mupdf/page-images.ts";
import { memorySource } from "../support/memory-files.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";

const ramp = "<</FunctionType 2/Domain[0 1]/C0[0]/C1[.5]/N 1>>";
const shading = `<</ShadingType 2/ColorSpace/DeviceGray/Coords[40 0 60 0]/Background[0]/Function ${ramp}>>`;
const ink = "<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>";
const none = `[/Separation/None/DeviceGray ${ink}]`;
const form = "/Subtype/Form/BBox[0 0 100 100]";

/** The gray levels at points from the page's lower left corner. */
async function levels(
  page: string,
  content: string,
  more: BuiltPdf["objects"],
  points: readonly (readonly [number, number])[],
): Promise<(number | undefined)[]> {
  const bytes = pagesPdf([`/MediaBox[0 0 100 100]/Contents 40 0 R${page}`], {
    more: { 40: { dict: "", data: content }, ...more },
  });
  using pages = await openPages(memorySource(bytes));
  const drawn = await pages.drawGray(1, { width: 100, height: 100 });
  return points.map(([x, y]) => (drawn ? drawn.pixels[(99 - y) * 100 + x] : 255));
}

it("paints the background of a shading for a pattern alone, not for sh, even if both share it", async () => {
  const resources = "/Resources<</XObject<</F 50 0 R>>>>";
  const found = await levels(
    resources,
    "/F Do",
    {
      50: {
        dict: `${form}/Resources<</Shading<</S 51 0 R>>/Pattern<</P 52 0 R>>>>`,
        data: "/S sh /Pattern cs /P scn 0 0 20 20 re f",
      },
      51: shading,
      52: "<</PatternType 2/Shading 51 0 R>>",
    },
    [
      [5, 90],
      [45, 90],
      [5, 5],
    ],
  );
  expect([found[0], found[2]]).toEqual([255, 0]);
  expect(found[1]).toBeLessThan(128);
});

it.each([
  ["a page", `/Resources<</ColorSpace<</A ${none}>>>>`, "/A cs 1 scn 0 0 50 100 re f 0 g 60 0 40 100 re f"],
  [
    "several colorants, all None",
    `/Resources<</ColorSpace<</A [/DeviceN[/None]/DeviceGray ${ink}]>>>>`,
    "/A CS 1 SCN 80 w 10 0 m 10 100 l S 0 g 60 0 40 100 re f",
  ],
  ["an image", "/Resources<</XObject<</I 60 0 R>>>>", "q 50 0 0 100 0 0 cm /I Do Q 0 g 60 0 40 100 re f"],
  ["an annotation", "/Annots[61 0 R]", ""],
])("draws nothing in the colorant None: in %s", async (_, page, content) => {
  const more = {
    60: { dict: `/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace ${none}`, data: "\xff" },
    61: "<</Subtype/Stamp/F 4/Rect[0 0 100 100]/AP<</N 62 0 R>>>>",
    62: {
      dict: `${form}/Resources<</ColorSpace<</A ${none}>>>>`,
      data: "/A cs 1 scn 0 0 50 100 re f 0 g 60 0 40 100 re f",
    },
  };
  const points = [
    [20, 50],
    [80, 50],
  ] as const;
  expect(await levels(page, content, more, points)).toEqual([255, 0]);
});
