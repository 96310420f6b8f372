/** Random access to an open file through a few windows of memory: small files in one read, large ones never whole. */
import type { ByteSource } from "../../core/document-io.ts";
import { failed } from "../../core/problem.ts";
import { type Disk, diskFailure } from "./disk.ts";

/** A file up to this size is read at once: fewer calls than any cleverness. */
const wholeBelow = 1 << 20;
/** First window at a new place; doubles while reading goes on in order. */
const smallWindow = 16 << 10;
const largeWindow = 1 << 20;
/** A request of at least this size gets its own read and is not kept. */
const directFrom = 256 << 10;
/** Windows kept: bounds memory at 8 MB, and holds the places a document jumps between. */
const maxWindows = 8;

interface Window {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** Bytes copied at a time: stays in the processor's cache between reading and writing. */
const pieceBytes = 512 << 10;

/** Memory that is not cleared first: it is filled at once. A plain array, as Buffer's `slice` means something else. */
export function freshBytes(length: number): Uint8Array {
  const memory = Buffer.allocUnsafeSlow(length);
  return new Uint8Array(memory.buffer, memory.byteOffset, length);
}

const nothing = new Uint8Array(0);

/**
 * The bytes of an open file. Windows are never written twice, so views stay valid. A file that became shorter than
 * `size` is 422 `operation_failed`, naming `name`.
 */
export function openSource(fd: () => number, size: number, name: string, disk: Disk): ByteSource {
  const windows: Window[] = [];
  /** Memory for pouring, undefined while it is in use. Fresh memory for each piece costs as much as reading it. */
  let spare: Uint8Array | undefined;
  let chunk = smallWindow;
  let last: Window | undefined;

  function load(start: number, length: number): Uint8Array {
    return fill(freshBytes(length), start, length);
  }

  /** Reads into the beginning of `bytes` and returns them. */
  function fill(bytes: Uint8Array, start: number, length: number): Uint8Array {
    let filled = 0;
    while (filled < length) {
      let got: number;
      try {
        got = disk.read(fd(), bytes, filled, length - filled, start + filled);
      } catch (error) {
        throw diskFailure(error, `read ${name}`);
      }
      if (got <= 0) throw failed(`Cannot read ${name}: it became shorter while it was read`);
      filled += got;
    }
    return bytes;
  }

  /** Where the window for `offset` to `end` begins: backwards reading gets what lies before it. */
  function windowStart(offset: number, end: number): number {
    const backwards = last !== undefined && end <= last.start && last.start - end < smallWindow;
    if (backwards) return Math.max(0, end - chunk);
    return Math.floor(offset / 4096) * 4096;
  }

  function miss(offset: number, end: number): Window {
    if (size <= wholeBelow) return { start: 0, end: size, bytes: load(0, size) };
    const inOrder = last !== undefined && offset >= last.start && offset <= last.end + smallWindow;
    chunk = inOrder ? Math.min(chunk * 2, largeWindow) : smallWindow;
    const start = windowStart(offset, end);
    const stop = Math.min(size, Math.max(end, start + chunk));
    return { start, end: stop, bytes: load(start, stop - start) };
  }

  function pour(offset: number, length: number, take: (piece: Uint8Array) => void): void {
    if (size <= wholeBelow) {
      // In memory as soon as anything of it was read.
      if (offset < size) take(read(offset, length));
      return;
    }
    const memory = spare ?? freshBytes(pieceBytes);
    spare = undefined;
    try {
      const end = Math.min(size, offset + length);
      for (let at = Math.max(0, offset); at < end; at += pieceBytes) {
        const count = Math.min(pieceBytes, end - at);
        take(fill(memory, at, count).subarray(0, count));
      }
    } finally {
      spare = memory;
    }
  }

  function read(offset: number, length: number): Uint8Array {
    const from = Math.max(0, offset);
    const end = Math.min(size, offset + length);
    if (!(from < end)) return nothing;
    for (let i = 0; i < windows.length; i += 1) {
      const window = windows[i];
      if (window === undefined || from < window.start || end > window.end) continue;
      if (i > 0) {
        windows.splice(i, 1);
        windows.unshift(window);
      }
      return window.bytes.subarray(from - window.start, end - window.start);
    }
    if (end - from >= directFrom && size > wholeBelow) return load(from, end - from);
    const window = miss(from, end);
    last = window;
    windows.unshift(window);
    if (windows.length > maxWindows) windows.pop();
    return window.bytes.subarray(from - window.start, end - window.start);
  }

  return { size, pour, read, fill: (offset, into) => void fill(into, offset, into.length) };
}
