/** Reads a source through windows, so that memory doesn't grow with the file. Small files are held whole. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../../core/document-io.ts";
import { Cache } from "./cache.ts";

/** A range of the source. */
export interface View {
  readonly bytes: Uint8Array;
  /** Source offset of `bytes[0]`. */
  readonly base: number;
}

export interface Windows {
  readonly size: number;
  /** Bytes that may still be searched for the ends of objects that turn out to have none. */
  readonly patience: { left: number };
  /** A view that covers `length` bytes at `offset`, or as many as the source has. It may be larger. */
  view(offset: number, length: number): View;
  /** Exactly these bytes, fewer at the end of the source; usually a view. `into`: see `ByteSource`. */
  slice(offset: number, length: number, into?: Uint8Array): Uint8Array;
}

/** Files up to this size are read at once: one read is cheaper than bookkeeping. */
const wholeBytes = 8 * 1024 * 1024;
const windowBytes = 32 * 1024;
/** Windows overlap by this much, so that nearly every object is complete in the window where it starts. */
const windowOverlap = 16 * 1024;
/** Windows per half of the cache: 4 to 8 MB in all. Windows are small, because pages in a file of images lie far apart. */
const keptWindows = 96;
/** Large enough for most objects. */
export const objectGuess = 2 * 1024;

/** An object without an end is searched for up to the end of the file. That is fine for a few, but quadratic for thousands. */
const timesLookedThrough = 64;
const leastPatience = 1024 * 1024;

export function openWindows(source: ByteSource): Windows {
  const { size } = source;

  const read = (base: number, length: number): View => {
    const bytes = source.read(base, length);
    // Buffers as plain arrays: code that sees a single array type runs faster.
    return { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), base };
  };

  const whole = size <= wholeBytes ? read(0, size) : undefined;
  const kept = new Cache<View>(keptWindows);

  const view = (offset: number, length: number): View => {
    if (whole) return whole;
    const index = Math.floor(offset / windowBytes);
    const base = index * windowBytes;
    const isLong = offset + Math.min(length, size - offset) > base + windowBytes + windowOverlap;
    if (isLong) return read(offset, length);
    const known = kept.get(index);
    if (known) return known;
    const window = read(base, windowBytes + windowOverlap);
    kept.set(index, window, 1);
    return window;
  };

  return {
    size,
    patience: { left: timesLookedThrough * size + leastPatience },
    view,
    slice(offset, length, into) {
      if (!whole && length > windowOverlap) return source.read(offset, length, into);
      const { bytes, base } = view(offset, length);
      return bytes.subarray(offset - base, offset - base + length);
    },
  };
}

/** The part of a source from `start` on, as its own source. */
export function sourceFrom(source: ByteSource, start: number): ByteSource {
  if (start === 0) return source;
  return {
    size: Math.max(0, source.size - start),
    read: (offset, length, into) => source.read(start + offset, length, into),
  };
}

/** The same bytes as a Buffer, for text searches. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Bytes searched at a time, and how many are searched again with the next piece: none of our matches is longer. */
const searchBytes = 4_000_000;
const searchOverlap = 64;

/** Offsets of a pattern's short matches (flag `g`) in a source read as Latin-1 text, each match once. */
export function* matchesIn(source: ByteSource, pattern: RegExp): Generator<RegExpExecArray> {
  let last = -1;
  for (let from = 0; from < source.size; from += searchBytes - searchOverlap) {
    const text = asBuffer(source.read(from, searchBytes)).toString("latin1");
    for (const match of text.matchAll(pattern)) {
      // A look-behind can't see past the first byte; the previous piece has already found such a match.
      if ((match.index === 0 && from > 0) || from + match.index <= last) continue;
      match.index += from;
      last = match.index;
      yield match;
    }
  }
}
