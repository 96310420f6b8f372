/** pdf_render_pages and pdf_view_page: image content, size and position. */
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { maxViewBytes } from "../../src/core/limits.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { attacks } from "../support/attacks.ts";
import { costlyPages, withCostlyPage } from "../support/costly-pages.ts";
import { render } from "../support/ink.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { pixelOf, readPng } from "../support/png.ts";
import { problemOf } from "../support/problem-of.ts";
import { runTool } from "../support/run-tool.ts";

const readers = createReaders();

/** A page of 200 × 100 points with a red square from (20, 10) to (40, 30) as displayed. */
const content = { dict: "", data: "1 0 0 rg 20 70 20 20 re f" };
const square = (page = "/MediaBox[0 0 200 100]", more = {}) =>
  pagesPdf([`${page}/Contents 10 0 R${Object.keys(more).length > 0 ? "/Annots[20 0 R 21 0 R]" : ""}`], {
    more: { 10: content, ...more },
  });

async function draw(bytes: Uint8Array, input: object, name = "a-page-1.png") {
  const run = await runTool(
    "pdf_render_pages",
    { input: "a.pdf", output_folder: "out", ...input },
    { "a.pdf": bytes },
    readers,
  );
  return { result: run.result, bytes: run.file(`out/${name}`) };
}

const red = [255, 0, 0];
const white = [255, 255, 255];

