/** Reads image files as pictures for a PDF, detecting the kind by their first bytes. */
import type { ImageFormat, Readers } from "../core/readers.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import { decodedPicture } from "./decoded.ts";
import { jpegPicture } from "./jpeg.ts";
import { jpxPicture } from "./jpeg-2000.ts";
import { ImageError, type ShownPicture } from "./picture.ts";
import { pngPicture } from "./png.ts";
import { tiffPictures } from "./tiff.ts";

/** The supported kinds, for people. */
export const imageKinds = "JPEG, PNG, TIFF, GIF, BMP, WebP, HEIC, AVIF or JPEG 2000";

type Read = (
  data: Uint8Array,
  readers: Readers,
) => ShownPicture | Promise<ShownPicture> | AsyncIterable<ShownPicture>;

const decoded =
  (format: ImageFormat): Read =>
  (data, readers) =>
    decodedPicture(data, format, readers);

/** Magic bytes, as Latin-1 patterns of the first twelve. */
const kinds: readonly (readonly [RegExp, Read])[] = [
  [/^\xff\xd8\xff/, jpegPicture],
  [/^\x89PNG\r\n\x1a\n/, pngPicture],
  [/^(?:II[*+]\0|MM\0[*+])/, tiffPictures],
  [/^GIF8[79]a/, decoded("gif")],
  [/^RIFF[\s\S]{4}WEBP/, decoded("webp")],
  [/^\0\0\0\x0cjP {2}|^\xff\x4f\xff\x51/, jpxPicture],
  [/^[\s\S]{4}ftyp(?:avif|avis)/, decoded("avif")],
  [/^[\s\S]{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/, decoded("heic")],
  [/^BM/, decoded("bmp")],
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
