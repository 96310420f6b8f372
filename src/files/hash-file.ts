/** The SHA-256 of large files, piece by piece. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { diskFailure } from "./disk.ts";

const pieceBytes = 1 << 20;

/** Hexadecimal. `onBytes` hears the size of each piece; an aborted `signal` ends it with its reason. */
export async function hashFile(
  path: string,
  { onBytes, signal }: { onBytes?: (count: number) => void; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const hash = createHash("sha256");
  const piece = new Uint8Array(pieceBytes);
  try {
    const file = await open(path, "r");
    try {
      for (;;) {
        signal?.throwIfAborted();
        const { bytesRead } = await file.read(piece, 0, pieceBytes);
        if (bytesRead === 0) return hash.digest("hex");
        hash.update(piece.subarray(0, bytesRead));
        onBytes?.(bytesRead);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw diskFailure(error, `read ${path}`);
  }
}
