/** Removes what images in JPEG and JPEG 2000 have in addition to their samples: comments, Exif, XMP, thumbnails, private data, bytes after the end. */
import { Buffer } from "node:buffer";
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/syntax/error.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import { type CosStream, isNamed, latin1, withEntries } from "../cos/syntax/value.ts";
import { newStream } from "../cos/write/serialize.ts";
import { listAt } from "../document/typed-get.ts";

/** The image without remarks, as the only filter's data; undefined if it has none, or another coding. */
export function withoutRemarks(cos: CosDocument, stream: CosStream): CosStream | undefined {
  const { dict } = stream;
  const codec = cos.resolve(listAt(cos, dict.get("Filter")).at(-1) ?? null);
  const parts = partsOf(cos, stream);
  if (!parts) return undefined;
  const parameters = listAt(cos, dict.get("DecodeParms")).at(-1);

  return newStream(
    withEntries(dict, { Filter: codec, DecodeParms: parameters, Length: undefined }),
    Buffer.concat(parts.kept),
  );
}

/** What `withoutRemarks` leaves out, in order. */
export const remarksOf = (cos: CosDocument, stream: CosStream): readonly Uint8Array[] | undefined =>
  partsOf(cos, stream)?.left;

interface Parts {
  readonly kept: Uint8Array[];
  readonly left: Uint8Array[];
}

function partsOf(cos: CosDocument, stream: CosStream): Parts | undefined {
  const codec = cos.resolve(listAt(cos, stream.dict.get("Filter")).at(-1) ?? null);
  const isJpeg = isNamed(codec, "DCTDecode");
  if (!isJpeg && !isNamed(codec, "JPXDecode")) return undefined;
  const bytes = codedBytes(cos, stream);
  return bytes && (isJpeg ? jpegParts(bytes) : jpxParts(bytes));
}

/** The data without the filters around its codec; undefined if they are damaged. */
function codedBytes(cos: CosDocument, stream: CosStream): Uint8Array | undefined {
  try {
    const { bytes, undecoded } = cos.decodePartly(stream);
    return undecoded.length === 1 ? bytes : undefined;
  } catch (error) {
    if (error instanceof CosError && error.reason !== "work") return undefined;
    throw error;
  }
}

const [marks, endOfImage, startOfScan] = [0xff, 0xd9, 0xda];

/** Tables, frames, scans and intervals (ITU-T T.81, B.1.1.3); readers skip the reserved ones. */
const isPicture = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xd8 && marker <= 0xdd);
const [quantization, huffman] = [0xdb, 0xc4];
const isFrame = (marker: number) => marker > 0xbf && marker < 0xd0 && ![huffman, 0xc8, 0xcc].includes(marker);

/** JFIF's and Adobe's segments say how colors are coded: their lengths, without thumbnails and anything else. */
const colorSegments = [
  { marker: 0xe0, start: "JFIF\0", length: 14 },
  { marker: 0xee, start: "Adobe", length: 12 },
] as const;

function jpegParts(data: Uint8Array): Parts {
  const start = Math.max(0, data.indexOf(marks));
  const kept = [data.subarray(0, 2)];
  const left = [data.subarray(0, start)];
  const used = usedTables(data);
  let [at, end] = [2, 2];

  for (
    at = nextMarker(data, at);
    at + 4 <= data.length && data[at + 1] !== endOfImage;
    at = nextMarker(data, at)
  ) {
    left.push(data.subarray(end, at));
    const marker = data[at + 1] ?? 0;
    const next = at + 2 + (data[at + 2] ?? 0) * 256 + (data[at + 3] ?? 0);
    end = marker === startOfScan ? endOfScan(data, next) : next;
    const body = data.subarray(at + 4, end);
    if (marker === quantization || marker === huffman) {
      const tables = tablesIn(marker, body, used);
      kept.push(...tables.kept);
      left.push(...tables.left);
    } else if (isPicture(marker)) kept.push(data.subarray(at, end));
    else {
      const own = colorSegment(marker, body);
      if (own) kept.push(own);
      left.push(own ? body.subarray(own.length - 4) : body);
    }
    at = Math.max(at + 2, end);
    end = at;
  }

  kept.push(data.subarray(at, at + 2));
  left.push(data.subarray(end, at), data.subarray(at + 2));
  return { kept, left };
}

/** Tables by the number that frames and scans give them: those of quantization from 0x100 on, Huffman tables of AC from 0x10. */
type Tables = ReadonlySet<number>;

function usedTables(data: Uint8Array): Tables {
  const used = new Set<number>();
  for (let at = nextMarker(data, 2); at + 4 <= data.length && data[at + 1] !== endOfImage; ) {
    const marker = data[at + 1] ?? 0;
    const next = at + 2 + (data[at + 2] ?? 0) * 256 + (data[at + 3] ?? 0);
    if (isFrame(marker)) for (let c = at + 12; c < next; c += 3) used.add(0x100 + (data[c] ?? 0));
    if (marker === startOfScan)
      for (let k = 0; k < (data[at + 4] ?? 0); k++) {
        const tables = data[at + 6 + 2 * k] ?? 0;
        used.add(tables >> 4).add(0x10 + (tables & 15));
      }
    at = nextMarker(data, Math.max(at + 2, marker === startOfScan ? endOfScan(data, next) : next));
  }
  return used;
}

