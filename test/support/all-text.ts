/** What could be found in a file's bytes. */
import { inflateSync } from "node:zlib";

/** Every byte that a reader could find: the file, and its streams inflated. */
export function allText(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes);
  const parts = [raw.toString("latin1")];
  for (let at = raw.indexOf("stream\n"); at >= 0; at = raw.indexOf("stream\n", at + 7)) {
    try {
      parts.push(inflateSync(raw.subarray(at + 7), { finishFlush: 2 }).toString("latin1"));
    } catch {
      // Not deflated: its bytes are in the file as they are.
    }
  }
  return parts.join("\n");
}
