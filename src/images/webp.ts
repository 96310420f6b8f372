/** WebP files (RFC 9649): their size, how to show them, and the first picture of an animation. */
import { Buffer } from "node:buffer";
import type { Readers } from "../core/readers.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import { checkSize, fittingProfile, ImageError, type ShownPicture } from "./picture.ts";
import { pictureOf } from "./samples.ts";
import { exifShown } from "./tiff-fields.ts";

/** Size of a frame's header, before its chunks. */
const frameHead = 16;
/** A frame has red, green, blue and opacity. */
const decodedComponents = 4;

/** The first chunk of each type. */
function chunksOf(file: Buffer, from: number): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = from; at + 8 <= file.length; ) {
    const [type, length] = [file.toString("latin1", at, at + 4), file.readUInt32LE(at + 4)];
    if (!chunks.has(type)) chunks.set(type, file.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length & 1);
  }
  return chunks;
}

/** Width and height of the picture in these chunks (VP8: RFC 6386, 9.1; VP8L: RFC 9649, 3.4). */
function sizeOf(chunks: ReadonlyMap<string, Buffer>): [number, number] {
  const [lossy, lossless] = [chunks.get("VP8 "), chunks.get("VP8L")];
  if (lossy) return [lossy.readUInt16LE(6) & 0x3fff, lossy.readUInt16LE(8) & 0x3fff];
  if (!lossless) throw new ImageError("is damaged: a WebP without its picture");
  const bits = lossless.readUInt32LE(1);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

export async function webpPicture(data: Uint8Array, readers: Readers): Promise<ShownPicture> {
  const file = asBuffer(data);
  const chunks = chunksOf(file, 12);
  const frame = chunks.get("ANMF");
  const [width, height] = sizeOf(frame ? chunksOf(frame, frameHead) : chunks);
  checkSize(width, height, decodedComponents);
  const decoded = await readers.decodeImage(frame ? stillOf(frame, width, height) : data);
  if (!decoded) throw new ImageError("is damaged: its data cannot be read");
  const profile = fittingProfile(chunks.get("ICCP"), 3);
  const exif = chunks.get("EXIF");
  const hasPrefix = exif?.toString("latin1", 0, 4) === "Exif";

  return {
    ...pictureOf(decoded, profile),
    ...exifShown(hasPrefix ? exif.subarray(6) : exif),
    warnings: frame ? ["is animated, and only its first picture was used"] : [],
  };
}

/** The first frame of an animation as its own file: its chunks after a header that allows opacity. */
function stillOf(frame: Buffer, width: number, height: number): Buffer {
  const head = Buffer.alloc(30);
  const body = frame.subarray(frameHead);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(22 + body.length, 4);
  head.write("WEBPVP8X", 8, "latin1");
  head.writeUInt32LE(10, 16);
  head[20] = 0x10;
  head.writeUIntLE(width - 1, 24, 3);
  head.writeUIntLE(height - 1, 27, 3);
  return Buffer.concat([head, body]);
}
