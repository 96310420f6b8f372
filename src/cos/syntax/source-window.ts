/** Reads a source by windows, so that memory does not grow with the file. Small files are held whole. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../../core/document-io.ts";

/** Some bytes of the source. */
export interface View {
  readonly bytes: Uint8Array;
  /** Offset of `bytes[0]` in the source. */
  readonly base: number;
}

export interface Windows {
  readonly size: number;
  /** Bytes that may still be looked through for the ends of objects that turn out to have none. */
  readonly patience: { left: number };
  /** A view that covers `offset` and the `length` bytes from it, or as many as the source has. It may be larger. */
  view(offset: number, length: number): View;
  /** A copy-free view of exactly these bytes, fewer at the end of the source. */
  slice(offset: number, length: number): Uint8Array;
  /** As `ByteSource.pour`, for any source. */
  pour(offset: number, length: number, take: (piece: Uint8Array) => void): void;
}

/** Files up to this are read at once: one read is cheaper than bookkeeping. */
const wholeBytes = 8 * 1024 * 1024;
const windowBytes = 256 * 1024;
/** Windows overlap by this, so that nearly every object lies whole in the window in which it starts. */
const windowOverlap = 64 * 1024;
/** 24 windows of 320 KiB: about 8 MB. */
const maxWindows = 24;
/**
 * What is read first, and then, at a place far from those before: in a file of large images, the objects of pages lie in small
 * groups far apart. A group is mostly met in its middle. Beyond these two, all of the window is read. What is asked about 110
 * such pages is answered in 1 ms of processor time instead of 9.
 */
const glances = [
  { bytes: 4 * 1024, before: 1024 },
  { bytes: 16 * 1024, before: 2 * 1024 },
] as const;
/** At most 2 MB: enough for the groups of a hundred pages, which are gone through several times. */
const maxGlances = 128;
/** What most objects fit in. */
export const objectGuess = 2 * 1024;

/**
 * An object without an end is looked for up to the end of the file. Of a few that is what it takes; of thousands it would be
 * the square of the file.
 */
const timesLookedThrough = 64;
const leastPatience = 1024 * 1024;

