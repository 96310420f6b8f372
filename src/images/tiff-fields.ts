/** The fields of TIFF files, and of EXIF data, which has the same format (TIFF 6.0, section 2). */
import { Buffer } from "node:buffer";
import { asBuffer } from "../cos/syntax/source-window.ts";
import { dpiOf, ImageError, type Shown } from "./picture.ts";

/** Pages per file; more is a loop or an attack. */
const maxDirectories = 10_000;
/** Bytes per value, by type. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 13: 4, 16: 8, 18: 8 };
const [byteType, shortType, longType, rationalType] = [1, 3, 4, 5];
const wideTypes = new Set([16, 18]);

/** The fields of one page. */
export interface TiffFields {
  /** A field's first number. */
  number(tag: number): number | undefined;
  /** The number of values in a field; 0 if it is missing. */
  count(tag: number): number;
  /** A copy of the file in which this field, one of two bytes, has another value; the file itself if it is missing. */
  changed(tag: number, value: number): Uint8Array;
}

/** All directories of the file, also of a BigTIFF. */
export function tiffDirectories(data: Uint8Array): TiffFields[] {
  const file = asBuffer(data);
  const little = file.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (little ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const long = (at: number) => (little ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const wide = (at: number) => Number(little ? file.readBigUInt64LE(at) : file.readBigUInt64BE(at));
  const isBig = short(2) === 43;
  if (!isBig && short(2) !== 42) throw new ImageError("is an unsupported kind of TIFF");
  const offset = isBig ? wide : long;
  // Sizes of offsets and counts, of the number of entries, and of an entry.
  const [word, head, size] = isBig ? [8, 8, 20] : [4, 2, 12];
  const entryCount = (at: number) => (isBig ? wide(at) : short(at));

  const value = (type: number, at: number): number | undefined => {
    if (type === byteType) return file.readUInt8(at);
    if (type === shortType) return short(at);
    if (type === longType) return long(at);
    if (wideTypes.has(type)) return wide(at);
    return type === rationalType ? long(at) / long(at + 4) : undefined;
  };

  const directory = (at: number): TiffFields => {
    const entries = new Map<number, { type: number; count: number; from: number }>();

    for (let k = 0; k < entryCount(at); k += 1) {
      const entry = at + head + size * k;
      const [type, count, own] = [short(entry + 2), offset(entry + 4), entry + 4 + word];
      const isInside = count * (sizes[type] ?? 0) <= word;
      entries.set(short(entry), { type, count, from: isInside ? own : offset(own) });
    }

    return {
      number(tag) {
        const entry = entries.get(tag);
        return entry && entry.count > 0 ? value(entry.type, entry.from) : undefined;
      },
      count: (tag) => entries.get(tag)?.count ?? 0,
      changed(tag, value) {
        const entry = entries.get(tag);
        if (!entry) return data;
        const copy = Buffer.from(data);
        if (little) copy.writeUInt16LE(value, entry.from);
        else copy.writeUInt16BE(value, entry.from);
        return copy;
      },
    };
  };

  const found = new Map<number, TiffFields>();
  for (let at = offset(isBig ? 8 : 4); at !== 0 && !found.has(at) && found.size < maxDirectories; ) {
    found.set(at, directory(at));
    at = offset(at + head + size * entryCount(at));
  }

  return [...found.values()];
}

const [orientationTag, xResolution, yResolution, resolutionUnit] = [274, 282, 283, 296];
const centimeter = 3;

/** How to show the page. */
export function shownAs(fields: TiffFields): Shown {
  const unit = fields.number(resolutionUnit) === centimeter ? 2.54 : 1;
  const [x, y] = [fields.number(xResolution) ?? 0, fields.number(yResolution) ?? 0];
  const dpi = fields.number(resolutionUnit) === 1 ? undefined : dpiOf(x * unit, y * unit);
  const orientation = fields.number(orientationTag) ?? 1;
  return { dpi, orientation: orientation >= 1 && orientation <= 8 ? orientation : 1 };
}

/** How to show a picture according to its EXIF data; damaged data is ignored. */
export function exifShown(exif: Uint8Array | undefined): Shown {
  if (exif === undefined) return {};
  try {
    const [first] = tiffDirectories(exif);
    return first ? shownAs(first) : {};
  } catch (error) {
    if (error instanceof RangeError || error instanceof ImageError) return {};
    throw error;
  }
}
