/** Font files: reads TrueType tables from an sfnt or a WOFF (OpenType 1.9; WOFF 1.0), checking every offset. */
import { inflateSync } from "node:zlib";

/** Maximum length of a table in a loaded font, in bytes. */
const maxTable = 64 * 1024 * 1024;

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes before the table directory's rows, and in each row. */
const headBytes = 12;
const rowBytes = 16;

/** Locations of a font's tables in its file. */
export type TablePlaces = ReadonlyMap<string, { readonly offset: number; readonly length: number }>;

/** Offsets of the fonts in a file: several in a collection. `read` returns exactly the requested bytes, or throws. */
export function fontOffsets(read: (offset: number, length: number) => Uint8Array): readonly number[] {
  const start = view(read(0, headBytes));
  if (tagAt(start, 0) !== "ttcf") return [0];
  const count = start.getUint32(8);
  if (count > maxFontsInFile) throw new Error("a collection with too many fonts");
  const offsets = view(read(headBytes, count * 4));
  return Array.from({ length: count }, (_, k) => offsets.getUint32(k * 4));
}

/** A collection of all weights of a family has a few dozen. */
const maxFontsInFile = 256;
const maxTables = 256;

/** The table directory at an offset. Throws an Error if there is no TrueType or OpenType font. */
export function tablePlaces(
  offset: number,
  read: (offset: number, length: number) => Uint8Array,
): TablePlaces {
  const start = view(read(offset, headBytes));
  const kind = start.getUint32(0);
  if (kind !== 0x00010000 && tagAt(start, 0) !== "true" && tagAt(start, 0) !== "OTTO")
    throw new Error("not a font with TrueType outlines");
  const count = start.getUint16(4);
  if (count > maxTables) throw new Error("a font with too many tables");

  const rows = view(read(offset + headBytes, count * rowBytes));
  return new Map(
    Array.from({ length: count }, (_, k) => [
      tagAt(rows, k * rowBytes),
      { offset: rows.getUint32(k * rowBytes + 8), length: rows.getUint32(k * rowBytes + 12) },
    ]),
  );
}

/**
 * A TrueType or OpenType file, unpacked if it is a WOFF; `index` is the font's index in a collection. Throws an Error for
 * anything else: fonts come from the program and from folders of this computer, never from documents.
 */
export function openSfnt(bytes: Uint8Array, index = 0): Uint8Array {
  if (tagAt(view(bytes), 0) === "wOFF") return unpackWoff(view(bytes), bytes);
  const read = (offset: number, length: number) => {
    if (offset + length > bytes.length) throw new Error("a truncated font file");
    return bytes.subarray(offset, offset + length);
  };
  const offset = fontOffsets(read)[index];
  if (offset === undefined) throw new Error("a collection without that font");
  for (const place of tablePlaces(offset, read).values()) read(place.offset, place.length);
  return bytes;
}

function tagAt(data: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((k) => data.getUint8(at + k)));
}

function unpackWoff(data: DataView, bytes: Uint8Array): Uint8Array {
  const tables = new Map<string, Uint8Array>();

  for (let k = 0; k < data.getUint16(12); k++) {
    const row = 44 + k * 20;
    const start = data.getUint32(row + 4);
    const packed = bytes.subarray(start, start + data.getUint32(row + 8));
    const length = data.getUint32(row + 12);
    if (length > maxTable) throw new Error("a font table that is too long");
    tables.set(
      tagAt(data, row),
      packed.length < length ? inflateSync(packed, { maxOutputLength: length }) : packed,
    );
  }

  return buildSfnt(tables);
}

const align = (length: number) => (length + 3) & ~3;

/** A font file with these tables, TrueType if `kind` is omitted, with checksums (the whole file's in `head` too). */
export function buildSfnt(tables: ReadonlyMap<string, Uint8Array>, kind = 0x00010000): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const start = 12 + sorted.length * 16;
  const total = sorted.reduce((sum, [, table]) => sum + align(table.length), start);
  const file = new Uint8Array(total);
  const out = view(file);
  const power = Math.floor(Math.log2(sorted.length));
  out.setUint32(0, kind);
  out.setUint16(4, sorted.length);
  out.setUint16(6, 16 << power);
  out.setUint16(8, power);
  out.setUint16(10, sorted.length * 16 - (16 << power));
  let at = start;
  let head = -1;
  sorted.forEach(([tag, table], k) => {
    const row = 12 + k * 16;
    for (let c = 0; c < 4; c++) out.setUint8(row + c, tag.charCodeAt(c));
    file.set(table, at);
    if (tag === "head") {
      head = at;
      out.setUint32(at + 8, 0);
    }
    out.setUint32(row + 4, checksum(out, at, align(table.length)));
    out.setUint32(row + 8, at);
    out.setUint32(row + 12, table.length);
    at += align(table.length);
  });
  if (head >= 0) out.setUint32(head + 8, (0xb1b0afba - checksum(out, 0, total)) >>> 0);

  return file;
}

function checksum(data: DataView, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at += 4) sum = (sum + data.getUint32(at)) | 0;
  return sum >>> 0;
}
