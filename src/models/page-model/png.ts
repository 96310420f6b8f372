/** Decodes PNG pictures from our own renderer (8-bit RGB, not interlaced). Rejects anything else. */
import { inflateSync } from "node:zlib";
import { undoPngRow } from "../../core/png-row.ts";
import type { RgbImage } from "./patches.ts";

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Slightly more pixels than the largest picture rendered for a model. */
const mostPixels = 4_000_000;

/** Throws for any other picture: an engine taken over by a document may send anything. */
export function decodePng(png: Uint8Array): RgbImage {
  if (signature.some((byte, at) => png[at] !== byte)) throw malformed("it has no PNG signature");

  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let size: { readonly width: number; readonly height: number } | undefined;
  const data: Uint8Array[] = [];

  for (let at = signature.length; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    const body = png.subarray(at + 8, at + 8 + length);
    if (at + 12 + length > png.length) throw malformed("a chunk is truncated");
    // The four letters of a chunk's type.
    switch (view.getUint32(at + 4)) {
      case 0x49484452:
        size = header(body);
        break;
      case 0x49444154:
        data.push(body);
    }
    at += 12 + length;
  }

  if (!size) throw malformed("it has no header");
  const stride = size.width * 3;
  const wanted = size.height * (stride + 1);
  const lines = inflateSync(Buffer.concat(data), { maxOutputLength: wanted });
  if (lines.length !== wanted) throw malformed("pixels are missing");

  return { ...size, pixels: unfilter(lines, size.height, stride) };
}

/** IHDR: width, height, bit depth 8, color type 2 (RGB), compression, filter, no interlace. */
function header(body: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (body.length !== 13 || [8, 2, 0, 0, 0].some((value, at) => body[8 + at] !== value))
    throw malformed("it is not 8-bit RGB");
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  if (!(width > 0 && height > 0 && width * height <= mostPixels))
    throw malformed("its size is out of bounds");
  return { width, height };
}

function unfilter(lines: Uint8Array, height: number, stride: number): Uint8Array {
  const pixels = new Uint8Array(height * stride);
  for (let row = 0; row < height; row++) {
    const from = row * (stride + 1);
    const to = row * stride;
    const filter = lines[from] ?? 0;
    if (filter > 4) throw malformed("a line has an unknown filter");
    undoPngRow(filter, lines, from + 1, pixels, to, stride, row === 0 ? -1 : to - stride, 3);
  }
  return pixels;
}

const malformed = (why: string): Error => new Error(`the picture of the page cannot be read: ${why}`);
