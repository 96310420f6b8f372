/** TIFF files (TIFF 6.0): fax data in one strip is embedded unchanged, everything else is decoded by an engine. */
import type { Readers } from "../core/readers.ts";
import { dictOf, name } from "../cos/syntax/value.ts";
import { decodedPicture } from "./decoded.ts";
import { checkSize, ImageError, type ShownPicture } from "./picture.ts";
import { shownAs, type TiffFields, tiffDirectories } from "./tiff-fields.ts";

const tags = {
  kind: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  strips: 273,
  samples: 277,
  stripBytes: 279,
  planes: 284,
  faxOptions: 292,
  sampleFormat: 339,
} as const;
const [group3, group4] = [3, 4];
/** Value of the planar configuration: a plane for each sample of a pixel. */
const separate = 2;
/** Compressions that the engine was built without. */
const otherCodecs: Readonly<Record<number, string>> = { 34925: "LZMA", 50000: "Zstandard", 50001: "WebP" };
/** The loss of samples other than unsigned integers. */
const sampleFormats: Readonly<Record<number, string>> = {
  2: "signed samples, which were reduced to 8 bits",
  3: "floating-point samples, of which those outside 0 to 1 became black or white",
};
/** Bits of the subfile type: a smaller copy of another page, and a page's mask. */
const notPages = 1 | 4;

/** The file's pages, in order. */
export async function* tiffPictures(data: Uint8Array, readers: Readers): AsyncGenerator<ShownPicture> {
  const directories = tiffDirectories(data);
  const isPage = (fields: TiffFields) => ((fields.number(tags.kind) ?? 0) & notPages) === 0;
  if (directories.length === 0) throw new ImageError("is damaged: a TIFF without pictures");
  const hasPages = directories.some(isPage);
  for (const [index, fields] of directories.entries())
    if (!hasPages || isPage(fields))
      yield {
        ...(faxPicture(data, fields) ?? (await picture(data, index, fields, readers))),
        ...shownAs(fields),
      };
}

async function picture(
  data: Uint8Array,
  index: number,
  fields: TiffFields,
  readers: Readers,
): Promise<ShownPicture> {
  const [width, height] = [fields.number(tags.width) ?? 0, fields.number(tags.height) ?? 0];
  checkSize(width, height, Math.max(fields.number(tags.samples) ?? 1, 1));
  const codec = otherCodecs[fields.number(tags.compression) ?? 1];
  if (codec)
    throw new ImageError(`is a TIFF in ${codec}, which is not supported: save it with LZW or Deflate`);
  // Planes of one sample per pixel are the picture itself, but the engine misreads a palette's.
  const isPlane = fields.number(tags.planes) === separate && (fields.number(tags.samples) ?? 1) === 1;
  const file = isPlane ? fields.changed(tags.planes, 1) : data;
  const found = await decodedPicture(file, "tiff", readers, index);
  const other = sampleFormats[fields.number(tags.sampleFormat) ?? 1];
  const isReduced = other === undefined && (fields.number(tags.bits) ?? 1) > 8;

  return {
    ...found,
    warnings: [
      ...(found.warnings ?? []),
      ...(other ? [`has ${other}`] : []),
      ...(isReduced ? ["has more than 8 bits per sample, which were reduced to 8"] : []),
    ],
  };
}

/** A page of fax data in one strip (ISO 32000-2, 7.4.6). */
function faxPicture(data: Uint8Array, fields: TiffFields): ShownPicture | undefined {
  const compression = fields.number(tags.compression);
  const options = fields.number(tags.faxOptions) ?? 0;
  // Uncompressed data may be mixed in, which few readers support.
  const isFax = compression === group4 || (compression === group3 && (options & 2) === 0);
  if (!isFax || fields.count(tags.strips) !== 1 || (fields.number(tags.bits) ?? 1) !== 1) return undefined;

  const [from, length] = [fields.number(tags.strips) ?? 0, fields.number(tags.stripBytes) ?? 0];
  const [width, height] = [fields.number(tags.width) ?? 0, fields.number(tags.height) ?? 0];
  checkSize(width, height);
  const strip = data.subarray(from, from + length);
  if (length === 0 || strip.length < length)
    throw new ImageError("is damaged: a part of the picture is missing");
  const isReversed = fields.number(tags.fillOrder) === 2;

  return {
    width,
    height,
    bits: 1,
    components: 1,
    data: isReversed ? strip.map(reversed) : strip,
    entries: {
      Filter: name("CCITTFaxDecode"),
      DecodeParms: dictOf({
        K: compression === group4 ? -1 : options & 1,
        Columns: width,
        Rows: height,
        // Photometric interpretation 1: what the data calls black is white.
        BlackIs1: fields.number(tags.photometric) === 1 ? true : undefined,
      }),
    },
  };
}

/** Reverses the bits of a byte. */
function reversed(byte: number): number {
  let turned = 0;
  for (let bit = 0; bit < 8; bit += 1) turned |= ((byte >> bit) & 1) << (7 - bit);
  return turned;
}
