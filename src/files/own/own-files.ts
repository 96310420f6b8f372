/**
 * Files of the program's own in its data folder (reading models, libraries), never documents: no scope decides over them,
 * and their paths never come from a caller. The message of every failure names what could not be done, and why.
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

/** Runs a step on the disk; its failure becomes 422 `operation_failed`: "Cannot <action>: <reason>". */
export function onDisk<T>(action: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw diskFailure(error, action);
  }
}

/** The same; undefined where there is no such file or folder. */
function ifThere<T>(action: string, step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) return undefined;
    throw diskFailure(error, action);
  }
}

/** Makes a folder and those above it. */
export function makeFolder(path: string): void {
  onDisk(`make the folder ${path}`, () => fs.mkdirSync(path, { recursive: true }));
}

/** Names in a folder; none where there is no such folder. */
export function namesIn(path: string): readonly string[] {
  return ifThere(`look into ${path}`, () => fs.readdirSync(path)) ?? [];
}

/** Size of a regular file in bytes; undefined when there is none. Links are followed: a user may keep models elsewhere. */
export function bytesOf(path: string): number | undefined {
  const stats = ifThere(`look at ${path}`, () => fs.statSync(path));
  return stats?.isFile() ? stats.size : undefined;
}

/** The largest are tokenizers and models of scripts. */
const maxReadBytes = 256 << 20;

const readWhole = (path: string) => readRegular(path, { follow: true, maxBytes: maxReadBytes });

/** A text file; undefined when there is none. Links are followed, as above. */
export function readOwnText(path: string): string | undefined {
  return ifThere(`read ${path}`, () => readWhole(path).toString("utf8"));
}

/** A model. Links are followed, as above. */
export function readOwnBytes(path: string): Uint8Array {
  return onDisk(`read ${path}`, () => readWhole(path));
}

/** Writes a small file whole or not at all, durably, over what was there. */
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

/** Gives a file or folder another name, at once. Throws the system's error: callers know what it means where they are. */
export const rename: (from: string, to: string) => void = fs.renameSync;

/**
 * Gives a finished folder its name. Where another process was first and its folder `isGood`, that one stays; one that is
 * not good is replaced.
 */
export function publishFolder(draft: string, final: string, isGood: () => boolean): void {
  onDisk(`make the folder ${final}`, () => {
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

/** Removes a file or a folder with what is in it, if there is one. Links in it are removed, not followed. */
export function removeOwn(path: string): void {
  onDisk(`remove ${path}`, () => removeTree(path));
}

/** Copies a file; file systems that can share the blocks do (reflink). */
export function copyOwn(from: string, to: string): void {
  onDisk(`copy ${from} to ${to}`, () =>
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE),
  );
}

/** Bytes that this user may still write where the folder is; undefined where the system does not report it. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** A file that grows while it comes in, and can be gone on with later. */
export interface PartFile extends Disposable {
  /** Appends; each write is whole when it returns. Throws 422 `operation_failed` (no space left, …). */
  write(bytes: Uint8Array): void;
  /** Makes what was written durable. */
  sync(): void;
}

/** Opens the file at its end, or begins it anew. */
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

/** The SHA-256 of a file, piece by piece, in hexadecimal. `onBytes` hears the size of each piece; an aborted `signal` ends it with its reason. */
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
