/** pdf_from_images: data embedded unchanged, page content, page layout, and refused files. */
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { isStream } from "../../src/cos/syntax/value.ts";
import { openStrictly } from "../../src/document/open.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { colors, imageFiles } from "../support/image-files.ts";
import { samplePdf } from "../support/pdf.ts";
import { pixelOf, readPng } from "../support/png.ts";
import { callOrError, runTool } from "../support/run-tool.ts";

const readers = createReaders();

async function made(files: Readonly<Record<string, Uint8Array>>, input: object = {}) {
  const inputs = Object.keys(files);
  const run = await runTool("pdf_from_images", { inputs, output: "out.pdf", ...input }, files, readers);
  return { ...run, pdf: run.file("out.pdf"), warnings: run.context.warnings };
}

/** The page's pixels, sampled at the center of each image pixel. */
async function pixelsOf(pdf: Uint8Array, width: number, height: number, page = 1): Promise<number[][]> {
  const run = await runTool(
    "pdf_render_pages",
    {
      input: "a.pdf",
      pages: String(page),
      max_size: Math.max(width * 8, height * 8, 16),
      output_folder: "o",
    },
    { "a.pdf": pdf },
    readers,
  );
  const drawn = readPng(run.file(`o/a-page-${page}.png`));
  const across = (k: number) => Math.floor((((k % width) + 0.5) * drawn.width) / width);
  const down = (k: number) => Math.floor(((Math.floor(k / width) + 0.5) * drawn.height) / height);
  return Array.from({ length: width * height }, (_, k) => pixelOf(drawn, across(k), down(k)));
}

/** The document's images: their dictionaries and encoded data. */
function imagesOf(pdf: Uint8Array) {
  const { cos } = openStrictly(sourceOf(pdf));
  return Array.from({ length: cos.objectCount }, (_, num) => cos.object(num))
    .filter(isStream)
    .filter(({ dict }) => dict.has("Width"))
    .map((stream) => ({ dict: stream.dict, data: Buffer.from(stream.encoded()) }));
}

