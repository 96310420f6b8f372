/** Random access to an open file. */
import type { ByteSource } from "../../core/document-io.ts";
import { failed } from "../../core/problem.ts";
import { type Disk, diskFailure } from "./disk.ts";

/** Uncleared memory: it is filled at once. A plain array, because `slice` means something else on a Buffer. */
export function freshBytes(length: number): Uint8Array {
  const memory = Buffer.allocUnsafeSlow(length);
  return new Uint8Array(memory.buffer, memory.byteOffset, length);
}

/** The bytes of an open file. If it became shorter than `size`, 422 `operation_failed` naming `name`. */
export function openSource(fd: () => number, size: number, name: string, disk: Disk): ByteSource {
  return {
    size,
    read(offset, length, into) {
      const from = Math.max(0, offset);
      const count = Math.max(0, Math.min(size, offset + length) - from);
      const bytes = into && into.length >= count ? into.subarray(0, count) : freshBytes(count);

      for (let filled = 0; filled < bytes.length; ) {
        let got: number;
        try {
          got = disk.read(fd(), bytes, filled, bytes.length - filled, from + filled);
        } catch (error) {
          throw diskFailure(error, `read ${name}`);
        }
        if (got <= 0) throw failed(`Cannot read ${name}: it shrank while it was being read`);
        filled += got;
      }

      return bytes;
    },
  };
}
