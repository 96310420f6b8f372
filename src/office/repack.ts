/** A new ZIP of the entries that were inspected, some of them replaced: the others are copied as they are packed. */
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import type { ByteSource } from "../core/document-io.ts";
import { type ZipEntry, ZipError } from "./zip.ts";

/** Part of the result: bytes of our own, or a range of the original. */
type Piece = Uint8Array | { readonly offset: number; readonly length: number };

/** An entry that was inspected. */
export interface InspectedEntry {
  readonly entry: ZipEntry;
  /** Where its data lies. */
  readonly start: number;
  /** Bytes of its content, counted: what the directory states may be a lie. */
  readonly size: number;
  /** What stands in the new package instead of its content. */
  readonly replacement?: Uint8Array | undefined;
}

/** A package of exactly these entries. Throws `ZipError` beyond 4 GB, where the plain form of the format ends. */
export function repack(source: ByteSource, inspected: readonly InspectedEntry[]): ByteSource {
  const pieces: Piece[] = [];
  const directory: Uint8Array[] = [];
  let size = 0;
  const add = (piece: Piece) => {
    pieces.push(piece);
    size += piece.length;
  };
  for (const { entry, start, size: unpacked, replacement: own } of inspected) {
    const name = Buffer.from(entry.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    // Bit 11: the name is UTF-8. Sizes stand in the header, so no descriptor follows the data.
    fields.writeUInt16LE(1 << 11, 2);
    fields.writeUInt16LE(own ? 0 : entry.method, 4);
    fields.writeUInt32LE(own ? crc32(own) : entry.crc, 10);
    fields.writeUInt32LE(own ? own.length : entry.packed, 14);
    fields.writeUInt32LE(own ? own.length : unpacked, 18);
    fields.writeUInt16LE(name.length, 22);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(20, 4);
    fields.copy(head, 6);
    head.writeUInt32LE(size, 42);
    directory.push(head, name);
    add(Buffer.from("PK\x03\x04", "latin1"));
    add(fields);
    add(name);
    add(own ?? { offset: start, length: entry.packed });
    if (size > 0xfffffffe) throw new ZipError("it is too large");
  }
  const directoryStart = size;
  for (const piece of directory) add(piece);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(inspected.length, 8);
  end.writeUInt16LE(inspected.length, 10);
  end.writeUInt32LE(size - directoryStart, 12);
  end.writeUInt32LE(directoryStart, 16);
  add(end);
  return joined(source, pieces, size);
}

function joined(source: ByteSource, pieces: readonly Piece[], size: number): ByteSource {
  const ends: number[] = [];
  let total = 0;
  for (const piece of pieces) {
    total += piece.length;
    ends.push(total);
  }
  return {
    size,
    read(offset, length) {
      const from = Math.max(0, offset);
      const count = Math.min(length, size - from);
      if (!(count > 0)) return new Uint8Array(0);
      const parts: Uint8Array[] = [];
      let got = 0;
      for (let k = lowest(ends, from); got < count; k += 1) {
        const piece = pieces[k];
        if (piece === undefined) break;
        const at = Math.max(0, from - ((ends[k] ?? 0) - piece.length));
        const part = slice(source, piece, at, Math.min(count - got, piece.length - at));
        parts.push(part);
        got += part.length;
      }
      const [only] = parts;
      return parts.length === 1 && only !== undefined ? only : Uint8Array.from(Buffer.concat(parts));
    },
  };
}

function slice(source: ByteSource, piece: Piece, at: number, count: number): Uint8Array {
  return piece instanceof Uint8Array ? piece.subarray(at, at + count) : source.read(piece.offset + at, count);
}

/** The first of rising numbers that is greater than `value`. */
function lowest(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
