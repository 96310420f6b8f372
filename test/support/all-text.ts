/** Everything that could be found in a file's bytes. */
import { inflateSync } from "node:zlib";

/** All bytes that a reader could find: the file and its inflated streams. */
export function allText(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes);
  const parts = [raw.toString("latin1")];
  for (let at = raw.indexOf("stream\n"); at >= 0; at = raw.indexOf("stream\n", at + 7)) {
    try {
      parts.push(inflateSync(raw.subarray(at + 7), { finishFlush: 2 }).toString("latin1"));
    } catch {
      // Not deflated, so the file already contains its bytes.
    }
  }
  return parts.join("\n");
}
