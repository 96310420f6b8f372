/**
 * The hidden folder in which files that appear together are written. It is used through its handle, so that anything that
 * takes its path is neither written to nor removed; its names are random, so that they exist nowhere else.
 */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { invalid } from "../../core/problem.ts";
import { diskFailure, entryAt, quietly } from "../disk/disk.ts";
import { type Folder, type FolderHandle, holdFolder } from "../scope/folder-handle.ts";
import { shown } from "../scope/names.ts";
import { partNames } from "../temporary/temp-name.ts";
import { forgetRemoved } from "../temporary/temp-registry.ts";
import type { Writing } from "./new-file.ts";

export interface StagingFolder extends Disposable {
  readonly folder: FolderHandle;
  /** The name of its file number `index`. */
  nameOf(index: number): string;
}

/** Creates the folder in one on the target's file system; nothing else is created before the end, so nothing else needs removal. */
export function makeStagingFolder(above: Folder, field: string, { newTemp, disk }: Writing): StagingFolder {
  const outer = holdFolder(above, field, disk);
  let path: string;

  try {
    path = newTemp(above.path);
  } catch (error) {
    outer[Symbol.dispose]();
    throw error;
  }

  const at = outer.at(basename(path));
  let id: string | undefined;
  let folder: FolderHandle | undefined;

  const remove = () => {
    folder?.[Symbol.dispose]();
    quietly(() => {
      if (id !== undefined && entryAt(at)?.id === id) disk.rmdir(at);
    });
    forgetRemoved(path);
    outer[Symbol.dispose]();
  };

  try {
    disk.mkdir(at, 0o700);
    id = entryAt(at)?.id ?? "";
    folder = holdFolder({ path, id }, field, disk);
    // A folder that already existed has contents, or is worthless.
    if (readdirSync(folder.at(".")).length > 0)
      throw invalid(field, `${shown(path)} was replaced in the meantime`);
  } catch (error) {
    remove();
    throw diskFailure(error, `write to ${shown(above.path)}`);
  }

  return { folder, nameOf: partNames(path), [Symbol.dispose]: remove };
}