/** The MediaBox of each page. */
function sizesOf(pdf: Uint8Array) {
  const { pages } = openStrictly(sourceOf(pdf));
  return Array.from({ length: pages.count }, (_, k) => pages.dict(k + 1).get("MediaBox"));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

interface Png {
  readonly size: readonly [number, number];
  readonly bits: number;
  readonly type: number;
  /** Rows, each with its filter byte. */
  readonly rows: readonly number[];
  readonly interlaced?: boolean;
  readonly more?: readonly Buffer[];
}

function png({ size: [width, height], bits, type, rows, interlaced, more = [] }: Png): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, type, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    ...[chunk("IHDR", head), ...more, chunk("IDAT", deflateSync(Uint8Array.from(rows)))],
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const idat = (rows: readonly number[]) => deflateSync(Uint8Array.from(rows));
const rgbRows = [0, ...colors.slice(0, 4).flat(), 0, ...colors.slice(4).flat()];
const rgb = png({ size: [4, 2], bits: 8, type: 2, rows: rgbRows });

/** A red and blue JPEG, with extra segments before the image data. */
async function jpeg(...segments: readonly Buffer[]): Promise<Buffer> {
  const data = Uint8Array.from({ length: 16 * 8 * 3 }, (_, k) => (k % 3 === (k % 48 < 24 ? 0 : 2) ? 255 : 0));
  const file = await readers.encodeJpeg({ width: 16, height: 8, components: 3, data }, 95);
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
}

function exif(orientation: number): Buffer {
  const tiff = Buffer.from("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0", "latin1");
  tiff[19] = orientation;
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  return Buffer.concat([Buffer.of(0xff, 0xe1, 0, body.length + 2), body]);
}

describe("data embedded unchanged", () => {
  it("embeds JPEG byte for byte", async () => {
    const file = await jpeg();
    const { pdf } = await made({ "a.jpg": file });
    expect(imagesOf(pdf).map(({ data }) => data.equals(file))).toEqual([true]);
  });

  it("embeds JPEG 2000 byte for byte", async () => {
    const { pdf } = await made({ "a.jp2": imageFiles.jpeg2000 });
    expect(imagesOf(pdf).map(({ data }) => data.equals(imageFiles.jpeg2000))).toEqual([true]);
    const [left, right] = [await pixelsOf(pdf, 8, 8)].flatMap((all) => [all[0], all[7]]);
    expect([left, right]).toEqual([colors[0], colors[2]]);
  });

  it.each([
    ["RGB", { size: [4, 2], bits: 8, type: 2, rows: rgbRows }, colors],
    [
      "1 bit",
      { size: [4, 1], bits: 1, type: 0, rows: [0, 0b0110_0000] },
      [0, 255, 255, 0].map((v) => [v, v, v]),
    ],
    [
      "a 2-bit palette",
      {
        ...{ size: [4, 1], bits: 2, type: 3, rows: [0, 0b00_01_10_11] },
        more: [chunk("PLTE", Buffer.from(colors.slice(0, 4).flat()))],
      },
      colors.slice(0, 4),
    ],
    [
      "16-bit gray",
      { size: [2, 1], bits: 16, type: 0, rows: [0, 128, 0, 255, 255] },
      [[128, 128, 128], colors[3]],
    ],
  ] satisfies [string, Png, unknown][])("embeds PNG data: %s", async (_, file, shown) => {
    const { pdf } = await made({ "a.png": png(file) });
    expect(imagesOf(pdf).map(({ data }) => data.equals(idat(file.rows)))).toEqual([true]);
    expect(await pixelsOf(pdf, ...file.size)).toEqual(shown);
  });

  it("embeds a TIFF's fax data", async () => {
    const { pdf } = await made({ "a.tif": imageFiles.tiffFax });
    const [image] = imagesOf(pdf);
    expect(image && Buffer.from(imageFiles.tiffFax).includes(image.data)).toBe(true);
    expect((await pixelsOf(pdf, 8, 2)).map(([v = 255]) => (v < 128 ? 1 : 0)).join("")).toBe(
      "1000000000000011",
    );
  });
});

describe("page content", () => {
  const gray = (values: readonly number[]) => values.map((v) => [v, v, v]);

  it.each([
    ["webp", imageFiles.webp, colors, []],
    ["webp with opacity", imageFiles.webpAlpha, colors.with(4, [255, 255, 255]), []],
    ["animated webp", imageFiles.webpAnimated, colors, ["is animated, and only its first picture was used"]],
    ["animated gif", imageFiles.gifAnimated, colors, ["is animated, and only its first picture was used"]],
    ["bmp", imageFiles.bmp, colors, []],
  ] as const)("decodes %s", async (_, file, shown, warnings) => {
    const { pdf, warnings: said } = await made({ a: file });
    expect(await pixelsOf(pdf, 4, 2)).toEqual(shown);
    expect(said).toEqual(warnings.map((warning) => `/files/a ${warning}`));
  });

  it("makes one page for each page of a TIFF", async () => {
    const { pdf, result } = await made({ "a.tif": imageFiles.tiffPages });
    expect(result).toMatchObject({ pages: 2 });
    // 4 × 2 pixels at 144 × 72 dpi.
    expect(sizesOf(pdf)[0]).toEqual([0, 0, 3, 3]);
    expect((await pixelsOf(pdf, 8, 2, 2)).map(([v = 255]) => (v < 128 ? 1 : 0)).join("")).toBe(
      "1000000000000011",
    );
  });

  it("inverts Adobe's CMYK", async () => {
    const { pdf } = await made({ "a.jpg": imageFiles.jpegCmyk });
    const shown = await pixelsOf(pdf, 8, 8);
    const [[r = 0, , b = 0] = [], [r2 = 0, , b2 = 0] = []] = [shown[0], shown[7]];
    expect(r - b).toBeGreaterThan(150);
    expect(b2 - r2).toBeGreaterThan(80);
  });

  it("keeps the ink of a TIFF's CMYK in JPEG data", async () => {
    const { pdf } = await made({ a: imageFiles.tiffCmyk });
    const [[r = 0, g = 255, b = 255] = []] = await pixelsOf(pdf, 8, 8);
    expect(r - Math.max(g, b)).toBeGreaterThan(150);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "shows an image with EXIF orientation %i upright",
    async (orientation) => {
      // In the stored image, the left half is red.
      const { pdf } = await made({ "a.jpg": await jpeg(exif(orientation)) });
      const isTurned = orientation >= 5;
      const [width, height] = isTurned ? [8, 16] : [16, 8];
      expect(sizesOf(pdf)).toEqual([[0, 0, width * 0.75, height * 0.75]]);
      const shown = await pixelsOf(pdf, width, height);
      const redFirst = [1, 4, 5, 6].includes(orientation);
      const [first, last] = [shown[0] ?? [], shown.at(-1) ?? []];
      expect([(first[0] ?? 0) > 200, (last[2] ?? 0) > 200]).toEqual([redFirst, redFirst]);
    },
  );

  it("keeps an interlaced PNG's opacity and 16-bit depth", async () => {
    const rows = [0, ...[255, 0, 0, 0, 0, 0, 255, 255]];
    const file = png({ size: [1, 1], bits: 16, type: 6, rows, interlaced: true });
    const { pdf } = await made({ "a.png": file });
    expect(await pixelsOf(pdf, 1, 1)).toEqual([[255, 0, 0]]);
    const [, mask] = imagesOf(pdf);
    expect(imagesOf(pdf).map(({ dict }) => dict.get("BitsPerComponent"))).toEqual([16, 16]);
    expect(mask).toBeDefined();
  });

  it.each([
    ["1 bit", 1, [0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80], [1, 1, 1, 1]],
    ["8 bits", 8, [0, 10, 0, 20, 0, 30, 0, 40], [10, 20, 30, 40]],
  ] as const)("combines the passes of an interlaced PNG: %s", async (_, bits, rows, values) => {
    // A 2 × 2 image uses passes 1, 6 and 7; pass 7 has two pixels in one row.
    const [a, b, c, d] = [rows[1], rows[3], rows[5], rows[7]];
    const last = bits === 1 ? [0, 0xc0] : [0, c, d];
    const file = png({ size: [2, 2], bits, type: 0, rows: [0, a, 0, b, ...last], interlaced: true });
    const { pdf } = await made({ "a.png": file });
    expect(await pixelsOf(pdf, 2, 2)).toEqual(
      gray(values.map((value) => (bits === 1 ? value * 255 : value))),
    );
  });

  it("keeps a palette's opacity and a transparent color", async () => {
    const palette = chunk("PLTE", Buffer.from(colors.slice(0, 4).flat()));
    const clear = png({
      ...{ size: [4, 1], bits: 2, type: 3, rows: [0, 0b00_01_10_11] },
      more: [palette, chunk("tRNS", Buffer.of(255, 0))],
    });
    const keyed = png({
      size: [2, 1],
      bits: 8,
      type: 0,
      rows: [0, 7, 8],
      more: [chunk("tRNS", Buffer.of(0, 7))],
    });
    const { pdf } = await made({ "a.png": clear, "b.png": keyed });
    expect(await pixelsOf(pdf, 4, 1)).toEqual([colors[0], colors[3], colors[2], colors[3]]);
    expect(await pixelsOf(pdf, 2, 1, 2)).toEqual(gray([255, 8]));
  });

  it("keeps a matching color profile and warns of one that doesn't match", async () => {
    const profile = (space: string) => {
      const bytes = Buffer.alloc(132);
      bytes.write(space, 16, "latin1");
      bytes.write("acsp", 36, "latin1");
      return chunk("iCCP", Buffer.concat([Buffer.from("p\0\0", "latin1"), deflateSync(bytes)]));
    };
    const file = (space: string) =>
      png({ size: [4, 2], bits: 8, type: 2, rows: rgbRows, more: [profile(space)] });
    const good = await made({ "a.png": file("RGB ") });
    expect(Buffer.from(good.pdf).includes("/ICCBased")).toBe(true);
    expect(good.warnings).toEqual([]);
    const bad = await made({ "a.png": file("CMYK") });
    expect(Buffer.from(bad.pdf).includes("/ICCBased")).toBe(false);
    expect(bad.warnings.join()).toContain("a.png has a color profile that does not match its colors");
  });
});

describe("pages", () => {
  it("warns of a color profile that can't be read", async () => {
    const more = [chunk("iCCP", Buffer.from("x\0\0no profile", "latin1"))];
    const { warnings } = await made({ a: png({ size: [4, 2], bits: 8, type: 2, rows: rgbRows, more }) });
    expect(warnings).toEqual([expect.stringContaining("color profile")]);
  });

  it("warns of an image that is cut off, even if its thumbnail is whole", async () => {
    const whole = await jpeg();
    const thumbnail = Buffer.concat([Buffer.of(0xff, 0xe1, 0, 4, 0xff, 0xd9)]);
    const files = {
      jpeg: (await jpeg(thumbnail)).subarray(0, -20),
      jpeg2000: imageFiles.jpeg2000.subarray(0, -20),
      whole,
    };
    const { warnings } = await made(files);
    expect(warnings).toEqual(["jpeg", "jpeg2000"].map((name) => expect.stringMatching(`${name} is cut off`)));
  });

  it("sizes a page by the image's dpi, or 96 by default, and adds the margin", async () => {
    const density = Buffer.alloc(9);
    // 144 and 72 dpi as pixels per meter.
    density.writeUInt32BE(5669, 0);
    density.writeUInt32BE(2835, 4);
    density[8] = 1;
    const row = [0, ...Array(96).fill(0)];
    const rows = Array.from({ length: 96 }, () => row).flat();
    const own = png({ size: [96, 96], bits: 8, type: 0, rows, more: [chunk("pHYs", density)] });
    const { pdf } = await made(
      { "a.png": own, "b.png": png({ size: [96, 96], bits: 8, type: 0, rows }) },
      { margin: 10 },
    );
    const [[, , width = 0, height = 0] = [], second] = sizesOf(pdf).map((box) => Object(box) as number[]);
    expect([Math.round(width), Math.round(height)]).toEqual([68, 116]);
    expect(second).toEqual([0, 0, 92, 92]);
  });

  it("orients paper like the image and fits the image inside the margins", async () => {
    const tall = png({
      size: [2, 4],
      bits: 8,
      type: 2,
      rows: Array.from({ length: 4 }, () => [0, 1, 2, 3, 4, 5, 6]).flat(),
    });
    const { pdf } = await made({ "a.png": rgb, "b.png": tall }, { page_size: "B5", margin: 72 });
    expect(sizesOf(pdf)).toEqual([
      [0, 0, 708.66, 498.9],
      [0, 0, 498.9, 708.66],
    ]);
    // 564.66 points between the margins; the image is half as high as it is wide.
    expect(Buffer.from(pdf).includes("q 564.66 0 0 282.33 72 108.285 cm /Im0 Do Q")).toBe(true);
  });

  it("keeps an image at its actual size on request", async () => {
    const { pdf } = await made({ "a.png": rgb }, { page_size: "A4", fit: "actual" });
    expect(Buffer.from(pdf).includes("q 3 0 0 1.5 419.445 296.89 cm /Im0 Do Q")).toBe(true);
  });

  it("shrinks images beyond the page size limit, with a warning", async () => {
    const wide = png({ size: [30_000, 1], bits: 1, type: 0, rows: [0, ...Array(3750).fill(0)] });
    const { pdf, warnings } = await made({ "a.png": wide });
    expect(sizesOf(pdf)).toEqual([[0, 0, 14_400, 3]]);
    expect(warnings.join()).toContain("a.png was made smaller");
  });
});

describe("refused files", () => {
  const refused = async (bytes: Uint8Array) => {
    const { error } = await callOrError(
      "pdf_from_images",
      { inputs: ["good.png", "bad.x"], output: "out.pdf" },
      { "good.png": rgb, "bad.x": bytes },
    );
    expect(error).toMatchObject({ code: "operation_failed" });
    return error?.message ?? "";
  };

  it.each([
    ["a PDF", samplePdf({ pages: ["text"] }), "bad.x is a PDF, not an image"],
    ["text", Buffer.from("hello"), "bad.x is not a supported image: convert it to JPEG, PNG"],
    ["nothing", Buffer.alloc(0), "bad.x is not a supported image"],
    ["a PNG cut off", rgb.subarray(0, rgb.length - 30), "bad.x is damaged"],
    [
      "a PNG with too few rows",
      png({ size: [4, 3], bits: 8, type: 2, rows: rgbRows }),
      "a part of the picture is missing",
    ],
    [
      "a bomb that would be embedded",
      png({ size: [60_000, 60_000], bits: 1, type: 0, rows: [] }),
      "60000 × 60000 pixels",
    ],
    ["a bomb that is decoded", png({ size: [9000, 9000], bits: 8, type: 6, rows: [] }), "9000 × 9000 pixels"],
    ["a WebP cut off", imageFiles.webp.subarray(0, 40), "bad.x is damaged"],
    ["a TIFF cut off", imageFiles.tiffPages.subarray(0, 100), "bad.x is damaged"],
    [
      "a GIF of 65,535 pixels square",
      Buffer.from("GIF89a\xff\xff\xff\xff\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x02\x01\0\0;", "latin1"),
      "65535 × 65535 pixels",
    ],
    ["a BMP cut off", imageFiles.bmp.subarray(0, -4), "bad.x is damaged"],
    ["4 bits of RGB", png({ size: [4, 2], bits: 4, type: 2, rows: rgbRows }), "color type is invalid"],
    [
      "a palette with a part of a color",
      png({
        size: [1, 1],
        bits: 8,
        type: 3,
        rows: [0, 0],
        more: [chunk("PLTE", Buffer.of(1, 2, 3, 4))],
      }),
      "without its colors",
    ],
    [
      "a PNG that inflates to more than its pixels",
      png({ size: [1, 1], bits: 8, type: 0, rows: Array.from({ length: 100_000 }, () => 0) }),
      "more data than pixels",
    ],
  ])("refuses %s and names the fault", async (_, bytes, message) => {
    expect(await refused(bytes)).toContain(message);
  });

  it("converts or refuses every damaged file", async () => {
    const files = [...Object.values(imageFiles), rgb, await jpeg(exif(6))];
    for (const [k, file] of files.entries())
      for (let step = 0; step < 24; step += 1) {
        const bytes = Uint8Array.from(
          step % 2 === 0 ? file : file.subarray(0, Math.floor((file.length * step) / 24)),
        );
        const at = (step * 7919 + k * 104_729) % Math.max(bytes.length, 1);
        if (bytes.length > 0) bytes[at] = ((bytes[at] ?? 0) + 1 + step) & 255;
        const { error } = await callOrError(
          "pdf_from_images",
          { inputs: ["a"], output: "o.pdf" },
          { a: bytes },
        );
        if (error) expect(error, `file ${k}, step ${step}`).toMatchObject({ code: "operation_failed" });
      }
  });
});
