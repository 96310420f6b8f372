/** A file that grows while it comes in, and can be gone on with later. */
import { closeSync, constants, fsyncSync, rmSync, writeSync } from "node:fs";
import { openRegular } from "../../host/regular-file.ts";
import { onDisk } from "./own-files.ts";

export interface PartFile extends Disposable {
  /** Appends; each write is whole when it returns. Throws 422 `operation_failed` (no space left, …). */
  write(bytes: Uint8Array): void;
  /** Makes what was written durable. */
  sync(): void;
}

/** Opens the file at its end, or begins it anew. */
export function openPart(path: string, keep: boolean): PartFile {
  const what = `write ${path}`;
  const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC } = constants;
  const flags = O_WRONLY | O_CREAT | (keep ? O_APPEND : O_TRUNC);
  const { fd } = onDisk(what, () => openRegular(path, { flags, mode: 0o644 }));
  return {
    write(bytes) {
      onDisk(what, () => {
        for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      });
    },
    sync: () => onDisk(what, () => fsyncSync(fd)),
    [Symbol.dispose]: () => closeSync(fd),
  };
}

/** Removes it, if there is one. */
export function removePart(path: string): void {
  onDisk(`remove ${path}`, () => rmSync(path, { force: true }));
}
