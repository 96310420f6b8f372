/** Finds a PDF in a folder, for example calls. */
import { closeSync, opendirSync, readSync } from "node:fs";
import { join } from "node:path";
import { openRegular } from "../../host/regular-file.ts";
import { compareNames } from "./names.ts";

/** Entries to examine: startup must not read a folder of a million files. */
const maxEntries = 2000;

/** Files to open to see whether they really are PDFs. */
const maxOpened = 20;

/** Folders to examine if there is no PDF at the top. */
const maxFolders = 50;

/**
 * A regular PDF, relative to the folder: the first in natural order among the folder's first entries, or else in its
 * subfolders. Undefined if there is none.
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
  /** Files named like PDFs. */
  readonly files: readonly string[];
  /** Folders that aren't hidden. */
  readonly folders: readonly string[];
}

/** Skips links: they may lead out of the folder. */
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
    // An unreadable folder has no entries.
  }

  return { files, folders };
}

/** A file named .pdf may be anything; one with a PDF header is a better example. */
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

/** Whether a name can be shown in a terminal and pasted back. */
const isPlain = (name: string): boolean => name.isWellFormed() && !/[\p{Cc}\p{Cf}\ufffd]/u.test(name);
