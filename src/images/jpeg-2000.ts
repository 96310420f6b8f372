/** JPEG 2000 files and codestreams, embedded unchanged unless their opacity is undefined (ISO/IEC 15444-1, annexes A and I; ISO 32000-2, 7.4.9). */
import type { Readers } from "../core/readers.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import { name } from "../cos/syntax/value.ts";
import { decodedPicture } from "./decoded.ts";
import { checkSize, cutOff, dpiOf, ImageError, type ShownPicture } from "./picture.ts";

interface JpxBox {
  readonly type: string;
  readonly body: Buffer;
}

/** Boxes of these types contain boxes. */
const holders = new Set(["jp2h", "res "]);
const maxBoxes = 1000;

/** The boxes, including nested ones. */
function boxesOf(file: Buffer): JpxBox[] {
  const found: JpxBox[] = [];
  const open = [file];

  for (let part = open.pop(); part; part = open.pop())
    for (let at = 0; at + 8 <= part.length && found.length < maxBoxes; ) {
      let [head, length] = [8, part.readUInt32BE(at)];
      if (length === 1) [head, length] = [16, Number(part.readBigUInt64BE(at + 8))];
      const end = length === 0 ? part.length : at + Math.max(length, head);
      const box = { type: part.toString("latin1", at + 4, at + 8), body: part.subarray(at + head, end) };
      found.push(box);
      if (holders.has(box.type)) open.push(box.body);
      at = end;
    }

  return found;
}

/** Pixels per inch: numerators, denominators and exponents, vertical before horizontal (I.5.3.7). */
function resolutionOf(boxes: readonly JpxBox[]) {
  const box = boxes.find(({ type }) => type === "resd") ?? boxes.find(({ type }) => type === "resc");
  if (!box) return undefined;
  const { body } = box;
  const perMeter = (at: number, exponent: number) =>
    (body.readUInt16BE(at) / body.readUInt16BE(at + 2)) * 10 ** body.readInt8(exponent);
  return dpiOf(perMeter(4, 9) * 0.0254, perMeter(0, 8) * 0.0254);
}

/** Channels of type 1 are opacity, those of type 2 opacity premultiplied into the colors (I.5.3.6). */
function opacityOf(boxes: readonly JpxBox[]): number | undefined {
  const body = boxes.find(({ type }) => type === "cdef")?.body;
  for (let at = 2; body && at + 6 <= body.length; at += 6) {
    const type = body.readUInt16BE(at + 2);
    if (type === 1 || type === 2) return type;
  }
  return undefined;
}

/** Color by number (I.5.3.3), 12 for CMYK, or by an ICC profile. */
function isCmyk(boxes: readonly JpxBox[]): boolean {
  const body = boxes.find(({ type }) => type === "colr")?.body;
  return body?.[0] === 2 ? body.toString("latin1", 19, 23) === "CMYK" : body?.readUInt32BE(3) === 12;
}

/** The file with a definition of its channels (I.5.3.6): colors, then opacity of the whole picture. */
function withOpacity(file: Buffer, components: number): Buffer {
  const channels = Array.from({ length: components }, (_, k) =>
    k < components - 1 ? [0, k, 0, 0, 0, k + 1] : [0, k, 0, 1, 0, 0],
  );
  const box = Buffer.from([
    0,
    0,
    0,
    10 + 6 * components,
    ...Buffer.from("cdef"),
    0,
    components,
    ...channels.flat(),
  ]);
  const at = file.indexOf("jp2h") - 4;
  const length = at < 0 ? 0 : file.readUInt32BE(at);
  if (length < 8) throw new ImageError("is damaged: a JPEG 2000 without its header");
  const head = Buffer.from(file.subarray(0, at + length));
  head.writeUInt32BE(length + box.length, at);
  return Buffer.concat([head, box, file.subarray(at + length)]);
}

/** EOC: nothing before it contains these bytes (A.1, B.10.1). */
const endOfStream = Buffer.from([0xff, 0xd9]);

export async function jpxPicture(data: Uint8Array, readers: Readers): Promise<ShownPicture> {
  const file = asBuffer(data);
  const boxes = file.readUInt32BE(0) === 12 ? boxesOf(file) : [];
  const stream = boxes.length === 0 ? file : boxes.find(({ type }) => type === "jp2c")?.body;
  if (stream?.readUInt32BE(0) !== 0xff4fff51)
    throw new ImageError("is damaged: a JPEG 2000 without its picture");

  const width = stream.readUInt32BE(8) - stream.readUInt32BE(16);
  const height = stream.readUInt32BE(12) - stream.readUInt32BE(20);
  const components = stream.readUInt16BE(40);
  checkSize(width, height);
  const opacity = opacityOf(boxes);
  const isBare = boxes.length === 0;
  const isEven = components === 2 || components === 4;
  const warnings = stream.includes(endOfStream) ? [] : [cutOff];
  // Viewers would disagree about it.
  if (isEven && opacity === undefined && !isCmyk(boxes) && !(isBare && components === 2)) {
    const found = isBare
      ? await decodedPicture(data, "jpc", readers)
      : await decodedPicture(withOpacity(file, components), "jp2", readers);
    const taken = "doesn't define its last channel, which was taken for opacity";
    return { ...found, dpi: resolutionOf(boxes), warnings: [...(found.warnings ?? []), ...warnings, taken] };
  }
  const known = components === 1 || components === 3 ? components : undefined;
  // A bare codestream doesn't identify its components.
  if (isBare && known === undefined) throw new ImageError(`has ${components} components of unknown colors`);

  return {
    width,
    height,
    bits: undefined,
    components: isBare ? known : undefined,
    data,
    entries: { Filter: name("JPXDecode"), SMaskInData: opacity },
    dpi: resolutionOf(boxes),
    warnings,
  };
}
