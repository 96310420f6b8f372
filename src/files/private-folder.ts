/**
 * A folder of our own in the system's temporary folder, in which a foreign program works on a copy: nobody else may look
 * into it, and it is removed on every way out (by the parent for a killed process, by the next start for a dead one).
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ByteSource } from "../core/document-io.ts";
import { codeOf, diskFailure, entryAt, nodeDisk, noFollow, nonBlock, quietly } from "./disk.ts";
import { forget, note } from "./journal.ts";
import { outsideName } from "./outside.ts";
import { openSource } from "./source.ts";
import { newTempPath } from "./temp-name.ts";

export interface PrivateFolder extends Disposable {
  /** Absolute path. */
  readonly path: string;
  /** Makes a folder, and those above it, by a path relative to this one. */
  makeFolder(name: string): void;
  /** Writes a new file, from text or from the bytes of a document. */
  write(name: string, content: string | ByteSource): void;
  /** Opens a regular file; undefined when there is none. Disposing the folder closes it. */
  open(name: string): ByteSource | undefined;
  /** Removes a file, when there is one. */
  remove(name: string): void;
}

export interface PrivateFolderOptions {
  /** Called with the folder's path before it is made. */
  readonly onTemp?: ((path: string) => void) | undefined;
  /** A socket that the program makes elsewhere, by its name alone: removed with the folder. */
  readonly outside?: ((folder: string) => string | undefined) | undefined;
}

const chunkBytes = 1 << 20;

export function createPrivateFolder({ onTemp, outside }: PrivateFolderOptions = {}): PrivateFolder {
  const path = newTempPath(tmpdir());
  const handles = new Set<number>();
  const elsewhere = outside?.(path);
  const guard = <T>(step: () => T): T => {
    try {
      return step();
    } catch (error) {
      throw diskFailure(error, "work in the system's temporary folder");
    }
  };
  onTemp?.(path);
  note(path);
  guard(() => mkdirSync(path, { mode: 0o700 }));
  const folder: PrivateFolder = {
    path,
    makeFolder: (name) => guard(() => void mkdirSync(join(path, name), { recursive: true, mode: 0o700 })),
    write(name, content) {
      guard(() => {
        if (typeof content === "string")
          writeFileSync(join(path, name), content, { flag: "wx", mode: 0o600 });
        else copyTo(join(path, name), content);
      });
    },
    open(name) {
      let fd: number;
      try {
        fd = openSync(join(path, name), constants.O_RDONLY | noFollow | nonBlock);
      } catch (error) {
        // A link is no result either.
        if (["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(error) ?? "")) return undefined;
        throw diskFailure(error, "read a temporary file");
      }
      handles.add(fd);
      const stats = fstatSync(fd);
      return stats.isFile() ? openSource(() => fd, stats.size, "a temporary file", nodeDisk) : undefined;
    },
    remove: (name) => guard(() => rmSync(join(path, name), { recursive: true, force: true })),
    [Symbol.dispose]() {
      for (const fd of handles) quietly(() => closeSync(fd));
      handles.clear();
      if (elsewhere !== undefined) quietly(() => unlinkSync(elsewhere));
      quietly(() => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }));
      // One that could not be removed keeps its note: a later start tries again.
      quietly(() => {
        if (entryAt(path) === undefined) forget(path);
      });
    },
  };
  try {
    if (elsewhere !== undefined) folder.write(outsideName, elsewhere);
  } catch (error) {
    folder[Symbol.dispose]();
    throw error;
  }
  return folder;
}

function copyTo(path: string, source: ByteSource): void {
  const fd = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | noFollow, 0o600);
  try {
    for (let at = 0; at < source.size; ) {
      const piece = source.read(at, chunkBytes);
      if (piece.length === 0) throw new Error("a document ended before its end");
      for (let done = 0; done < piece.length; ) done += writeSync(fd, piece, done, piece.length - done);
      at += piece.length;
    }
  } finally {
    closeSync(fd);
  }
}
