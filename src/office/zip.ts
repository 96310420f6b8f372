/**
 * The directory of a ZIP file and the bytes of its entries, by streaming: enough to look at an office file before a
 * converter does (APPNOTE 6.3). Nothing is believed that can be checked: ranges are compared, inflated bytes are counted.
 */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import type { ByteSource } from "../core/document-io.ts";

export interface ZipEntry {
  /** With forward slashes: some writers use the others. */
  readonly name: string;
  /** General purpose flags. */
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc: number;
  /** Bytes in the file. */
  readonly packed: number;
  /** Where its local header is. */
  readonly header: number;
}

/** The file is no ZIP that can be read with certainty; the message says why. */
export class ZipError extends Error {
  override readonly name = "ZipError";
}

const endSize = 22;
const maxComment = 0xffff;
const centralSize = 46;
const localSize = 30;
const chunkBytes = 256 << 10;
/** More directory than `maxEntries` names of any sane length would need. */
const maxDirectoryBytes = 16_000_000;

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Exactly these bytes of the file. */
function take(source: ByteSource, offset: number, length: number, what: string): DataView {
  const bytes = source.read(offset, length);
  if (bytes.length !== length) throw new ZipError(`${what} lies outside the file`);
  return view(bytes);
}

interface Directory {
  readonly count: number;
  readonly offset: number;
  readonly size: number;
}

const endSignature = 0x06054b50;

/**
 * The end record, which is the last one in the file (APPNOTE 4.3.16). Readers disagree about which of several counts, so a
 * second one is refused, except inside the data of an entry, where a package within the package has its own.
 */
function findDirectory(source: ByteSource): Directory & { readonly records: readonly number[] } {
  const start = Math.max(0, source.size - endSize - maxComment);
  const data = view(source.read(start, source.size - start));
  const records: number[] = [];
  for (let at = 0; at + endSize <= data.byteLength; at += 1) {
    if (data.getUint32(at, true) === endSignature) records.push(start + at);
  }
  const end = records.at(-1);
  if (end === undefined) throw new ZipError("it has no directory");
  const at = end - start;
  const directory = {
    count: data.getUint16(at + 10, true),
    size: data.getUint32(at + 12, true),
    offset: data.getUint32(at + 16, true),
  };
  const large =
    directory.count === 0xffff || directory.size === 0xffffffff || directory.offset === 0xffffffff;
  const found = (large ? findLargeDirectory(source, end) : undefined) ?? directory;
  if (found.offset + found.size > end) throw new ZipError("its directory is damaged");
  return { ...found, records };
}

/** ZIP64: a locator just before the end record leads to a record with wider numbers. */
function findLargeDirectory(source: ByteSource, end: number): Directory | undefined {
  if (end < 20) return undefined;
  const locator = take(source, end - 20, 20, "the ZIP64 locator");
  if (locator.getUint32(0, true) !== 0x07064b50) return undefined;
  const record = take(source, Number(locator.getBigUint64(8, true)), 56, "the ZIP64 record");
  if (record.getUint32(0, true) !== 0x06064b50) throw new ZipError("its ZIP64 record is damaged");
  return {
    count: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  };
}

/** A ZIP's entries, in the directory's order, and where the data of each lies. */
export interface ZipContents {
  readonly entries: readonly ZipEntry[];
  readonly starts: readonly number[];
}

/** What is in the file. Throws `ZipError` for whatever two readers could take in two ways, and for more than `maxEntries`. */
export function readContents(source: ByteSource, maxEntries: number): ZipContents {
  const directory = findDirectory(source);
  const entries = readEntries(source, directory, maxEntries);
  refuseDoubleNames(entries);
  const ranges = rangesOf(source, entries, directory.offset);
  const strange = directory.records
    .slice(0, -1)
    .some((record) => !ranges.some(({ data, to }) => data <= record && record < to));
  if (strange) throw new ZipError("it has two directories");
  return { entries, starts: ranges.map(({ data }) => data) };
}

/** Some readers tell names apart by their case, some do not. */
function refuseDoubleNames(entries: readonly ZipEntry[]): void {
  const names = new Set<string>();
  for (const { name } of entries) {
    const key = name.toLowerCase();
    if (names.has(key)) throw new ZipError(`it has two entries named ${JSON.stringify(name.slice(0, 80))}`);
    names.add(key);
  }
}