export function openWindows(input: ByteSource): Windows {
  const source: ByteSource = {
    size: input.size,
    // Buffers as plain arrays: code that meets one kind of array only runs faster.
    read(offset, length) {
      const bytes = input.read(offset, length);
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    pour: (offset, length, take) => pourFrom(input, offset, length, take),
    fill: input.fill,
  };
  const patience = { left: timesLookedThrough * input.size + leastPatience };
  return { ...(source.size <= wholeBytes ? wholeSource(source) : windowedSource(source)), patience };
}

function wholeSource(source: ByteSource): Omit<Windows, "patience"> {
  const whole: View = { bytes: source.read(0, source.size), base: 0 };
  return {
    size: whole.bytes.length,
    view: () => whole,
    slice: (offset, length) => whole.bytes.subarray(offset, offset + length),
    pour: (offset, length, take) => take(whole.bytes.subarray(offset, offset + length)),
  };
}

interface Glance extends View {
  /** How often something was looked at in this window so far. */
  readonly times: number;
}

/** Adds an entry, and drops the oldest beyond `most`. */
function remember<Kept extends View>(
  views: Map<number, Kept>,
  most: number,
  index: number,
  view: Kept,
): Kept {
  views.delete(index);
  views.set(index, view);
  if (views.size > most) {
    const oldest = views.keys().next().value;
    if (oldest !== undefined) views.delete(oldest);
  }
  return view;
}

function windowedSource(source: ByteSource): Omit<Windows, "patience"> {
  const { size } = source;
  // A Map keeps insertion order: the first key is the window unused for longest.
  const kept = new Map<number, View>();
  const glanced = new Map<number, Glance>();
  let last: View | undefined;
  const covers = (view: View, offset: number, length: number) =>
    offset >= view.base &&
    (offset + length <= view.base + view.bytes.length || view.base + view.bytes.length >= size);

  function view(offset: number, length: number): View {
    if (last && covers(last, offset, length)) return last;
    last = find(offset, length);
    return last;
  }

  function find(offset: number, length: number): View {
    const index = Math.floor(offset / windowBytes);
    const base = index * windowBytes;
    if (offset + Math.min(length, size - offset) > base + windowBytes + windowOverlap) {
      return { bytes: source.read(offset, length), base: offset };
    }
    const whole = kept.get(index);
    if (whole) return remember(kept, maxWindows, index, whole);
    const known = glanced.get(index);
    if (known && covers(known, offset, length)) return known;
    const near = kept.has(index - 1) || kept.has(index + 1);
    const times = known?.times ?? 0;
    const next = near ? undefined : glances[times];
    if (next && length <= next.bytes - next.before) {
      const start = Math.max(0, offset - next.before);
      return remember(glanced, maxGlances, index, {
        bytes: readAlone(start, next.bytes),
        base: start,
        times: times + 1,
      });
    }
    glanced.delete(index);
    return remember(kept, maxWindows, index, {
      bytes: source.read(base, windowBytes + windowOverlap),
      base,
    });
  }

  /** No more than this is read: what a source reads ahead would mostly be for nothing. */
  function readAlone(start: number, length: number): Uint8Array {
    if (!source.fill) return source.read(start, length);
    const bytes = new Uint8Array(Math.min(length, size - start));
    source.fill(start, bytes);
    return bytes;
  }

  function slice(offset: number, length: number): Uint8Array {
    if (length > windowOverlap) return source.read(offset, length);
    const { bytes, base } = view(offset, length);
    return bytes.subarray(offset - base, offset - base + length);
  }

  function pour(offset: number, length: number, take: (piece: Uint8Array) => void): void {
    if (length > windowOverlap) pourFrom(source, offset, length, take);
    else take(slice(offset, length));
  }

  return { size, view, slice, pour };
}

const pieceBytes = 1024 * 1024;

/** Hands bytes over in pieces of at most 1 MB, by the source's own way where it has one. */
export function pourFrom(
  source: ByteSource,
  offset: number,
  length: number,
  take: (piece: Uint8Array) => void,
): void {
  if (source.pour) {
    source.pour(offset, length, take);
    return;
  }
  const end = Math.min(source.size, offset + length);
  for (let at = offset; at < end; at += pieceBytes) take(source.read(at, Math.min(pieceBytes, end - at)));
}

/** The part of a source from `start` on, as a source of its own. */
export function sourceFrom(source: ByteSource, start: number): ByteSource {
  if (start === 0) return source;
  return {
    size: Math.max(0, source.size - start),
    read: (offset, length) => source.read(start + offset, length),
    pour: (offset, length, take) => pourFrom(source, start + offset, length, take),
    fill: source.fill && ((offset, into) => source.fill?.(start + offset, into)),
  };
}

/** A source and what follows it. */
export function sourceWith(source: ByteSource, tail: Uint8Array): ByteSource {
  const { size, fill } = source;
  const whole = size + tail.length;
  /** Of `length` bytes from `offset` on, those of the source. */
  const first = (offset: number, length: number) => Math.max(0, Math.min(length, size - offset));
  const rest = (offset: number, length: number) =>
    tail.subarray(Math.max(0, offset - size), Math.max(0, offset + length - size));
  return {
    size: whole,
    read(offset, length) {
      const before = first(offset, length);
      if (before === length) return source.read(offset, length);
      const behind = rest(offset, length);
      return before > 0 ? Buffer.concat([source.read(offset, before), behind]) : behind;
    },
    pour(offset, length, take) {
      const before = first(offset, length);
      if (before > 0) pourFrom(source, offset, before, take);
      if (before < length && offset < whole) take(rest(offset, length));
    },
    fill:
      fill &&
      ((offset, into) => {
        const before = first(offset, into.length);
        if (before > 0) fill(offset, into.subarray(0, before));
        if (before < into.length) into.set(rest(offset, into.length), before);
      }),
  };
}

/** The same bytes, to look for text in them. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Bytes that are searched at a time, and how many of them again with the next ones: no match of ours is longer. */
const searchBytes = 4_000_000;
const searchOverlap = 64;

/** Where a pattern of short matches (flag `g`) stands in a source as Latin-1 text, each match once. */
export function* matchesIn(source: ByteSource, pattern: RegExp): Generator<RegExpExecArray> {
  let last = -1;
  for (let from = 0; from < source.size; from += searchBytes - searchOverlap) {
    const text = asBuffer(source.read(from, searchBytes)).toString("latin1");
    for (const match of text.matchAll(pattern)) {
      // At the first byte nobody can look behind: the piece before has seen what begins there.
      if ((match.index === 0 && from > 0) || from + match.index <= last) continue;
      match.index += from;
      last = match.index;
      yield match;
    }
  }
}