/** A segment for each table that is used, and the others. */
function tablesIn(marker: number, data: Uint8Array, used: Tables): Parts {
  const kept: Uint8Array[] = [];
  const left: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const first = data[at] ?? 0;
    let end = at + 1 + 64 * ((first >> 4) + 1);
    if (marker === huffman)
      end = at + 17 + data.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    if (end > data.length) break;
    if (used.has(marker === huffman ? first : 0x100 + (first & 15)))
      kept.push(
        Buffer.from([marks, marker, (end - at + 2) >> 8, (end - at + 2) & 255]),
        data.subarray(at, end),
      );
    else left.push(data.subarray(at, end));
    at = end;
  }
  return { kept, left };
}

/** Readers skip other bytes before a marker, and repeated first bytes of one. */
function nextMarker(data: Uint8Array, from: number): number {
  for (let at = data.indexOf(marks, from); at >= 0; at = data.indexOf(marks, at + 1))
    if (data[at + 1] !== 0 && data[at + 1] !== marks) return at;
  return data.length;
}

function colorSegment(marker: number, data: Uint8Array): Uint8Array | undefined {
  const found = colorSegments.find(
    (one) => one.marker === marker && latin1(data, 0, one.start.length) === one.start,
  );
  if (!found || data.length < found.length) return undefined;
  const own = Buffer.from(data.subarray(0, found.length));
  if (marker === 0xe0) own.fill(0, 12);
  return Buffer.concat([Buffer.from([marks, marker, 0, found.length + 2]), own]);
}

/** The next marker after coded samples: neither an escaped byte nor a restart (ITU-T T.81, B.1.1). */
function endOfScan(data: Uint8Array, from: number): number {
  for (let at = data.indexOf(marks, from); at >= 0; at = data.indexOf(marks, at + 1)) {
    const next = data[at + 1] ?? 0;
    if (next !== 0 && next !== marks && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return data.length;
}

/** Boxes without which an image isn't shown the same (ISO 15444-1, annex I; 15444-2, annex M). */
const shownBoxes = new Set(["jP  ", "ftyp", "rreq", "jp2h", "jpch", "jplh", "jp2c"]);

function jpxParts(data: Uint8Array): Parts {
  const whole = asBuffer(data);
  const left: Uint8Array[] = [];
  // A bare code stream has no boxes.
  if (whole.toString("latin1", 4, 8) !== "jP  ") return { kept: [bareCodeStream(whole, left)], left };
  const kept: Uint8Array[] = [];

  for (let at = 0; at + 8 <= data.length; ) {
    const short = whole.readUInt32BE(at);
    const long = short === 1 && at + 16 <= data.length ? Number(whole.readBigUInt64BE(at + 8)) : short;
    const end = short === 0 ? data.length : Math.min(data.length, at + Math.max(8, long));
    const kind = whole.toString("latin1", at + 4, at + 8);
    if (kind === "jp2c")
      kept.push(boxOf(kind, bareCodeStream(whole.subarray(at + (short === 1 ? 16 : 8), end), left)));
    else if (shownBoxes.has(kind)) kept.push(data.subarray(at, end));
    else left.push(data.subarray(at + 8, end));
    at = end;
  }

  return { kept, left };
}

function boxOf(kind: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8);
  head.write(kind, 4, "latin1");
  return Buffer.concat([head, data]);
}

const [comment, startOfTile, startOfData, endOfCodes] = [0xff64, 0xff90, 0xff93, 0xffd9];

/** A code stream (ISO 15444-1, annex A) whose comments are zeros, up to its end; `left`: those and the rest. Damaged data stays. */
function bareCodeStream(data: Buffer, left: Uint8Array[]): Buffer {
  const made = Buffer.from(data);
  let [at, tile, next] = [2, 0, 0];
  while (at + 4 <= made.length) {
    const marker = made.readUInt16BE(at);
    if (marker === endOfCodes) break;
    if (marker === startOfTile && at + 10 <= made.length) {
      tile = at;
      next = made.readUInt32BE(at + 6);
    }
    if (marker === startOfData) {
      // The last part of a tile may end with the data.
      if (next === 0) return made;
      at = Math.max(at + 2, tile + next);
      continue;
    }
    const end = at + 2 + made.readUInt16BE(at + 2);
    if (marker === comment) {
      left.push(data.subarray(at + 6, end));
      made.fill(0, at + 6, Math.min(end, made.length));
    }
    at = end;
  }
  const isEnd = at + 2 <= made.length && made.readUInt16BE(at) === endOfCodes;
  if (isEnd) left.push(data.subarray(at + 2));
  return isEnd ? made.subarray(0, at + 2) : made;
}
