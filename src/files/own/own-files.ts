/**
 * The program's own files in its data folder (reading models, libraries), never documents: no scope applies to them, and their
 * paths never come from a caller. Every failure says what couldn't be done, and why.
 */

import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { codeOf } from "../../core/problem.ts";
import { openRegular, readRegular } from "../../host/regular-file.ts";
import { diskFailure, quietly } from "../disk/disk.ts";
import { removeTree } from "../temporary/remove-tree.ts";
import { newTempPath } from "../temporary/temp-name.ts";

/** Runs a disk operation; a failure becomes 422 `operation_failed`: "Cannot <action>: <reason>". */
export function onDisk<T>(action: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw diskFailure(error, action);
  }
}

/** The same; undefined if the file or folder doesn't exist. */
function ifThere<T>(action: string, step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) return undefined;
    throw diskFailure(error, action);
  }
}

/** Creates a folder and its parents. */
export function makeFolder(path: string): void {
  onDisk(`create the folder ${path}`, () => fs.mkdirSync(path, { recursive: true }));
}

/** Names in a folder; none if the folder doesn't exist. */
export function namesIn(path: string): readonly string[] {
  return ifThere(`list ${path}`, () => fs.readdirSync(path)) ?? [];
}

/** Size of a regular file in bytes; undefined if there is none. Follows links: users may keep models elsewhere. */
export function bytesOf(path: string): number | undefined {
  const stats = ifThere(`access ${path}`, () => fs.statSync(path));
  return stats?.isFile() ? stats.size : undefined;
}

/** The largest are tokenizers and script models. */
const maxReadBytes = 256 << 20;

const readWhole = (path: string) => readRegular(path, { follow: true, maxBytes: maxReadBytes });

/** A text file's content; undefined if there is none. Follows links, as above. */
export function readOwnText(path: string): string | undefined {
  return ifThere(`read ${path}`, () => readWhole(path).toString("utf8"));
}

/** Writes a small file atomically and durably, replacing any existing one. */
export function writeOwnFile(path: string, content: string | Uint8Array, mode = 0o644): void {
  const temp = newTempPath(dirname(path));
  onDisk(`write ${path}`, () => {
    try {
      const fd = fs.openSync(temp, "wx", mode);
      try {
        fs.writeFileSync(fd, content);
        fs.fsyncSync(fd);
      } finally {
        fs.closeSync(fd);
      }
      fs.renameSync(temp, path);
    } finally {
      quietly(() => fs.rmSync(temp, { force: true }));
    }
  });
}

/** Renames a file or folder atomically. Throws the system's error: callers know what it means for them. */
export const rename: (from: string, to: string) => void = fs.renameSync;

/** Gives a finished folder its name. If another process was first and its folder `isGood`, that one stays; otherwise it is replaced. */
export function publishFolder(draft: string, final: string, isGood: () => boolean): void {
  onDisk(`create the folder ${final}`, () => {
    try {
      fs.renameSync(draft, final);
    } catch (error) {
      if (!fs.existsSync(final)) throw error;
      if (isGood()) return;
      const bad = newTempPath(dirname(final));
      fs.renameSync(final, bad);
      removeTree(bad);
      fs.renameSync(draft, final);
    }
  });
}

/** Removes a file, or a folder and its contents, if present. Links inside are removed, not followed. */
export function removeOwn(path: string): void {
  onDisk(`remove ${path}`, () => removeTree(path));
}

/** Copies a file, sharing its blocks if the file system can (reflink). */
export function copyOwn(from: string, to: string): void {
  onDisk(`copy ${from} to ${to}`, () =>
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE),
  );
}

/** Bytes that this user may still write in the folder; undefined if the system doesn't report it. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** A file that grows while its content arrives, and can be continued later. */
export interface PartFile extends Disposable {
  /** Appends; each write is complete on return. Throws 422 `operation_failed` (no space left, …). */
  write(bytes: Uint8Array): void;
  /** Makes the written data durable. */
  sync(): void;
}

/** Opens the file at its end, or starts it over. */
export function openPart(path: string, keep: boolean): PartFile {
  const what = `write ${path}`;
  const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC } = fs.constants;
  const flags = O_WRONLY | O_CREAT | (keep ? O_APPEND : O_TRUNC);
  const { fd } = onDisk(what, () => openRegular(path, { flags, mode: 0o644 }));
  return {
    write(bytes) {
      onDisk(what, () => {
        for (let done = 0; done < bytes.length; ) done += fs.writeSync(fd, bytes, done);
      });
    },
    sync: () => onDisk(what, () => fs.fsyncSync(fd)),
    [Symbol.dispose]: () => fs.closeSync(fd),
  };
}

const pieceBytes = 1 << 20;
const readPiece = promisify(fs.read);

/** A file's SHA-256 in hexadecimal. `onBytes` gets the size of each piece read; aborting `signal` throws its reason. */
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
      fs.closeSync(fd);
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw diskFailure(error, `read ${path}`);
  }
}
