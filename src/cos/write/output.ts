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
/** It begins large enough that most documents need no second one. */
const firstSinkBuffer = 128 * 1024;
/** Arrays from this size on go to the sink directly. */
const direct = 64 * 1024;

/** An output before a sink, or in memory. */
export function newOutput(sink?: ByteSink): Output {
  const bytes = Buffer.allocUnsafe(sink ? firstSinkBuffer : 512);
  return { bytes, length: 0, flushed: 0, sink };
}

/** Bytes written so far. */
export function position(out: Output): number {
  return out.flushed + out.length;
}

/** Hands everything to the sink. */
export function flush(out: Output): void {
  if (!out.sink || out.length === 0) return;
  out.sink.write(written(out));
  out.flushed += out.length;
  out.length = 0;
}

/** Makes room for `count` more bytes at `bytes[length]`. */
function makeSpace(out: Output, count: number): void {
  if (out.length + count <= out.bytes.length) return;
  if (out.sink && out.length + count > sinkBuffer) flush(out);
  if (out.length + count <= out.bytes.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(out.length + count, out.bytes.length * 2));
  grown.set(written(out));
  out.bytes = grown;
}

export function writeBytes(out: Output, bytes: Uint8Array): void {
  if (out.sink && bytes.length >= direct) {
    flush(out);
    out.sink.write(bytes);
    out.flushed += bytes.length;
    return;
  }
  makeSpace(out, bytes.length);
  out.bytes.set(bytes, out.length);
  out.length += bytes.length;
}

/** Appends text of code points 0 to 255, one byte each. */
export function writeText(out: Output, text: string): void {
  makeSpace(out, text.length);
  const { bytes, length } = out;
  for (let k = 0; k < text.length; k++) bytes[length + k] = text.charCodeAt(k);
  out.length += text.length;
}

/** What a memory output holds; a view. */
export function written(out: Output): Uint8Array {
  return out.bytes.subarray(0, out.length);
}
