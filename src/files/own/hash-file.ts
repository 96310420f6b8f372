/** The SHA-256 of large files, piece by piece. */
import { createHash } from "node:crypto";
import { closeSync, read } from "node:fs";
import { promisify } from "node:util";
import { openRegular } from "../../host/regular-file.ts";
import { diskFailure } from "../disk/disk.ts";

const pieceBytes = 1 << 20;
const readPiece = promisify(read);

/** Hexadecimal. `onBytes` hears the size of each piece; an aborted `signal` ends it with its reason. */
export async function hashFile(
  path: string,
  { onBytes, signal }: { onBytes?: (count: number) => void; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const hash = createHash("sha256");
  const piece = new Uint8Array(pieceBytes);
  try {
    const { fd } = openRegular(path, { follow: true });
    try {
      for (;;) {
        signal?.throwIfAborted();
        const { bytesRead } = await readPiece(fd, piece, 0, pieceBytes, null);
        if (bytesRead === 0) return hash.digest("hex");
        hash.update(piece.subarray(0, bytesRead));
        onBytes?.(bytesRead);
      }
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw diskFailure(error, `read ${path}`);
  }
}
