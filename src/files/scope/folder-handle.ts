/**
 * Working in one folder whatever happens to its path: on Linux through an open handle (`/proc/self/fd/N/name` is what
 * openat would be), so that a folder swapped for a link cannot send a new file outside. Elsewhere by its path, checked
 * again around each step: a swap within microseconds could still win there (docs/decisions/0008).
 */
import { constants, readlinkSync } from "node:fs";
import { join } from "node:path";
import { codeOf, invalid } from "../../core/problem.ts";
import { type Disk, diskFailure, entryAt, entryOfOpen, noFollow, quietly } from "../disk/disk.ts";
import { shown } from "./names.ts";

/** A folder as it was when it was checked. */
export interface Folder {
  /** Real path. */
  readonly path: string;
  /** Device and inode. */
  readonly id: string;
}

export interface FolderHandle extends Disposable {
  readonly folder: Folder;
  /** Whether names lead into the folder itself, whatever has its path by now. */
  readonly held: boolean;
  /** The path by which the disk finds one name in the folder. */
  at(name: string): string;
  /** 422 when the folder's path no longer leads to it. */
  check(): void;
  /** Makes new names durable where folders can be synced; a failure changes nothing. */
  sync(): void;
}

const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | noFollow;

/** Where an open handle is by what the system reports; undefined where it reports nothing. */
export function placeOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

function replaced(folder: Folder, field: string): Error {
  return invalid(field, `the folder ${shown(folder.path)} was removed or replaced meanwhile`);
}

/** 422 when the folder is no longer the one that was checked. */
function checkFolder(folder: Folder, field: string): void {
  const entry = entryAt(folder.path);
  if (entry?.kind !== "folder" || entry.id !== folder.id) throw replaced(folder, field);
}

/** Holds a folder. 422 on the field when it is no longer the one that was checked. */
export function holdFolder(folder: Folder, field: string, disk: Disk): FolderHandle {
  let fd: number | undefined;
  try {
    fd = disk.open(folder.path, folderFlags);
  } catch (error) {
    // It is a link by now, or gone. Going by its path would trust that it stays what it is the next moment.
    if (["ELOOP", "ENOTDIR", "ENOENT"].includes(codeOf(error) ?? "")) throw replaced(folder, field);
    // Who uses up all handles must not get to have folders found by their paths.
    if (["EMFILE", "ENFILE"].includes(codeOf(error) ?? ""))
      throw diskFailure(error, `open ${shown(folder.path)}`);
    // A folder one may write to and not list, or a system that opens no folders: then by its path.
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
