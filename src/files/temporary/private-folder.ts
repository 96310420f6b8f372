/**
 * A private folder in the system's temporary folder, in which an external program works on a copy: nobody else can look into
 * it, and it is always removed (by the parent for a killed process, by the next start for a dead one).
 */
import { closeSync, constants, mkdirSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ByteSource } from "../../core/document-io.ts";
import { codeOf, failed } from "../../core/problem.ts";
import { openRegular } from "../../host/regular-file.ts";
import { diskFailure, nodeDisk, noFollow, quietly } from "../disk/disk.ts";
import { openSource } from "../disk/source.ts";
import { shown } from "../scope/names.ts";
import { removeTree } from "./remove-tree.ts";
import { newTempPath, userTempFolder } from "./temp-name.ts";
import { forget, forgetRemoved, note, socketNote } from "./temp-registry.ts";

export interface PrivateFolder extends Disposable {
  /** Absolute path. */
  readonly path: string;
  /** Creates a folder and its parents, by a relative path. */
  makeFolder(name: string): void;
  /** Writes a new file with this text. */
  write(name: string, content: string): void;
  /** Writes a new file from the pieces that `content` produces. */
  writePieces(name: string, content: (onPiece: (piece: Uint8Array) => void) => Promise<void>): Promise<void>;
  /** Opens a regular file; undefined if there is none. Disposing of the folder closes it. */
  open(name: string): ByteSource | undefined;
  /** Removes a file, if present. */
  remove(name: string): void;
}

export interface PrivateFolderOptions {
  /** Called with the folder's path before it is created. */
  readonly onTemp?: ((path: string) => void) | undefined;
  /** A socket that the program creates elsewhere, whatever its settings; it is removed with the folder. */
  readonly outside?: ((folder: string) => string | undefined) | undefined;
}

export function createPrivateFolder({ onTemp, outside }: PrivateFolderOptions = {}): PrivateFolder {
  const path = newTempPath(ownFolder());
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
  if (elsewhere !== undefined) note(socketNote(elsewhere));
  guard(() => mkdirSync(path, { mode: 0o700 }));

  return {
    path,
    makeFolder: (name) => guard(() => void mkdirSync(join(path, name), { recursive: true, mode: 0o700 })),
    write(name, content) {
      guard(() => writeFileSync(join(path, name), content, { flag: "wx", mode: 0o600 }));
    },
    async writePieces(name, content) {
      const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | noFollow;
      const fd = guard(() => openSync(join(path, name), flags, 0o600));
      try {
        await content((piece) => guard(() => writeFileSync(fd, piece)));
      } finally {
        closeSync(fd);
      }
    },
    open(name) {
      try {
        const { fd, size } = openRegular(join(path, name));
        handles.add(fd);
        return openSource(() => fd, size, "a temporary file", nodeDisk);
      } catch (error) {
        // A link isn't a result either.
        if (["ENOENT", "ENOTDIR", "ELOOP", "EFTYPE"].includes(codeOf(error) ?? "")) return undefined;
        throw diskFailure(error, "read a temporary file");
      }
    },
    remove: (name) => guard(() => removeTree(join(path, name))),
    [Symbol.dispose]() {
      for (const fd of handles) quietly(() => closeSync(fd));
      handles.clear();
      if (elsewhere !== undefined) {
        quietly(() => unlinkSync(elsewhere));
        forget(socketNote(elsewhere));
      }
      quietly(() => removeTree(path));
      forgetRemoved(path);
    },
  };
}

/** Where nobody else can look or put anything. */
function ownFolder(): string {
  let folder: string | undefined;
  try {
    folder = userTempFolder(true);
  } catch (error) {
    throw diskFailure(error, "work in the system's temporary folder");
  }
  if (folder === undefined)
    throw failed(
      `The system's temporary folder ${shown(tmpdir())} is unusable: it is read-only or full, or its entry pdfd-<user> belongs to another user. Set TMPDIR to a folder that this program's user can write to`,
    );
  return folder;
}
