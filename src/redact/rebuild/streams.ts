/** Data of streams, decoded and written again, with exactly the length that their dictionaries require. */
import { failed } from "../../core/problem.ts";
import {
  bytesString,
  type CosDict,
  type CosStream,
  type CosValue,
  dictOf,
  fromLatin1,
  isArray,
  isString,
  latin1,
  name,
  withEntries,
  without,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { dictAt, listAt, nameAt, numberAt, numbersAt, streamAt } from "../../document/typed-get.ts";
import { withoutRemarks } from "../image-remarks.ts";
import { spaceComponents } from "./color-spaces.ts";
import type { Rebuild } from "./rebuild.ts";

/** Parameters of the codecs whose data stays (tables 11 and 13). */
const parameters = {
  CCITTFaxDecode:
    "K EndOfLine EncodedByteAlign Columns Rows EndOfBlock BlackIs1 DamagedRowsBeforeError".split(" "),
  DCTDecode: ["ColorTransform"],
  JPXDecode: [],
  JBIG2Decode: [],
} as const;
const isCodec = (key: string | undefined): key is keyof typeof parameters =>
  key !== undefined && key in parameters;

/** An image: its rows exactly, or the data of its codec without anything around it. */
export function imageOf(to: Rebuild, image: CosStream): CosStream {
  const { cos } = to;
  const codec = nameAt(cos, cos.resolve(listAt(cos, image.dict.get("Filter")).at(-1) ?? null));
  // A palette of the image's own takes the place of a shared one.
  const hasPalette = !isCodec(codec) && isIndexedSpace(to, image);
  const dict = to.dict("Image", hasPalette ? without(image.dict, ["ColorSpace"]) : image.dict);
  dict.set("Type", name("XObject"));
  dict.set("Subtype", name("Image"));
  if (isCodec(codec)) return codedImage(to, image, codec, dict);
  return plainImage(to, image, dict);
}

function codedImage(to: Rebuild, image: CosStream, codec: keyof typeof parameters, dict: CosDict): CosStream {
  const { cos } = to;
  const bare = withoutRemarks(cos, image) ?? image;
  const { bytes, undecoded } = cos.decodePartly(bare);
  if (undecoded.length !== 1) throw failed("The document can't be redacted: an image of it can't be read");
  const own = dictAt(cos, listAt(cos, image.dict.get("DecodeParms")).at(-1));
  const kept: CosDict = new Map();
  for (const key of parameters[codec]) {
    const value = cos.resolve(own?.get(key));
    if (typeof value === "number" || typeof value === "boolean") kept.set(key, value);
  }
  const globals = codec === "JBIG2Decode" ? streamAt(cos, own?.get("JBIG2Globals")) : undefined;
  if (globals) kept.set("JBIG2Globals", to.add(newStream(new Map(), cos.decode(globals).slice())));
  return newStream(
    withEntries(dict, { Filter: name(codec), DecodeParms: kept.size > 0 ? kept : undefined }),
    bytes.slice(),
  );
}

function plainImage(to: Rebuild, image: CosStream, dict: CosDict): CosStream {
  const { cos } = to;
  const [width, height] = [
    numberAt(cos, image.dict.get("Width")) ?? 0,
    numberAt(cos, image.dict.get("Height")) ?? 0,
  ];
  const isStencil = cos.resolve(image.dict.get("ImageMask")) === true;
  const components = isStencil ? 1 : spaceComponents(to, image.dict.get("ColorSpace"));
  const depth = isStencil ? 1 : (numberAt(cos, image.dict.get("BitsPerComponent")) ?? 8);
  const row = Math.ceil((width * (components ?? 0) * depth) / 8);
  if (!(row > 0 && height > 0)) return newStream(dict, new Uint8Array(0));
  const size = row * height;
  const isIndexed = isIndexedSpace(to, image);
  const predicted = isIndexed
    ? undefined
    : predictedRows(to, image, { components: components ?? 1, depth, width, row, height });
  if (predicted) {
    const parms = dictOf({ Predictor: 15, Colors: components, BitsPerComponent: depth, Columns: width });
    return newStream(withEntries(dict, { DecodeParms: parms }), predicted, { deflate: true });
  }
  const rows = new Uint8Array(size);
  rows.set(cos.decode(image, size + mostSurplus, () => {}).subarray(0, size));
  clearPadding(rows, width * (components ?? 1) * depth, row);
  if (isIndexed) dict.set("ColorSpace", usedColors(to, image, rows, depth));
  return newStream(dict, rows, { deflate: true });
}

/** Bytes that an image may have in addition to its rows: they stay out. */
const mostSurplus = 16_000_000;

const isIndexedSpace = ({ cos }: Rebuild, { dict }: CosStream): boolean =>
  ["Indexed", "I"].includes(nameAt(cos, listAt(cos, dict.get("ColorSpace"))[0]) ?? "");

const pixelsPerStep = 64;

/** An image's own palette, in which colors that no sample has are black. */
function usedColors(to: Rebuild, { dict }: CosStream, rows: Uint8Array, depth: number): CosValue {
  const own = listAt(to.cos, dict.get("ColorSpace"));
  const space = to.value("!colorSpace", [...own], dict) ?? null;
  const palette = isArray(space) ? space[3] : undefined;
  if (!isArray(space) || !isString(palette)) return space;
  const used = new Uint8Array(1 << depth);
  to.cos.budget.spend(rows.length / pixelsPerStep);
  for (const byte of rows)
    for (let shift = 8 - depth; shift >= 0; shift -= depth) used[(byte >> shift) & (used.length - 1)] = 1;
  const parts = spaceComponents(to, own[1]) ?? 4;
  const bytes = palette.bytes.map((value, at) => (used[Math.floor(at / parts)] === 1 ? value : 0));
  return [...space.slice(0, 3), bytesString(bytes)];
}

interface Rows {
  readonly components: number;
  readonly depth: number;
  readonly width: number;
  readonly row: number;
  readonly height: number;
}

/** Rows as a PNG predictor wrote them, which is smaller; undefined for others. */
function predictedRows(
  to: Rebuild,
  image: CosStream,
  { components, depth, width, row, height }: Rows,
): Uint8Array | undefined {
  const { cos } = to;
  const filters = listAt(cos, image.dict.get("Filter"));
  const own = dictAt(cos, listAt(cos, image.dict.get("DecodeParms")).at(-1));
  if (filters.length !== 1 || nameAt(cos, filters[0]) !== "FlateDecode" || !own) return undefined;
  const of = (key: string, otherwise: number) => numberAt(cos, own.get(key)) ?? otherwise;
  if (of("Predictor", 1) < 10 || (width * components * depth) % 8 !== 0) return undefined;
  if (of("Colors", 1) !== components || of("BitsPerComponent", 8) !== depth || of("Columns", 1) !== width)
    return undefined;
  const bare = { ...image, dict: without(image.dict, ["DecodeParms"]) };
  const size = (row + 1) * height;
  const data = cos.decode(bare, size + mostSurplus, () => {}).slice(0, size);
  if (data.length !== size) return undefined;
  for (let at = 0; at < data.length; at += row + 1) if ((data[at] ?? 9) > 4) return undefined;
  return data;
}

/** Bits after the last sample of each row become 0. */
function clearPadding(rows: Uint8Array, bits: number, row: number): void {
  const mask = 0xff << ((8 - (bits & 7)) & 7);
  if ((bits & 7) === 0) return;
  for (let at = row - 1; at < rows.length; at += row) rows[at] = (rows[at] ?? 0) & mask;
}

/** The samples of a function (7.10.2), without anything after them. */
export function functionSamples(to: Rebuild, stream: CosStream): Uint8Array {
  const { cos } = to;
  const sizes = numbersAt(cos, stream.dict.get("Size"));
  const outputs = numbersAt(cos, stream.dict.get("Range")).length / 2;
  const bits = sizes.reduce(
    (product, size) => product * size,
    outputs * (numberAt(cos, stream.dict.get("BitsPerSample")) ?? 8),
  );
  return cos.decode(stream).slice(0, Math.ceil(bits / 8));
}

const calculatorWords = new Set(
  "abs add atan ceiling cos cvi cvr div exp floor idiv ln log mod mul neg round sin sqrt sub truncate and bitshift eq false ge gt le lt ne not or true xor if ifelse copy dup exch index pop roll { }".split(
    " ",
  ),
);

/** A calculator's program (7.10.5), word by word. */
export function calculator(to: Rebuild, stream: CosStream): Uint8Array {
  const text = latin1(to.cos.decode(stream, 1_000_000)).replace(/%[^\r\n]*/g, " ");
  const words = text.match(/[{}]|[^\s{}]+/g) ?? [];
  for (const word of words)
    if (!calculatorWords.has(word) && !/^[-+]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})$/.test(word))
      throw failed("The document can't be redacted: a function of it can't be read with certainty");
  return fromLatin1(words.join(" "));
}

