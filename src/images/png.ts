/** PNG files (ISO/IEC 15948): their data is that of a PDF image with predictor 15, unless interlaced or with opacity. */
import { Buffer } from "node:buffer";
import { zlib } from "../core/builtins.ts";
import { sliceChannels } from "../core/channels.ts";
import { undoPngRow } from "../core/png-row.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import { dictOf, name } from "../cos/syntax/value.ts";
import { bytesPerRow, type RowShape, unpackSamples } from "../document/images/packing.ts";
import { checkSize, dpiOf, fittingProfile, ImageError, type Picture, type ShownPicture } from "./picture.ts";
import { codedRows } from "./samples.ts";
import { exifShown } from "./tiff-fields.ts";

/** Channels by color type; for 4 and 6, the last is opacity. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const [grayType, rgbType, paletteType] = [0, 2, 3];
/** Bytes after the last row: viewers would have to decode more. */
const mostBeyond = 1024;
/** A profile is a few KB; printer profiles are up to 4 MB. */
const maxProfile = 16_000_000;

/** Bits per sample by color type; 8 or 16 for the others. */
const bitsOf: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 3: [1, 2, 4, 8] };

interface Header extends RowShape {
  readonly type: number;
  readonly interlaced: boolean;
}

function headerOf(body: Buffer): Header {
  const type = body.readUInt8(9);
  const components = channelsOf[type];
  const bits = body.readUInt8(8);
  if (components === undefined || !(bitsOf[type] ?? [8, 16]).includes(bits))
    throw new ImageError("is damaged: its color type is invalid");
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  return { width, height, bits, type, components, interlaced: body.readUInt8(12) === 1 };
}

/** Chunk data by type, with that of the same type in order. */
function chunksOf(file: Buffer): Map<string, Buffer[]> {
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const list = chunks.get(type) ?? [];
    list.push(file.subarray(at + 8, at + 8 + length));
    chunks.set(type, list);
    if (type === "IEND") break;
    at += length + 12;
  }
  return chunks;
}

export async function pngPicture(data: Uint8Array): Promise<ShownPicture> {
  const chunks = chunksOf(asBuffer(data));
  const first = (type: string): Buffer | undefined => chunks.get(type)?.[0];
  const header = headerOf(first("IHDR") ?? Buffer.alloc(0));
  const { width, height, bits, type, components: channels, interlaced } = header;
  const components = type === grayType || type === 4 ? 1 : 3;
  const transparent = first("tRNS");
  const hasOpacity = channels === 2 || channels === 4 || (type === paletteType && transparent !== undefined);
  checkSize(width, height, interlaced || hasOpacity ? channels * (bits === 16 ? 2 : 1) : undefined);

  const palette = first("PLTE");
  if (type === paletteType && (!palette?.length || palette.length % 3 !== 0))
    throw new ImageError("is damaged: a PNG without its colors");
  const coded = Buffer.concat(chunks.get("IDAT") ?? []);
  const found = first("iCCP");
  const profile = fittingProfile(profileOf(found), components);
  const density = first("pHYs");
  const dpi =
    density?.readUInt8(8) === 1
      ? dpiOf(density.readUInt32BE(0) * 0.0254, density.readUInt32BE(4) * 0.0254)
      : undefined;
  const kept =
    interlaced || hasOpacity
      ? decoded(header, coded, transparent)
      : { data: coded, entries: await keptEntries(header, coded, transparent) };

  return {
    width,
    height,
    bits,
    components,
    palette: type === paletteType ? palette : undefined,
    profile,
    ...kept,
    dpi,
    orientation: exifShown(first("eXIf")).orientation,
    warnings: [
      ...(isOtherGamma(chunks) ? ["has a gamma that was ignored: it may be shown lighter or darker"] : []),
      ...(chunks.has("acTL") ? ["is animated, and only its first picture was used"] : []),
      ...(found && !profile ? ["has a color profile that does not match its colors, which was omitted"] : []),
    ],
  };
}

/** The inverse of the gamma of sRGB, times 100,000 (11.3.2.2), and how far others may be from it. */
const [usualGamma, gammaSlack] = [45_455, 2_500];

/** Whether the file has another gamma than screens, and nothing that overrides it. */
function isOtherGamma(chunks: ReadonlyMap<string, readonly Buffer[]>): boolean {
  const gamma = chunks.get("gAMA")?.[0];
  if (gamma?.length !== 4 || chunks.has("sRGB") || chunks.has("iCCP")) return false;
  return Math.abs(gamma.readUInt32BE(0) - usualGamma) > gammaSlack;
}

const colorsOf = ({ components, type }: Header): number =>
  type === 4 || type === 6 ? components - 1 : components;
