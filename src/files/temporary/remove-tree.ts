/**
 * Removes a folder and its contents, each folder through its own handle if the system has such: a folder swapped for a link in
 * the meantime leads nowhere else. Links are removed, never followed.
 */

import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../../core/problem.ts";
import { type Disk, entryAt, nodeDisk, realPath } from "../disk/disk.ts";
import { type FolderHandle, holdFolder } from "../scope/folder-handle.ts";

/** None of our trees is this deep. */
const maxDepth = 64;

/** Retries: a program that was killed with its engine may have been about to write there. */
const tries = 5;
const pauseMs = 20;

/** Removes anything at the path. Throws the system's error, or a problem if a folder was replaced. */
export function removeTree(path: string, disk: Disk = nodeDisk): void {
  if (entryAt(path) === undefined) return;

  const parent = realPath(dirname(path));
  using above = holdFolder({ path: parent, id: entryAt(parent)?.id ?? "" }, "path", disk);

  for (let more = tries - 1; ; more -= 1) {
    try {
      removeEntry(above, basename(path), disk);
      return;
    } catch (error) {
      if (more === 0 || codeOf(error) !== "ENOTEMPTY") throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

/**
 * Removes one name in a folder, and its contents if it is a folder: everything, or only entries that `goes` accepts by name
 * and path. If anything remains, the system refuses to remove the folder, and that error is thrown.
 */
export function removeEntry(
  above: FolderHandle,
  name: string,
  disk: Disk,
  goes: (name: string, at: string) => boolean = () => true,
  depth = 0,
): void {
  const at = above.at(name);
  const entry = entryAt(at);
  if (entry === undefined) return;
  if (entry.kind !== "folder") {
    disk.unlink(at);
    return;
  }

  if (depth < maxDepth) {
    using folder = holdFolder({ path: join(above.folder.path, name), id: entry.id }, "path", disk);
    for (const each of readdirSync(folder.at("."))) {
      if (!goes(each, folder.at(each))) continue;
      if (!folder.held) folder.check();
      removeEntry(folder, each, disk, goes, depth + 1);
    }
  }

  if (entryAt(at)?.id === entry.id) disk.rmdir(at);
}
