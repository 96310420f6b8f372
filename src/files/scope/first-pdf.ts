/** One PDF of a folder, to show a caller how a call looks. */
import { closeSync, opendirSync, readSync } from "node:fs";
import { join } from "node:path";
import { openRegular } from "../../host/regular-file.ts";
import { compareNames } from "./names.ts";

/** Entries looked at: a start must not read a folder of a million files. */
const maxEntries = 2000;

/** Files that are opened to see whether they are PDFs, as their names claim. */
const maxOpened = 20;

/** Folders looked into when there is no PDF at the top. */
const maxFolders = 50;

/**
 * A regular PDF, relative to the folder: the first in natural order among the folder's first entries, else among those of its
 * folders. Undefined when there is none.
 */
export function firstPdf(folder: string): string | undefined {
  const top = entriesOf(folder);
  const found = firstOf(folder, top.files);
  if (found !== undefined) return found;
  for (const name of top.folders.toSorted(compareNames).slice(0, maxFolders)) {
    const inside = firstOf(join(folder, name), entriesOf(join(folder, name)).files);
    if (inside !== undefined) return join(name, inside);
  }
  return undefined;
}

function firstOf(folder: string, names: readonly string[]): string | undefined {
  const first = names.toSorted(compareNames).slice(0, maxOpened);
  return first.find((name) => hasHeader(join(folder, name)));
}

interface Entries {
  /** Named like a PDF. */
  readonly files: readonly string[];
  /** Those that are not hidden. */
  readonly folders: readonly string[];
}

/** Links are neither: they may lead out of the folder. */
function entriesOf(folder: string): Entries {
  const files: string[] = [];
  const folders: string[] = [];
  try {
    const entries = opendirSync(folder);
    try {
      for (let looked = 0; looked < maxEntries; looked++) {
        const entry = entries.readSync();
        if (entry === null) break;
        if (!isPlain(entry.name)) continue;
        if (entry.isFile() && /\.pdf$/i.test(entry.name)) files.push(entry.name);
        if (entry.isDirectory() && !entry.name.startsWith(".")) folders.push(entry.name);
      }
    } finally {
      entries.closeSync();
    }
  } catch {
    // What cannot be read has none.
  }
  return { files, folders };
}

/** A file named .pdf may be anything; one that begins like a PDF makes a better example. */
function hasHeader(path: string): boolean {
  try {
    const { fd } = openRegular(path);
    try {
      const start = Buffer.alloc(1024);
      return start.subarray(0, readSync(fd, start)).includes("%PDF-");
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}

/** A name that can stand in a terminal and be pasted back. */
function isPlain(name: string): boolean {
  return name.isWellFormed() && !/[\p{Cc}\p{Cf}\ufffd]/u.test(name);
}