/** The entries of an image that uses the file's data. Throws if it is incomplete. */
async function keptEntries(header: Header, coded: Buffer, transparent: Buffer | undefined) {
  const { width, height, bits, components: channels, type } = header;
  const expected = (bytesPerRow(header) + 1) * height;
  const length = await inflatedLength(coded, expected + mostBeyond);
  if (length < expected) throw new ImageError("is damaged: a part of the picture is missing");
  if (length > expected + mostBeyond) throw new ImageError("is damaged: it has more data than pixels");
  const parameters = { Predictor: 15, Colors: channels, BitsPerComponent: bits, Columns: width };
  const isKeyed = transparent && (type === grayType || type === rgbType);
  return {
    Filter: name("FlateDecode"),
    DecodeParms: dictOf(parameters),
    Mask: isKeyed ? colorKey(transparent, channels, bits) : undefined,
  };
}

/** A single transparent color, as a range that contains only it (ISO 32000-2, 8.9.6.4). */
function colorKey(transparent: Buffer, channels: number, bits: number): number[] {
  const values = Array.from(
    { length: channels },
    (_, k) => transparent.readUInt16BE(2 * k) & (2 ** bits - 1),
  );
  return values.flatMap((value) => [value, value]);
}

/** The inflated size of zlib data in bytes, up to the first piece beyond `most`; keeps none of it. */
async function inflatedLength(data: Buffer, most: number): Promise<number> {
  const inflate = zlib().createInflate();
  inflate.end(data);
  let length = 0;
  try {
    for await (const piece of inflate) {
      length += piece.length;
      if (length > most) break;
    }
  } catch (cause) {
    throw new ImageError("is damaged: its data cannot be read", { cause });
  }
  return length;
}

function inflated(data: Buffer, most: number): Buffer {
  try {
    return zlib().inflateSync(data, { maxOutputLength: most });
  } catch (cause) {
    throw new ImageError("is damaged: its data cannot be read", { cause });
  }
}

function profileOf(chunk: Buffer | undefined): Uint8Array | undefined {
  try {
    // A name, a zero, the compression method, and the compressed profile.
    return chunk && inflated(chunk.subarray(chunk.indexOf(0) + 2), maxProfile);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return undefined;
  }
}

/** Origins of an interlaced picture's passes, and their steps (8.2). */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const onePass = [[0, 0, 1, 1]] as const;

/** Samples of the whole picture, one per byte or two. */
function samplesOf(header: Header, coded: Buffer): Uint8Array {
  const { width, height, components: channels, bits, interlaced } = header;
  const perSample = bits === 16 ? 2 : 1;
  const perPixel = channels * perSample;
  const samples = new Uint8Array(width * height * perPixel);
  const passes = interlaced ? adam7 : onePass;
  const sizes = passes.map(
    ([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)] as const,
  );
  const expected = sizes.reduce(
    (sum, [w, h]) => sum + (w > 0 ? (bytesPerRow({ ...header, width: w }) + 1) * h : 0),
    0,
  );
  const raw = inflated(coded, expected + mostBeyond);
  if (raw.length < expected) throw new ImageError("is damaged: a part of the picture is missing");

  let from = 0;
  for (const [pass, [x, y, dx, dy]] of passes.entries()) {
    const [columns, rows] = sizes[pass] ?? [0, 0];
    if (columns <= 0) continue;
    const shape = { width: columns, height: 1, components: channels, bits };
    const length = bytesPerRow(shape);
    const lines = new Uint8Array(length * 2);
    for (let row = 0; row < rows; row += 1, from += length + 1) {
      const to = (row & 1) * length;
      const above = row === 0 ? -1 : length - to;
      undoPngRow(raw[from] ?? 0, raw, from + 1, lines, to, length, above, Math.max(1, (channels * bits) / 8));
      const line = unpackSamples(lines.subarray(to, to + length), shape);
      const target = (y + row * dy) * width + x;
      for (let k = 0; k < columns * perPixel; k += 1) {
        const pixel = Math.floor(k / perPixel);
        samples[(target + pixel * dx) * perPixel + (k % perPixel)] = line[k] ?? 0;
      }
    }
  }

  return samples;
}

/** Re-encodes colors and opacity of a picture that is interlaced or has both. */
function decoded(
  header: Header,
  coded: Buffer,
  transparent: Buffer | undefined,
): Pick<Picture, "data" | "entries" | "alpha"> {
  const { width, height, bits, components: channels, type } = header;
  const samples = samplesOf(header, coded);
  const bytes = bits === 16 ? 2 : 1;
  const colors = colorsOf(header);
  const rows = { width, height, bits };
  const part = (begin: number, count: number) =>
    sliceChannels(samples, channels * bytes, begin * bytes, count * bytes);
  const color = codedRows({ ...rows, components: colors, samples: part(0, colors) }, type === paletteType);
  if (colors < channels)
    return { ...color, alpha: codedRows({ ...rows, components: 1, samples: part(colors, 1) }) };
  if (transparent === undefined) return color;
  if (type !== paletteType)
    return { ...color, entries: { ...color.entries, Mask: colorKey(transparent, channels, bits) } };
  const opacity = samples.map((index) => transparent[index] ?? 255);

  return { ...color, alpha: codedRows({ ...rows, bits: 8, components: 1, samples: opacity }) };
}
