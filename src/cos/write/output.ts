/** Buffers written bytes: in memory, or ahead of a sink so that small objects cost no system calls. */
import { Buffer } from "node:buffer";
import { type Sha256, sha256, zlib } from "../../core/builtins.ts";
import type { ByteSink } from "../../core/document-io.ts";

export interface Output {
  /** Bytes not yet passed to the sink are `bytes[0, length)`. */
  bytes: Buffer;
  length: number;
  /** Bytes already passed to the sink. */
  flushed: number;
  readonly sink: ByteSink | undefined;
  /** Hash of the bytes passed on since `startHash`. */
  hash: Sha256 | undefined;
}

/** A buffer ahead of a sink grows to this size, one in memory without bound. */
const sinkBuffer = 1024 * 1024;
/** Large enough at first that most documents need no second one. */
const firstSinkBuffer = 128 * 1024;
/** Arrays of at least this size go directly to the sink. */
const direct = 64 * 1024;

/** The buffer of a finished output: for thousands of small files, touching new memory for each costs more than writing it. */
let spare: Buffer | undefined;

/** Creates an output ahead of a sink, or in memory. */
export function newOutput(sink?: ByteSink): Output {
  const bytes = (sink && spare) ?? Buffer.allocUnsafe(sink ? firstSinkBuffer : 512);
  if (bytes === spare) spare = undefined;
  return { bytes, length: 0, flushed: 0, sink, hash: undefined };
}

/** Passes everything to the sink; nothing more is written. */
export function endOutput(out: Output): void {
  flush(out);
  if (out.sink && out.bytes.length === firstSinkBuffer) spare = out.bytes;
  out.bytes = none;
}

const none = Buffer.alloc(0);

/** Bytes written so far. */
export const position = (out: Output): number => out.flushed + out.length;

/** Passes everything to the sink. */
export function flush(out: Output): void {
  if (!out.sink || out.length === 0) return;
  handOn(out, out.sink, written(out));
  out.length = 0;
}

function handOn(out: Output, sink: ByteSink, bytes: Uint8Array): void {
  addToHash(out, bytes);
  sink.write(bytes);
  out.flushed += bytes.length;
}

function addToHash({ hash, flushed }: Output, bytes: Uint8Array): void {
  // Hashing large data costs as much as writing it, so in large files it counts by its checksum.
  const isSmall = bytes.length < direct || flushed < sinkBuffer;
  hash?.update(isSmall ? bytes : `${bytes.length} ${zlib().crc32(bytes)}`);
}

/** Bytes written from here on count toward `contentId`. */
export function startHash(out: Output): void {
  flush(out);
  out.hash = sha256();
}

/** A file identifier (ISO 32000-2, 14.4) made from the bytes since `startHash`: equal contents get equal identifiers. */
export function contentId(out: Output): Uint8Array {
  addToHash(out, written(out));
  const hash = out.hash ?? sha256();
  out.hash = undefined;
  return new Uint8Array(hash.digest().subarray(0, 16));
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
    handOn(out, out.sink, bytes);
    return;
  }
  makeSpace(out, bytes.length);
  out.bytes.set(bytes, out.length);
  out.length += bytes.length;
}

/** Appends text made of code points 0 to 255, one byte each. */
export function writeText(out: Output, text: string): void {
  makeSpace(out, text.length);
  const { bytes, length } = out;
  for (let k = 0; k < text.length; k++) bytes[length + k] = text.charCodeAt(k);
  out.length += text.length;
}

/** The contents of an in-memory output, as a view. */
export const written = (out: Output): Uint8Array => out.bytes.subarray(0, out.length);
