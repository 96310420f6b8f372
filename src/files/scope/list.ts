/** The PDF files of one folder, by names and attributes alone: nothing is opened. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FileEntry } from "../../core/document-io.ts";
import { invalid } from "../../core/problem.ts";
import { type Disk, type Entry, entryAt, pathFailure, realPath } from "../disk/disk.ts";
import { holdFolder } from "./folder-handle.ts";
import { compareNames, shown } from "./names.ts";
import { checkRoot, contains, locate, resolveReal, type Scope } from "./scope.ts";

/** The latest moment that a Date can hold; some file systems hold later ones. */
const maxTime = 8_640_000_000_000_000;

function timestamp(ms: number): string {
  return new Date(Math.min(Math.max(ms, -62_135_596_800_000), maxTime)).toISOString();
}

/** The regular file behind an entry: a link counts when it stays in the scope. */
function fileBehind(scope: Scope, path: string): Entry | undefined {
  try {
    const entry = entryAt(path);
    if (entry?.kind === "file") return entry;
    if (entry?.kind !== "link") return undefined;
    const real = realPath(path);
    const target = contains(scope, real) ? entryAt(real) : undefined;
    return target?.kind === "file" ? target : undefined;
  } catch {
    // Gone meanwhile, not reachable, or a name that is not UTF-8: no tool could open it either.
    return undefined;
  }
}

/** 422 on the field when the folder is outside, missing or no folder. Omitted: the first allowed folder. */
export function listPdf(
  scope: Scope,
  folder: string | undefined,
  field: string,
  disk: Disk,
): { readonly folder: string; readonly files: readonly FileEntry[] } {
  const path = folder ?? scope.base;
  const requested = locate(scope, path, field, "folder");
  checkRoot(requested.root, field);
  const real = resolveReal(scope, requested, path, field);
  const entry = entryAt(real);
  if (entry?.kind !== "folder") throw invalid(field, `${shown(path)} is not a folder`);
  // Held, so that a folder swapped for a link shows nothing of what the link leads to.
  using held = holdFolder({ path: real, id: entry.id }, field, disk);
  let names: string[];
  try {
    names = readdirSync(held.at("."));
  } catch (error) {
    throw pathFailure(error, field, shown(path));
  }
  const files: FileEntry[] = [];
  for (const name of names.filter((each) => /\.pdf$/i.test(each) && each.isWellFormed()).sort(compareNames)) {
    const file = fileBehind(scope, held.at(name));
    if (file === undefined) continue;
    files.push({ path: join(real, name), bytes: file.size, modified: timestamp(file.modifiedMs) });
  }
  if (!held.held) held.check();
  return { folder: real, files };
}
