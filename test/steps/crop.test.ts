import { describe, expect, it } from "vitest";
import { boxesOf, pageSize } from "../../src/document/pages/boxes.ts";
import { render } from "../support/ink.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";
import { difference, part } from "../support/pictures.ts";
import { runSteps } from "../support/run-steps.ts";
import { requireTool } from "../support/tools.ts";

/** A page that looks different everywhere. */
const content = Array.from(
  { length: 60 },
  (_, k) => `${(k * 97) % 700} ${(k * 61) % 700} ${10 + k} 9 re f`,
).join("\n");
const page = (entries: string) =>
  pagesPdf([`${entries}/Contents 10 0 R`], { more: { 10: { dict: "", data: content } } });

const crop = (bytes: Uint8Array, options: Record<string, unknown>) =>
  runSteps(bytes, [{ action: "crop", options }]);

async function cropBox(bytes: Uint8Array, options: Record<string, unknown>) {
  const { pages } = await crop(bytes, options);
  return pages.dict(1).get("CropBox");
}

describe("crop", () => {
  it.each([
    ["", [50, 592, 250, 782]],
    ["/Rotate 90", [10, 50, 200, 250]],
    ["/Rotate 180", [362, 10, 562, 200]],
    ["/Rotate 270", [412, 542, 602, 742]],
    ["/MediaBox[100 200 712 992]", [150, 792, 350, 982]],
    ["/CropBox[100 100 500 600]", [150, 400, 350, 590]],
    ["/CropBox[100 100 500 600]/Rotate 90", [110, 150, 300, 350]],
    ["/MediaBox[0 0 306 396]/UserUnit 2", [25, 296, 125, 391]],
  ])("takes a box in the displayed page's coordinates: %s", async (entries, expected) => {
    expect(await cropBox(page(entries), { box: [50, 10, 250, 200] })).toEqual(expected);
  });

  it("takes margins for all sides or for each", async () => {
    expect(await cropBox(page(""), { margins: 10 })).toEqual([10, 10, 602, 782]);
    const sides = { top: 1, right: 2, bottom: 3, left: 4 };
    expect(await cropBox(page(""), { margins: sides })).toEqual([4, 3, 610, 791]);
    expect(await cropBox(page("/Rotate 90"), { margins: { top: 5 } })).toEqual([5, 0, 612, 792]);
    expect(await cropBox(page(""), { margins: 0 })).toEqual([0, 0, 612, 792]);
  });

  it.skipIf(requireTool("pdftoppm"))("shows exactly that part of the visible page", async () => {
    for (const entries of [
      "",
      "/Rotate 90",
      "/Rotate 180",
      "/Rotate 270",
      "/CropBox[100 100 500 600]/Rotate 270",
    ]) {
      const bytes = page(entries);
      const { written } = await crop(bytes, { box: [60, 40, 260, 340] });
      const shown = render(written);
      expect([shown.width, shown.height]).toEqual([200, 300]);
      expect(difference(shown, part(render(bytes), 60, 40, 200, 300)), entries).toBeLessThan(0.001);
    }
  });

  it("changes only the selected pages, and no content", async () => {
    const bytes = pagesPdf(["", "", ""], { tree: "/CropBox[0 0 400 400]" });
    const { pages, cos, written } = await crop(bytes, { pages: "2", margins: 100 });
    const sizes = [1, 2, 3].map((k) => pageSize(boxesOf(cos, pages.dict(k), pages.inherited(k))).width);
    expect(sizes).toEqual([400, 200, 400]);
    expect(Buffer.from(written).subarray(0, bytes.length)).toEqual(Buffer.from(bytes));
  });

  it("separates two uses of one page object", async () => {
    const bytes = buildPdf({
      objects: {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]/MediaBox[0 0 90 90]>>",
        3: "<</Type/Page/Parent 2 0 R>>",
      },
    });
    const { pages } = await crop(bytes, { pages: "2", margins: 10 });
    expect([1, 2].map((k) => pages.dict(k).get("CropBox"))).toEqual([undefined, [10, 10, 80, 80]]);
  });

  it.each([
    [{}, "steps[0].options.margins"],
    [{ margins: 1, box: [0, 0, 9, 9] }, "steps[0].options.box"],
    [{ margins: -1 }, "steps[0].options.margins"],
    [{ margins: "1" }, "steps[0].options.margins"],
    [{ margins: { top: -1 } }, "steps[0].options.margins.top"],
    [{ margins: { middle: 1 } }, "steps[0].options.margins"],
    [{ margins: 306 }, "steps[0].options.margins"],
    [{ margins: { left: 300, right: 312 } }, "steps[0].options.margins"],
    [{ box: [10, 10, 10, 20] }, "steps[0].options.box"],
    [{ box: [20, 10, 10, 20] }, "steps[0].options.box"],
    [{ box: [0, 0, 9] }, "steps[0].options.box[3]"],
    [{ box: [-1, 0, 9, 9] }, "steps[0].options.box[0]"],
    [{ box: [0, 0, 613, 100] }, "steps[0].options.box"],
    [{ box: [700, 700, 800, 800] }, "steps[0].options.box"],
    [{ box: [0, 0, 9, 9], pages: "2" }, "steps[0].options.pages"],
    [{ box: [0, 0, 9, 9], page: "1" }, "steps[0].options.page"],
  ])("refuses %j and names the field", async (options, field) => {
    await expect(crop(page(""), options)).rejects.toMatchObject({ code: "validation", errors: [{ field }] });
  });
});