/** Tags of a profile that convert colors, and those that are texts and required (ICC.1:2022, 8 and 9.2). */
const colorTags =
  /^(?:A2B[0-3]|B2A[0-3]|D2B[0-3]|B2D[0-3]|[rgbk]TRC|[rgb]XYZ|wtpt|bkpt|chad|chrm|cicp|clr[ot]|clot|gamt|lumi|meas|pre[0-2]|rig[02]|tech|view|ncl2)$/;
const textTags = new Set(["desc", "cprt"]);
const headerSize = 128;

/** A color profile written again from its header and tags, with blank texts; undefined if it is none. */
export function profileOf(to: Rebuild, stream: CosStream): Uint8Array | undefined {
  const data = Buffer.from(to.cos.decode(stream, 64_000_000));
  if (data.length < headerSize + 4 || latin1(data, 36, 40) !== "acsp") return undefined;
  const count = Math.min(data.readUInt32BE(headerSize), Math.floor((data.length - headerSize - 4) / 12));
  const kept = Array.from({ length: count }, (_, tag) => headerSize + 4 + 12 * tag).flatMap((at) => {
    const called = latin1(data, at, at + 4);
    const start = data.readUInt32BE(at + 4);
    const value = data.subarray(start, start + data.readUInt32BE(at + 8));
    if (textTags.has(called)) blankText(value);
    return textTags.has(called) || colorTags.test(called) ? [{ called, start, value }] : [];
  });

  const table = Buffer.alloc(4 + 12 * kept.length);
  table.writeUInt32BE(kept.length);
  const parts: Uint8Array[] = [];
  const places = new Map<string, number>();
  let end = headerSize + table.length;
  for (const [tag, { called, start, value }] of kept.entries()) {
    const key = `${start} ${value.length}`;
    // Equal curves are often the same.
    const at = places.get(key) ?? end;
    table.write(called, 4 + 12 * tag, "latin1");
    table.writeUInt32BE(at, 8 + 12 * tag);
    table.writeUInt32BE(value.length, 12 + 12 * tag);
    if (places.has(key)) continue;
    places.set(key, at);
    parts.push(value, new Uint8Array(-value.length & 3));
    end += (value.length + 3) & ~3;
  }
  const header = Buffer.from(data.subarray(0, headerSize));
  header.writeUInt32BE(end);
  // Its maker, creator and digest, and its reserved bytes.
  for (const [from, to] of [
    [48, 56],
    [80, 128],
  ] as const)
    header.fill(0, from, to);
  return Buffer.concat([header, table, ...parts]);
}

/** Letters of a tag become spaces: its lengths stay. */
function blankText(tag: Uint8Array): void {
  const kind = latin1(tag, 0, 4);
  const view = new DataView(tag.buffer, tag.byteOffset, tag.length);
  if (kind === "text") tag.fill(0x20, 8, Math.max(8, tag.length - 1));
  else if (kind === "desc" && tag.length > 13) {
    const length = view.getUint32(8);
    tag.fill(0x20, 12, Math.max(12, Math.min(tag.length, 12 + length) - 1));
    tag.fill(0, Math.min(tag.length, 12 + length));
  } else if (kind === "mluc" && tag.length > 16) {
    const start = 16 + 12 * view.getUint32(8);
    for (let at = start; at + 1 < tag.length; at += 2) view.setUint16(at, 0x20);
  } else tag.fill(0x20, 8);
}