describe("pdf_render_pages", () => {
  it("draws pages at 150 dpi and names files by page number", async () => {
    const file = pagesPdf(["/MediaBox[0 0 200 100]", "/MediaBox[0 0 100 50]", "/MediaBox[0 0 50 50]"]);
    const run = await runTool(
      "pdf_render_pages",
      { input: "a.pdf", pages: "3, 1", output_folder: "out" },
      { "a.pdf": file },
      readers,
    );
    expect(run.result).toEqual({
      outputs: [
        { page: 3, width: 104, height: 104 },
        { page: 1, width: 417, height: 208 },
      ].map((one) => ({
        output: `/files/out/a-page-${one.page}.png`,
        ...one,
        bytes: run.file(`out/a-page-${one.page}.png`).length,
      })),
    });
    expect(readPng(run.file("out/a-page-1.png"))).toMatchObject({ width: 417, height: 208, components: 3 });
    expect(run.context.states.at(-1)).toMatchObject({ progress: 2, total: 2, message: "2 of 2 pages" });
  });

  it.each(costlyPages)("skips a page with too many %s and draws the others", async (kind) => {
    const file = withCostlyPage(kind, "/MediaBox[0 0 200 100]/Contents 11 0 R", { 11: content });
    const call = async (input: object) =>
      await runTool(
        "pdf_render_pages",
        { input: "a.pdf", output_folder: "out", ...input },
        { "a.pdf": file },
        readers,
      );
    const { result, context } = await call({});
    expect(result).toMatchObject({ outputs: [{ page: 1 }, { page: 3 }] });
    const reason = "page 2 takes too long to draw";
    expect(context.warnings).toEqual([`${reason}, so there is no image of it`]);
    expect((await problemOf(call({ pages: "2" }))).message).toBe(reason);
  });

  /** A chain of 100 layer memberships, followed by 60 that each refer to the next one twice. */
  const deepAndWide = () => {
    const member = (kids: string) => `<</Type/OCMD/OCGs[${kids}]>>`;
    const nodes = Array.from({ length: 160 }, (_, k) => [
      20 + k,
      member(`${21 + k} 0 R `.repeat(k < 100 ? 1 : 2)),
    ]);
    return pagesPdf(["/MediaBox[0 0 99 99]/Contents 10 0 R/Resources<</Properties<</M 20 0 R>>>>"], {
      root: "/OCProperties<</OCGs[180 0 R]/D<<>>>>",
      more: {
        10: { dict: "", data: "/OC /M BDC 0 0 9 9 re f EMC" },
        180: "<</Type/OCG/Name(x)>>",
        ...Object.fromEntries(nodes),
      },
    });
  };

  const layers = "its layers are nested too deeply";
  const texts = "its fields or comments have too much text without an appearance";

  it("skips a page with too much text without an appearance and draws the others", async () => {
    const comment = `<</Type/Annot/Subtype/FreeText/DA(/Helv 12 Tf)/Rect[9 9 40 90]/Contents(${"w ".repeat(20_000)})>>`;
    const pages = ["", "/Annots[9 0 R]", ""].map((entries) => `/MediaBox[0 0 60 40]${entries}`);
    const file = { "a.pdf": pagesPdf(pages, { more: { 9: comment } }) };
    const { result, context } = await runTool(
      "pdf_render_pages",
      { input: "a.pdf", output_folder: "out" },
      file,
      readers,
    );
    expect(result).toMatchObject({ outputs: [{ page: 1 }, { page: 3 }] });
    expect(context.warnings).toEqual([`page 2 takes too long to draw: ${texts}, so there is no image of it`]);
  });

  it.each([
    ["layer memberships", attacks["membership, 100 wide, 12 deep"], layers],
    ["chain of memberships", deepAndWide, layers],
    ["visibility expressions", attacks["visibility expression, 2 wide, 100 deep"], layers],
    ["forms", attacks["forms, 100 wide, 12 deep"], "its content is too large"],
    ["lines of a field", attacks["200,000 lines in a field"], texts],
  ])("refuses small files whose %s would take hours", async (_, make, why) => {
    const fields = { input: "a.pdf", pages: "1", output_folder: "out" };
    const call = runTool("pdf_render_pages", fields, { "a.pdf": make?.() ?? new Uint8Array(0) }, readers);
    expect((await problemOf(call)).message).toBe(`page 1 takes too long to draw: ${why}`);
  });

  it("draws exactly the bbox, clipped to the page", async () => {
    const part = readPng((await draw(square(), { bbox: [20, 10, 40, 30], dpi: 72 })).bytes);
    expect([part.width, part.height]).toEqual([20, 20]);
    expect(
      new Set(Array.from({ length: 400 }, (_, k) => String(pixelOf(part, k % 20, (k / 20) | 0)))),
    ).toEqual(new Set([String(red)]));
    const around = readPng((await draw(square(), { bbox: [19, 9, 41, 31], dpi: 72 })).bytes);
    expect([
      pixelOf(around, 0, 5),
      pixelOf(around, 1, 1),
      pixelOf(around, 20, 20),
      pixelOf(around, 21, 21),
    ]).toEqual([white, red, red, white]);
    expect(readPng((await draw(square(), { bbox: [-50, -50, 10, 10], dpi: 72 })).bytes)).toMatchObject({
      width: 10,
      height: 10,
    });
    expect(readPng((await draw(square(), { bbox: [5, 5, 5.1, 5.1] })).bytes)).toMatchObject({
      width: 1,
      height: 1,
    });
    await expect(draw(square(), { bbox: [200, 0, 250, 10] })).rejects.toMatchObject({
      code: "validation",
      errors: [{ field: "bbox" }],
    });
  });

  it.each([
    ["a CropBox", "/MediaBox[-50 -50 300 300]/CropBox[0 0 200 100]", [20, 10]],
    ["a page rotated by 90", "/MediaBox[0 0 200 100]/Rotate 90", [70, 20]],
    ["a page rotated by 180", "/MediaBox[0 0 200 100]/Rotate 180", [160, 70]],
    ["a UserUnit", "/MediaBox[0 0 200 100]/UserUnit 2", [40, 20]],
  ] as const)("uses the structure's coordinates for %s", async (_, page, [x, y]) => {
    const side = page.includes("UserUnit") ? 40 : 20;
    const { bytes } = await draw(square(page), { bbox: [x - 1, y - 1, x + side + 1, y + side + 1], dpi: 72 });
    const picture = readPng(bytes);
    expect([pixelOf(picture, 0, 0), pixelOf(picture, 1, 1), pixelOf(picture, side, side)]).toEqual([
      white,
      red,
      red,
    ]);
    expect(pixelOf(picture, side + 1, side + 1)).toEqual(white);
  });

  it("applies max_size to the longer side and rounds both sides", async () => {
    expect((await draw(square(), { max_size: 333 })).result).toMatchObject({
      outputs: [{ width: 333, height: 167 }],
    });
    expect((await draw(square(), { bbox: [0, 0, 100, 0.1], max_size: 16 })).result).toMatchObject({
      outputs: [{ width: 16, height: 1 }],
    });
  });

  it("draws in gray like Poppler", async () => {
    const gray = readPng((await draw(square(), { color: "gray", dpi: 72 })).bytes);
    expect(gray).toMatchObject({ width: 200, height: 100, components: 1 });
    const other = render(square());
    expect([other.width, other.height]).toEqual([200, 100]);
    const dark = (data: Uint8Array) => data.map((value) => (value < 200 ? 1 : 0));
    expect(Buffer.from(dark(gray.data)).equals(Buffer.from(dark(other.grey)))).toBe(true);
  });

  it("writes JPEG at the requested quality", async () => {
    const good = await draw(square(), { format: "jpeg" }, "a-page-1.jpg");
    expect([...good.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    const poor = await draw(square(), { format: "jpeg", quality: 5 }, "a-page-1.jpg");
    expect(poor.bytes.length).toBeLessThan(good.bytes.length);
  });

  it("omits annotations on request, but never form fields", async () => {
    const appearance = { dict: "/Subtype/Form/BBox[0 0 10 10]", data: "0 0 1 rg 0 0 10 10 re f" };
    const file = square(undefined, {
      20: "<</Type/Annot/Subtype/Stamp/Rect[100 10 110 20]/F 4/AP<</N 22 0 R>>>>",
      21: "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[150 10 160 20]/F 4/AP<</N 22 0 R>>>>",
      22: appearance,
    });
    const blue = [0, 0, 255];
    const both = readPng((await draw(file, { dpi: 72 })).bytes);
    expect([pixelOf(both, 105, 85), pixelOf(both, 155, 85)]).toEqual([blue, blue]);
    const without = readPng((await draw(file, { dpi: 72, annotations: false })).bytes);
    expect([pixelOf(without, 105, 85), pixelOf(without, 155, 85)]).toEqual([white, blue]);
  });

  it("draws a large image in bands without changing a pixel", async () => {
    const page = "/MediaBox[0 0 200 200]";
    const whole = readPng((await draw(square(page), { max_size: 4000, color: "gray" })).bytes);
    const banded = readPng((await draw(square(page), { max_size: 4400, color: "gray" })).bytes);
    expect([whole.width, banded.width, banded.height]).toEqual([4000, 4400, 4400]);
    for (const [size, picture] of [
      [4000, whole],
      [4400, banded],
    ] as const) {
      // The square as displayed: from (20, 110) to (40, 130).
      const [left, top] = [Math.round((20 * size) / 200), Math.round((110 * size) / 200)];
      const side = Math.round((20 * size) / 200);
      const dark = picture.data.reduce((sum, value) => sum + (value < 250 ? 1 : 0), 0);
      expect(dark).toBe(side * side);
      expect(pixelOf(picture, left, top)).toEqual(pixelOf(picture, left + side - 1, top + side - 1));
    }
  });

  it("draws 100 megapixels", async () => {
    const { result } = await draw(square("/MediaBox[0 0 200 200]"), { max_size: 10_000, color: "gray" });
    expect(result).toMatchObject({ outputs: [{ width: 10_000, height: 10_000 }] });
  });

  it.each([
    ["max_size", { dpi: 100, max_size: 100 }],
    ["quality", { quality: 50 }],
    ["dpi", { bbox: [0, 0, 20_000, 20_000], dpi: 100 }],
  ])("refuses and names %s: %j", async (field, input) => {
    const large = pagesPdf(["/MediaBox[0 0 14000 14000]"]);
    const call = runTool(
      "pdf_render_pages",
      { input: "a.pdf", output_folder: "o", ...input },
      { "a.pdf": large },
      readers,
    );
    expect(await problemOf(call)).toMatchObject({ code: "validation", errors: [{ field }] });
  });
});

describe("pdf_view_page", () => {
  const view = async (bytes: Uint8Array, input: object = {}) =>
    (await runTool("pdf_view_page", { input: "a.pdf", ...input }, { "a.pdf": bytes }, readers)).result;

  it("returns an image and the area it shows", async () => {
    const result = await view(square(), { bbox: [20, 10, 40, 30], max_size: 64 });
    expect(result).toMatchObject({ page: 1, width: 64, height: 64, dpi: 230.4, bbox: [20, 10, 40, 30] });
    const { image } = Object(result);
    expect(image.mime_type).toBe("image/png");
    expect(pixelOf(readPng(Buffer.from(image.data, "base64")), 32, 32)).toEqual(red);
  });

  it("shows the whole page without a bbox", async () => {
    expect(await view(square())).toMatchObject({ width: 1568, height: 784, bbox: [0, 0, 200, 100] });
  });

  it("stays below its size limit and reports the reduction", async () => {
    // Noise doesn't compress in any format.
    const noise = Uint8Array.from(
      { length: 3 * 1200 * 1200 },
      (_, k) => (Math.imul(k + 1, 2654435761) >>> 24) ^ (Math.imul(k, k) >>> 20),
    );
    const file = pagesPdf(["/MediaBox[0 0 600 600]/Contents 10 0 R/Resources<</XObject<</I 11 0 R>>>>"], {
      more: {
        10: { dict: "", data: "600 0 0 600 0 0 cm /I Do" },
        11: {
          dict: "/Subtype/Image/Width 1200/Height 1200/BitsPerComponent 8/ColorSpace/DeviceRGB",
          data: noise,
        },
      },
    });
    const run = await runTool(
      "pdf_view_page",
      { input: "a.pdf", max_size: 1568 },
      { "a.pdf": file },
      readers,
    );
    const { image } = Object(run.result);
    expect(image.mime_type).toBe("image/jpeg");
    expect(Buffer.from(image.data, "base64").length).toBeLessThanOrEqual(maxViewBytes);
    expect(run.context.warnings.join()).toMatch(/reduced to \d+ × \d+ pixels at JPEG quality \d+/);
  });

  it("refuses a page that doesn't exist", async () => {
    await expect(view(square(), { page: 2 })).rejects.toMatchObject({ errors: [{ field: "page" }] });
  });
});
