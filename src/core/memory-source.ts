/** Documents that are whole in memory. */
import type { ByteSource } from "./document-io.ts";

/** Bytes as a source: nothing is copied, so they must not be written again. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(Math.max(0, offset), Math.max(0, offset + length)),
  };
}
