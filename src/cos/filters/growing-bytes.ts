/** A byte buffer that grows up to a limit. */
import { CosError } from "../syntax/error.ts";

export interface GrowingBytes {
  bytes: Uint8Array;
  length: number;
  readonly limit: number;
}

export function growingBytes(expected: number, limit: number): GrowingBytes {
  return { bytes: new Uint8Array(Math.max(64, Math.min(expected, limit))), length: 0, limit };
}

/** Makes room for `count` more bytes. Throws CosError `limit`. */
export function makeRoom(out: GrowingBytes, count: number): void {
  const needed = out.length + count;
  if (needed > out.limit) throw new CosError("limit", `a stream of more than ${out.limit} bytes`);
  if (needed <= out.bytes.length) return;
  const grown = new Uint8Array(Math.max(needed, Math.min(out.bytes.length * 2, out.limit)));
  grown.set(out.bytes.subarray(0, out.length));
  out.bytes = grown;
}

export const finished = (out: GrowingBytes): Uint8Array => out.bytes.subarray(0, out.length);
