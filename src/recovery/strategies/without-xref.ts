/** A document whose cross-reference cannot be found: a reader then looks for the objects themselves. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../../core/document-io.ts";

const keyword = Buffer.from("startxref");

/** The same bytes with every `startxref` made unreadable, wherever reads begin and end. */
export function withoutXref(source: ByteSource): ByteSource {
  const margin = keyword.length - 1;
  return {
    size: source.size,
    read(offset, length) {
      const from = Math.max(0, offset - margin);
      // A copy: what a source gives is not ours to change.
      const bytes = new Uint8Array(source.read(from, offset - from + length + margin));
      const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let at = view.indexOf(keyword); at >= 0; at = view.indexOf(keyword, at + keyword.length))
        view.fill(0x20, at, at + keyword.length);
      return bytes.subarray(offset - from, offset - from + length);
    },
  };
}
