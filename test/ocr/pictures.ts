/** Images of text pages: rendered by MuPDF, and embedded in a document like a scanner does. */
import { deflateSync } from "node:zlib";
import type { GrayImage } from "../../src/core/page-reading.ts";
import { tilted } from "../../src/core/projection.ts";
import { openPages } from "../../src/engines/mupdf/page-images.ts";
import { seenThrough } from "../../src/ocr/picture/bitmap.ts";
import { memorySource } from "../support/memory-files.ts";
import { randomNumbers } from "../support/mutate.ts";
import { type BuiltStream, pagesPdf } from "../support/pdf-builder.ts";

export const dpi = 150;
const fontNamed = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`;
const fonts = `/Resources<</Font<</F ${fontNamed("Helvetica")}/G ${fontNamed("Symbol")}>>>>`;

/** A line of text and its position from the upper left corner of a page of 612 by 792 points. */
export interface DrawnLine {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
  /** In Greek letters, at their codes in Symbol: "logoV" for λογος. */
  readonly greek?: boolean;
}

/** An image of a page with these lines, rotated clockwise by an angle in degrees; `more` is additional content. */
export async function picture(
  lines: readonly DrawnLine[],
  { angle = 0, more = "" }: { angle?: number; more?: string } = {},
): Promise<GrayImage> {
  const turn = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)].map((value) => value.toFixed(6));
  const shown = lines.map(({ text, x, baseline, size, greek }) => {
    return `BT /${greek ? "G" : "F"} ${size} Tf ${x} ${792 - baseline} Td (${text}) Tj ET`;
  });
  const around = `1 0 0 1 306 396 cm ${cos} ${sin} ${-Number(sin)} ${cos} 0 0 cm 1 0 0 1 -306 -396 cm`;
  const data = `q ${around} ${more} ${shown.join("\n")} Q`;
  const document = pagesPdf([`/Contents 9 0 R${fonts}`], { more: { 9: { dict: "", data } } });
  return await firstPage(document);
}

/** An image of a document's first page. */
export async function firstPage(document: Uint8Array): Promise<GrayImage> {
  using pages = await openPages(memorySource(document));
  const { width, height } = pages.size(1);
  const pixels = (length: number) => Math.round((length * dpi) / 72);
  const image = pages.drawGray(1, { width: pixels(width), height: pixels(height) });
  if (image === undefined) throw new Error("the page is empty");
  return image;
}

/** The image as an image XObject. */
export function imageObject({ width, height, pixels }: GrayImage): BuiltStream {
  return {
    dict: `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`,
    data: deflateSync(pixels),
  };
}

/** A document of scanned pages; `entries` are added to each page, and `content` is drawn in addition to the image. */
export function scanned(images: readonly GrayImage[], entries = "", content = ""): Uint8Array {
  const more = Object.fromEntries(
    images.flatMap((image, k) => [
      [100 + 2 * k, imageObject(image)],
      [101 + 2 * k, { dict: "", data: `q 612 0 0 792 0 0 cm /I Do Q ${content}` }],
    ]),
  );
  const pages = images.map(
    (_, k) =>
      `/Contents ${101 + 2 * k} 0 R/Resources<</XObject<</I ${100 + 2 * k} 0 R>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>${entries}`,
  );
  return pagesPdf(pages, { more });
}

/** The image out of focus. */
export function blurred({ width, height, pixels }: GrayImage): GrayImage {
  return {
    width,
    height,
    pixels: pixels.map((value, at) => (2 * value + (pixels[at - 1] ?? 255) + (pixels[at + 2] ?? 255)) / 4),
  };
}

/** So many rows of the image from a row on. */
export function rowsOf({ width, pixels }: GrayImage, first: number, height: number): GrayImage {
  return { width, height, pixels: pixels.slice(first * width, (first + height) * width) };
}

/** The image mirrored. */
export function mirrored({ width, height, pixels }: GrayImage): GrayImage {
  return {
    width,
    height,
    pixels: pixels.map((_, at) => pixels[at - (at % width) + width - 1 - (at % width)] ?? 255),
  };
}

/** The image in black and white, with each pixel enlarged to a square, like the output of a high-resolution scanner. */
export function enlarged({ width, height, pixels }: GrayImage, times: number): BuiltStream {
  const rowBytes = Math.ceil((width * times) / 8);
  const rows: Uint8Array[] = [];
  for (let y = 0; y < height; y += 1) {
    const row = new Uint8Array(rowBytes);
    for (let x = 0; x < width * times; x += 1)
      if ((pixels[y * width + Math.floor(x / times)] ?? 255) >= 128)
        row[x >> 3] = (row[x >> 3] ?? 0) | (0x80 >> (x & 7));
    for (let copy = 0; copy < times; copy += 1) rows.push(row);
  }
  return {
    dict: `/Type/XObject/Subtype/Image/Width ${width * times}/Height ${height * times}/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode`,
    data: deflateSync(Buffer.concat(rows)),
  };
}

/** A document that shows one image on many pages: more than can be read in a minute. */
export function scannedForLong(image: GrayImage, count = 1000): Uint8Array {
  const [content, picture] = [count + 10, count + 11];
  const page = `/Contents ${content} 0 R/Resources<</XObject<</I ${picture} 0 R>>>>`;
  const more = {
    [content]: { dict: "", data: "q 612 0 0 792 0 0 cm /I Do Q" },
    [picture]: imageObject(image),
  };
  return pagesPdf(
    Array.from({ length: count }, () => page),
    { more },
  );
}

/** The image as photographed by a phone: slightly rotated, narrower at the top, grainy, and darker toward one corner. */
export function photographed(image: GrayImage, darkest: number): GrayImage {
  const { width, height, pixels } = seenThrough(image, tilted(0.02));
  const random = randomNumbers(1);
  const made = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const across = 0.94 + (0.06 * y) / height;
    for (let x = 0; x < width; x += 1) {
      const from = Math.round(width / 2 + (x - width / 2) / across);
      const value = from < 0 || from >= width ? 255 : (pixels[y * width + from] ?? 255);
      const far = (x / width + y / height) / 2;
      const light = 0.92 - (0.92 - darkest) * far;
      const grain = random(12) + random(12) - 11;
      made[y * width + x] = Math.min(Math.max((15 + value * 0.94) * light + grain, 0), 255);
    }
  }
  return { width, height, pixels: made };
}
