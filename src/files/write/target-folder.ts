/** The target folder for many new files: found through the existing levels, and created where they are missing. */
import { basename, dirname, join } from "node:path";
import { codeOf, invalid } from "../../core/problem.ts";
import { type Disk, diskFailure, entryAt, quietly } from "../disk/disk.ts";
import { type Folder, type FolderHandle, holdFolder } from "../scope/folder-handle.ts";
import { shown } from "../scope/names.ts";
import { type RequestPath, resolveReal, type Scope } from "../scope/scope.ts";
import { writableFolder } from "./new-file.ts";

/** The deepest existing folder on the way, and the missing names below it. */
export interface NearestExisting {
  readonly folder: Folder;
  readonly missing: readonly string[];
}

/** 422 on the field if the path leads outside, or through something that isn't a folder. Creates nothing. */
export function findNearestExisting(scope: Scope, requested: RequestPath): NearestExisting {
  const missing: string[] = [];
  let at = requested.path;

  for (;;) {
    try {
      // The entry itself: a dangling link exists, but can't hold a folder.
      if (entryAt(at) !== undefined) break;
    } catch (error) {
      // A file on the way: it gets its own turn.
      if (codeOf(error) !== "ENOTDIR") break;
    }
    if (at === requested.root?.path || dirname(at) === at) break;
    missing.unshift(basename(at));
    at = dirname(at);
  }

  const real = resolveReal(scope, { ...requested, path: at });
  return { folder: writableFolder(real, at, requested.field), missing };
}

interface Level {
  readonly name: string;
  readonly above: FolderHandle;
  readonly folder: Folder;
}

/** The folder while files get their names in it. */
export interface TargetFolder extends Disposable {
  readonly folder: FolderHandle;
  /** Makes the new levels' names durable. */
  sync(): void;
  /** Removes the created levels that are empty. */
  remove(): void;
}

/** Creates the missing levels one by one, without following a link that appears in the meantime. On failure, they are removed. */
export function makeTarget(nearest: NearestExisting, field: string, disk: Disk): TargetFolder {
  const held: FolderHandle[] = [holdFolder(nearest.folder, field, disk)];
  const made: Level[] = [];
  const close = () => {
    for (const each of held.splice(0)) each[Symbol.dispose]();
  };

  const remove = () => {
    for (const { name, above, folder } of made.splice(0).reverse())
      quietly(() => {
        if (entryAt(above.at(name))?.id === folder.id) disk.rmdir(above.at(name));
      });
  };

  /** The folder `name` in `above`, created if nothing has that name. */
  function down(above: FolderHandle, name: string): FolderHandle {
    const path = join(above.folder.path, name);
    let fresh = true;

    try {
      disk.mkdir(above.at(name));
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw diskFailure(error, `create the folder ${shown(path)}`);
      fresh = false;
    }

    const entry = entryAt(above.at(name));
    if (entry?.kind !== "folder") throw invalid(field, `${shown(path)} is not a folder`);
    const folder = { path, id: entry.id };
    if (fresh) made.push({ name, above, folder });
    const next = holdFolder(folder, field, disk);
    held.push(next);

    return next;
  }

  try {
    let folder = held[0];
    for (const name of nearest.missing) folder = folder && down(folder, name);
    if (folder === undefined) throw new Error("no folder to start from");
    return {
      folder,
      sync: () => {
        for (const each of held) each.sync();
      },
      remove,
      [Symbol.dispose]: close,
    };
  } catch (error) {
    remove();
    close();
    throw error;
  }
}
