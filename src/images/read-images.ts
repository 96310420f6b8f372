/** Reads image files as pictures for a PDF, detecting the kind by their first bytes. */
import type { Readers } from "../core/readers.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import { gifPicture } from "./gif.ts";
import { jpegPicture } from "./jpeg.ts";
import { jpxPicture } from "./jpeg-2000.ts";
import { checkSize, cutOff, dpiOf, ImageError, type ShownPicture } from "./picture.ts";
import { pngPicture } from "./png.ts";
import { pictureOf } from "./samples.ts";
import { tiffPictures } from "./tiff.ts";
import { webpPicture } from "./webp.ts";

/** The supported kinds, for people. */
export const imageKinds = "JPEG, PNG, TIFF, GIF, BMP, WebP or JPEG 2000";

type Read = (
  data: Uint8Array,
  readers: Readers,
) => ShownPicture | Promise<ShownPicture> | AsyncIterable<ShownPicture>;

/** Magic bytes, as Latin-1 patterns of the first twelve. */
const kinds: readonly (readonly [RegExp, Read])[] = [
  [/^\xff\xd8\xff/, jpegPicture],
  [/^\x89PNG\r\n\x1a\n/, pngPicture],
  [/^(?:II\*\0|MM\0\*)/, tiffPictures],
  [/^GIF8[79]a/, gifPicture],
  [/^RIFF[\s\S]{4}WEBP/, webpPicture],
  [/^\0\0\0\x0cjP {2}|^\xff\x4f\xff\x51/, jpxPicture],
  [/^BM/, bmpPicture],
];

/** The pictures in a file: only a TIFF has several. Throws `ImageError` for unsupported files. */
export async function* readImages(data: Uint8Array, readers: Readers): AsyncGenerator<ShownPicture> {
  const start = asBuffer(data).toString("latin1", 0, 12);
  const kind = kinds.find(([magic]) => magic.test(start));
  if (!kind) throw new ImageError(`is not a supported image: convert it to ${imageKinds} first`);

  try {
    const read = await kind[1](data, readers);
    if (Symbol.asyncIterator in read) yield* read;
    else yield read;
  } catch (error) {
    // A truncated Buffer.
    if (error instanceof RangeError) throw new ImageError("is damaged: it ends too early", { cause: error });
    throw error;
  }
}

/** Offsets of the size in pixels and in pixels per meter; OS/2's header is shorter (BITMAPCOREHEADER). */
async function bmpPicture(data: Uint8Array, readers: Readers): Promise<ShownPicture> {
  const file = asBuffer(data);
  const isShort = file.readUInt32LE(14) === 12;
  const [width, height] = isShort
    ? [file.readUInt16LE(18), file.readUInt16LE(20)]
    : [file.readInt32LE(18), Math.abs(file.readInt32LE(22))];
  checkSize(width, height, 4);
  const decoded = await readers.decodeImage(data);
  if (!decoded) throw new ImageError("is damaged, or an unsupported kind of BMP");
  const dpi = isShort ? undefined : dpiOf(file.readInt32LE(38) * 0.0254, file.readInt32LE(42) * 0.0254);
  const bits = file.readUInt16LE(isShort ? 24 : 28);
  // Compressed data (other than 0 and 3) may have any length.
  const isRaw = isShort || [0, 3].includes(file.readUInt32LE(30));
  const expected = file.readUInt32LE(10) + Math.ceil((width * bits) / 32) * 4 * height;
  const warnings = isRaw && file.length < expected ? [cutOff] : [];
  return { ...pictureOf(decoded, undefined), dpi, warnings };
}
