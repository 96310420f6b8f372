/** TIFF files (TIFF 6.0): fax data in one strip is embedded unchanged, everything else is decoded by an engine. */
import { Buffer } from "node:buffer";
import type { Readers } from "../core/readers.ts";
import { dictOf, name } from "../cos/syntax/value.ts";
import { checkSize, fittingProfile, ImageError, type ShownPicture } from "./picture.ts";
import { pictureOf } from "./samples.ts";
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
  faxOptions: 292,
  sampleFormat: 339,
  profile: 34675,
} as const;
const [group3, group4, jpeg] = [3, 4, 7];
/** Sample formats that aren't decoded correctly: signed integers and floating-point numbers. */
const otherSamples = new Set([2, 3]);
/** Bits of the subfile type: a smaller copy of another page, and a page's mask. */
const notPages = 1 | 4;

/** The file's pages, in order. */
export async function* tiffPictures(data: Uint8Array, readers: Readers): AsyncGenerator<ShownPicture> {
  const directories = tiffDirectories(data);
  const pages = directories.filter((fields) => ((fields.number(tags.kind) ?? 0) & notPages) === 0);
  if (directories.length === 0) throw new ImageError("is damaged: a TIFF without pictures");
  for (const fields of pages.length === 0 ? directories : pages)
    yield { ...(await picture(data, fields, readers)), ...shownAs(fields) };
}

async function picture(data: Uint8Array, fields: TiffFields, readers: Readers): Promise<ShownPicture> {
  const fax = faxPicture(data, fields);
  if (fax) return fax;

  const [width, height] = [fields.number(tags.width) ?? 0, fields.number(tags.height) ?? 0];
  checkSize(width, height, Math.max(fields.number(tags.samples) ?? 1, 1));
  if (otherSamples.has(fields.number(tags.sampleFormat) ?? 1))
    throw new ImageError("has signed or floating-point samples, an unsupported kind of TIFF");
  const decoded = await readers.decodeImage(startingAt(data, fields.at));
  if (!decoded) throw new ImageError("is damaged, or an unsupported kind of TIFF");
  const found = fields.bytes(tags.profile);
  const profile = fittingProfile(found, decoded.components);
  // The engine inverts them as in Adobe's JPEG files, but TIFF 6.0 (section 16) stores ink.
  const isInverted = decoded.components === 4 && fields.number(tags.compression) === jpeg;
  const samples = isInverted ? decoded.samples.map((value) => 255 - value) : decoded.samples;

  return {
    ...pictureOf({ ...decoded, samples }, profile),
    warnings:
      (fields.number(tags.bits) ?? 1) > 8 ? ["has more than 8 bits per sample, which were reduced to 8"] : [],
  };
}

/** A copy of the file whose first page is the one with its directory at this offset. */
function startingAt(data: Uint8Array, place: number): Uint8Array {
  const copy = Buffer.from(data);
  if (copy[0] === 0x49) copy.writeUInt32LE(place, 4);
  else copy.writeUInt32BE(place, 4);
  return copy;
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
        EncodedByteAlign: (options & 4) !== 0 && compression === group3 ? true : undefined,
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
