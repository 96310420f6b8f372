/** An in-memory sink that counts its calls. */
import { Buffer } from "node:buffer";
import type { ByteSink } from "../../src/core/document-io.ts";

export interface MemorySink extends ByteSink {
  readonly calls: number;
  bytes(): Uint8Array;
}

export function memorySink(): MemorySink {
  const parts: Uint8Array[] = [];
  let position = 0;
  return {
    get position() {
      return position;
    },
    get calls() {
      return parts.length;
    },
    write(bytes) {
      parts.push(Uint8Array.from(bytes));
      position += bytes.length;
    },
    bytes: () => new Uint8Array(Buffer.concat(parts)),
  };
}
