/**
 * Works in one folder, whatever happens to its path: on Linux through an open handle (`/proc/self/fd/N/name` acts like
 * openat), so that swapping the folder for a link can't send a new file outside. Elsewhere by its path, checked before and
 * after each step: a swap within microseconds could still win there (docs/decisions/0008).
 */
import { constants, readlinkSync } from "node:fs";
import { join } from "node:path";
import { codeOf, invalid } from "../../core/problem.ts";
import { type Disk, diskFailure, entryAt, entryOfOpen, noFollow, quietly } from "../disk/disk.ts";
import { shown } from "./names.ts";

/** A folder as it was when checked. */
export interface Folder {
  /** Real path. */
  readonly path: string;
  /** Device and inode. */
  readonly id: string;
}

export interface FolderHandle extends Disposable {
  readonly folder: Folder;
  /** Whether names resolve in the folder itself, whatever is at its path by now. */
  readonly held: boolean;
  /** The path under which the disk finds a name in the folder. */
  at(name: string): string;
  /** 422 if the folder's path no longer leads to it. */
  check(): void;
  /** Makes new names durable where folders can be synced; ignores failures. */
  sync(): void;
}

const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | noFollow;

/** The path of an open handle, as reported by the system; undefined if it reports none. */
export function placeOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

function replaced(folder: Folder, field: string): Error {
  return invalid(field, `the folder ${shown(folder.path)} was removed or replaced in the meantime`);
}

/** 422 if the folder is no longer the one that was checked. */
function checkFolder(folder: Folder, field: string): void {
  const entry = entryAt(folder.path);
  if (entry?.kind !== "folder" || entry.id !== folder.id) throw replaced(folder, field);
}

/** Opens a handle to a folder. 422 on the field if it is no longer the one that was checked. */
export function holdFolder(folder: Folder, field: string, disk: Disk): FolderHandle {
  let fd: number | undefined;

  try {
    fd = disk.open(folder.path, folderFlags);
  } catch (error) {
    // It is a link by now, or gone. Falling back to the path would trust it to stay unchanged.
    if (["ELOOP", "ENOTDIR", "ENOENT"].includes(codeOf(error) ?? "")) throw replaced(folder, field);
    // Exhausting all handles must not make us fall back to paths.
    if (["EMFILE", "ENFILE"].includes(codeOf(error) ?? ""))
      throw diskFailure(error, `open ${shown(folder.path)}`);
    // A folder that is writable but not listable, or a system that can't open folders: use the path.
  }

  const place = fd === undefined ? undefined : placeOf(fd);
  const close = () => {
    const open = fd;
    fd = undefined;
    if (open !== undefined) quietly(() => disk.close(open));
  };

  try {
    if (fd === undefined || place === undefined) checkFolder(folder, field);
    else if (place !== folder.path || entryOfOpen(fd).id !== folder.id) throw replaced(folder, field);
  } catch (error) {
    close();
    throw diskFailure(error, `open ${shown(folder.path)}`);
  }

  const held = fd !== undefined && place !== undefined;
  const base = held ? `/proc/self/fd/${fd}` : folder.path;

  return {
    folder,
    held,
    at: (name) => join(base, name),
    check: () => checkFolder(folder, field),
    sync() {
      const open = fd;
      if (open !== undefined) quietly(() => disk.sync(open));
    },
    [Symbol.dispose]: close,
  };
}
