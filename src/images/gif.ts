/** GIF files (GIF89a): their size, and the first picture only, which an engine decodes. */
import type { Readers } from "../core/readers.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import { checkSize, ImageError, type ShownPicture } from "./picture.ts";
import { pictureOf } from "./samples.ts";

const [extension, image, trailer] = [0x21, 0x2c, 0x3b];
const decodedComponents = 4;

/** Bytes of the color table that flags announce. */
const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The end of the sub-blocks that begin here. */
function afterBlocks(file: Buffer, from: number): number {
  let at = from;
  for (let length = file.readUInt8(at); length > 0; length = file.readUInt8(at)) at += length + 1;
  return at + 1;
}

/** The end of the first picture, and whether another one follows. */
function firstPicture(file: Buffer): { readonly end: number; readonly more: boolean } {
  let end = 0;
  for (let at = 13 + tableBytes(file.readUInt8(10)); at < file.length; ) {
    const kind = file.readUInt8(at);
    if (kind === trailer) break;
    if (kind === image && end > 0) return { end, more: true };
    if (kind === image) at = end = afterBlocks(file, at + 11 + tableBytes(file.readUInt8(at + 9)));
    else if (kind === extension) at = afterBlocks(file, at + 2);
    else break;
  }
  if (end === 0) throw new ImageError("is damaged: a GIF without its picture");
  return { end, more: false };
}

export async function gifPicture(data: Uint8Array, readers: Readers): Promise<ShownPicture> {
  const file = asBuffer(data);
  checkSize(file.readUInt16LE(6), file.readUInt16LE(8), decodedComponents);
  const { end, more } = firstPicture(file);
  const decoded = await readers.decodeImage(Buffer.concat([file.subarray(0, end), Buffer.of(trailer)]));
  if (!decoded) throw new ImageError("is damaged: its data cannot be read");
  return {
    ...pictureOf(decoded, undefined),
    warnings: more ? ["is animated, and only its first picture was used"] : [],
  };
}
