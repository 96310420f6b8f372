/** Where written bytes gather: in memory, or before a sink so that small objects cost no system calls. */
import { Buffer } from "node:buffer";
import type { ByteSink } from "../../core/document-io.ts";

export interface Output {
  /** Bytes not yet handed on are `bytes[0, length)`. */
  bytes: Buffer;
  length: number;
  /** Bytes handed on to the sink. */
  flushed: number;
  readonly sink: ByteSink | undefined;
}

/** A buffer in front of a sink grows to this, a memory one without bound. */
const sinkBuffer = 1024 * 1024;
/** Arrays from this size on go to the sink directly. */
const direct = 64 * 1024;

/** What a memory output begins with, and one before a sink. */
const firstRoom = 512;
const firstSinkRoom = 16 * 1024;

/** The buffer of a file that has ended waits for the next one: a split into thousands would else take fresh memory for each. */
let spare: Buffer | undefined;

const nothing = Buffer.alloc(0);
/** Takes any bytes for what it copies from. */
const { copy } = Buffer.prototype;

/** An output before a sink, or in memory. */
export function newOutput(sink?: ByteSink): Output {
  const bytes = sink ? (spare ?? Buffer.allocUnsafeSlow(firstSinkRoom)) : nothing;
  if (sink) spare = undefined;
  return { bytes, length: 0, flushed: 0, sink };
}

/** Hands everything to the sink, for the last time. */
export function endOutput(out: Output): void {
  flush(out);
  if (out.sink && out.bytes.length <= sinkBuffer) spare = out.bytes;
  out.bytes = nothing;
}

/** Bytes written so far. */
export function position(out: Output): number {
  return out.flushed + out.length;
}

/** Hands everything to the sink. */
export function flush(out: Output): void {
  if (!out.sink || out.length === 0) return;
  out.sink.write(out.bytes.subarray(0, out.length));
  out.flushed += out.length;
  out.length = 0;
}

/** Makes room for `count` more bytes at `bytes[length]`. */
export function makeSpace(out: Output, count: number): void {
  const needed = out.length + count;
  if (needed <= out.bytes.length) return;
  if (out.sink && needed > sinkBuffer) {
    flush(out);
    if (count <= out.bytes.length) return;
  }
  const twice = Math.min(out.bytes.length * 2, 2 ** 30);
  const grown = Buffer.allocUnsafeSlow(Math.max(out.length + count, twice, firstRoom));
  out.bytes.copy(grown, 0, 0, out.length);
  out.bytes = grown;
}

/** Appends `bytes[start, end)`. */
export function writeBytes(out: Output, bytes: Uint8Array, start = 0, end = bytes.length): void {
  const count = end - start;
  if (out.sink && count >= direct) {
    flush(out);
    out.sink.write(bytes.subarray(start, end));
    out.flushed += count;
    return;
  }
  if (out.length + count > out.bytes.length) makeSpace(out, count);
  const target = out.bytes;
  let at = out.length;
  // Below this a call costs more than the loop; a view for `set` would cost more than the copying.
  if (count < 24) for (let from = start; from < end; from++) target[at++] = bytes[from] ?? 0;
  else copy.call(bytes, target, at, start, end);
  out.length += count;
}

/** What bytes of a document are copied from. */
export interface Copied {
  pourBytes(offset: number, length: number, take: (piece: Uint8Array) => void): void;
}

/** Appends `length` bytes of a document as they are. */
export function copyBytes(out: Output, from: Copied, offset: number, length: number): void {
  const before = position(out);
  from.pourBytes(offset, length, (piece) => writeBytes(out, piece));
  if (position(out) - before !== length) throw new RangeError("the source became shorter while it was read");
}

/** Appends text of code points 0 to 255, one byte each. */
export function writeText(out: Output, text: string): void {
  const count = text.length;
  if (out.length + count > out.bytes.length) makeSpace(out, count);
  if (count < 24) {
    const target = out.bytes;
    let at = out.length;
    for (let k = 0; k < count; k++) target[at++] = text.charCodeAt(k);
  } else out.bytes.write(text, out.length, count, "latin1");
  out.length += count;
}

/** Appends a whole number from 0 to 2^53 in digits. */
export function writeNumber(out: Output, value: number): void {
  if (value > 0x7fff_ffff) {
    writeText(out, String(value));
    return;
  }
  if (out.length + 10 > out.bytes.length) makeSpace(out, 10);
  const target = out.bytes;
  let digits = 1;
  for (let bound = 10; value >= bound; bound *= 10) digits++;
  let rest = value;
  for (let at = out.length + digits - 1; at >= out.length; at--) {
    const tenth = (rest / 10) | 0;
    target[at] = 48 + rest - tenth * 10;
    rest = tenth;
  }
  out.length += digits;
}

/** What a memory output holds; a view. */
export function written(out: Output): Uint8Array {
  return out.bytes.subarray(0, out.length);
}