function readEntries(source: ByteSource, { count, offset, size }: Directory, maxEntries: number): ZipEntry[] {
  if (count > maxEntries) throw new ZipError(`it has ${count} entries, more than ${maxEntries}`);
  if (size > maxDirectoryBytes) throw new ZipError("its directory is too large");
  const data = take(source, offset, size, "its directory");
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const entries: ZipEntry[] = [];
  let at = 0;
  // Counted by what is there, not by what the end record says.
  while (at + centralSize <= size && data.getUint32(at, true) === 0x02014b50) {
    const nameLength = data.getUint16(at + 28, true);
    const extraLength = data.getUint16(at + 30, true);
    const next = at + centralSize + nameLength + extraLength + data.getUint16(at + 32, true);
    if (next > size) throw new ZipError("its directory is damaged");
    if (entries.length === maxEntries) throw new ZipError(`it has more than ${maxEntries} entries`);
    const extra = at + centralSize + nameLength;
    const wide = wideFields(data, at, extra, extra + extraLength);
    entries.push({
      name: nameOf(bytes.subarray(at + centralSize, extra)),
      flags: data.getUint16(at + 8, true),
      method: data.getUint16(at + 10, true),
      crc: data.getUint32(at + 16, true),
      packed: wide.packed,
      header: wide.header,
    });
    at = next;
  }
  if (entries.length !== count || at !== size) throw new ZipError("its directory is damaged");
  return entries;
}

/** Sizes of 0xffffffff stand in an extra field of id 1, in the order unpacked, packed, header (APPNOTE 4.5.3). */
function wideFields(data: DataView, at: number, extra: number, end: number) {
  let packed = data.getUint32(at + 20, true);
  let header = data.getUint32(at + 42, true);
  const wideUnpacked = data.getUint32(at + 24, true) === 0xffffffff;
  for (let field = extra; field + 4 <= end; field += 4 + data.getUint16(field + 2, true)) {
    if (data.getUint16(field, true) !== 1) continue;
    const stop = Math.min(end, field + 4 + data.getUint16(field + 2, true));
    let place = field + 4 + (wideUnpacked ? 8 : 0);
    const wide = (): number => {
      if (place + 8 > stop) throw new ZipError("its directory is damaged");
      const value = Number(data.getBigUint64(place, true));
      place += 8;
      return value;
    };
    if (packed === 0xffffffff) packed = wide();
    if (header === 0xffffffff) header = wide();
    break;
  }
  return { packed, header };
}

function nameOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll("\\", "/");
}

interface EntryRange {
  /** Where its local header begins. */
  readonly from: number;
  /** Where its data begins. */
  readonly data: number;
  /** Where its data ends. */
  readonly to: number;
}

/** Where each entry lies, in their order. Throws when two overlap or one reaches into the directory at `end`. */
function rangesOf(source: ByteSource, entries: readonly ZipEntry[], end: number): readonly EntryRange[] {
  const ranges = entries.map(({ header, name, packed }) => {
    const local = take(source, header, localSize, `entry ${JSON.stringify(name.slice(0, 80))}`);
    if (local.getUint32(0, true) !== 0x04034b50)
      throw new ZipError("an entry is not where the directory says");
    const data = header + localSize + local.getUint16(26, true) + local.getUint16(28, true);
    return { from: header, data, to: data + packed };
  });
  let last = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from < last) throw new ZipError("its entries overlap");
    if (to > end) throw new ZipError("an entry reaches into the directory");
    last = to;
  }
  return ranges;
}

/**
 * The bytes of an entry, inflated, in pieces. What `onPiece` throws ends the reading and is thrown. Throws `ZipError` on
 * damaged data.
 */
export async function inflate(
  source: ByteSource,
  entry: ZipEntry,
  start: number,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
  const pieces = function* () {
    for (let at = 0; at < entry.packed; at += chunkBytes)
      yield source.read(start + at, Math.min(chunkBytes, entry.packed - at));
  };
  if (entry.method === 0) {
    for (const piece of pieces()) onPiece(piece);
    return;
  }
  if (entry.method !== 8) throw new ZipError("an entry is packed in an unusual way");
  const packed = Readable.from(pieces(), { objectMode: false, highWaterMark: chunkBytes });
  const unpacked = createInflateRaw({ chunkSize: chunkBytes });
  // Kept here: some runtimes report a consumer's error as an abort of the pipeline.
  let stopped: { readonly error: unknown } | undefined;
  try {
    await pipeline(packed, unpacked, async (output) => {
      for await (const piece of output) {
        try {
          onPiece(piece);
        } catch (error) {
          stopped = { error };
          throw error;
        }
      }
    });
  } catch (cause) {
    if (stopped) throw stopped.error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    throw code.startsWith("Z_") ? new ZipError("an entry's data is damaged", { cause }) : cause;
  }
}
