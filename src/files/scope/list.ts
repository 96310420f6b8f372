/** Lists the PDF files in a folder by name and attributes only, without opening any. */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FileEntry, ListedFiles } from "../../core/document-io.ts";
import { invalid } from "../../core/problem.ts";
import { type Disk, type Entry, entryAt, pathFailure, realPath } from "../disk/disk.ts";
import { type Folder, holdFolder } from "./folder-handle.ts";
import { compareNames, shown } from "./names.ts";
import { checkRoot, contains, locate, resolveReal, type Scope } from "./scope.ts";

/** The latest time that a Date can hold; some file systems have later ones. */
const maxTime = 8_640_000_000_000_000;

function timestamp(ms: number): string {
  return new Date(Math.min(Math.max(ms, -62_135_596_800_000), maxTime)).toISOString();
}

/** The regular file at an entry: a link counts if its target is in the scope. */
function linkedFile(scope: Scope, path: string): Entry | undefined {
  try {
    const entry = entryAt(path);
    if (entry?.kind === "file") return entry;
    if (entry?.kind !== "link") return undefined;
    const real = realPath(path);
    const target = contains(scope, real) ? entryAt(real) : undefined;
    return target?.kind === "file" ? target : undefined;
  } catch {
    // Gone in the meantime, unreachable, or a name that isn't UTF-8: no tool could open it either.
    return undefined;
  }
}

export interface ListRequest {
  /** The field that named the folder, for errors. */
  readonly field: string;
  /** Whether to list subfolders too. */
  readonly below?: boolean | undefined;
}

/** 422 on the field if the folder is outside the scope, missing or not a folder. Default: the first allowed folder. */
export function listPdf(
  scope: Scope,
  folder: string | undefined,
  { field, below = false }: ListRequest,
  disk: Disk,
): ListedFiles {
  const path = folder ?? scope.base;
  const requested = locate(scope, path, field, "folder");
  checkRoot(requested);
  const real = resolveReal(scope, requested);
  const entry = entryAt(real);
  if (entry?.kind !== "folder") throw invalid(field, `${shown(path)} is not a folder`);

  const files: FileEntry[] = [];
  const skipped: string[] = [];
  const waiting: Folder[] = [{ path: real, id: entry.id }];

  for (let next = waiting.pop(); next; next = waiting.pop()) {
    try {
      const found = listOne(scope, next, field, disk);
      files.push(...found.files);
      if (below) waiting.push(...found.folders.toReversed());
      else skipped.push(...found.folders.map(({ path }) => path));
    } catch (error) {
      // Skips a subfolder that is unreadable or was just removed.
      if (next.path === real) throw error;
      skipped.push(next.path);
    }
    if (files.length > maxListed)
      throw invalid(field, `${shown(path)} has more than ${maxListed} PDF files; name a folder in it`);
  }

  return { folder: real, files, skipped };
}

/** Maximum files listed below one folder. */
const maxListed = 100_000;

/** The PDF files in one folder, and its subfolders; links to folders are skipped, because they may lead back. */
function listOne(scope: Scope, folder: Folder, field: string, disk: Disk) {
  // Opened as a handle, so that swapping the folder for a link exposes nothing of the link's target.
  using held = holdFolder(folder, field, disk);
  let entries: Dirent[];

  try {
    entries = readdirSync(held.at("."), { withFileTypes: true });
  } catch (error) {
    throw pathFailure(error, field, shown(folder.path));
  }

  const files: FileEntry[] = [];
  const folders: Folder[] = [];

  // The kinds that the folder tells spare a question for each of many files.
  const inner = new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
  const names = entries.map(({ name }) => name).filter((name) => name.isWellFormed());

  for (const name of names.sort(compareNames)) {
    const path = join(folder.path, name);
    const file = /\.pdf$/i.test(name) ? linkedFile(scope, held.at(name)) : undefined;
    if (file) files.push({ path, bytes: file.size, modified: timestamp(file.modifiedMs) });
    const below = !file && inner.has(name) ? folderAt(held.at(name)) : undefined;
    if (below) folders.push({ path, id: below.id });
  }

  if (!held.held) held.check();
  return { files, folders };
}

function folderAt(path: string): Entry | undefined {
  try {
    const entry = entryAt(path);
    return entry?.kind === "folder" ? entry : undefined;
  } catch {
    return undefined;
  }
}
