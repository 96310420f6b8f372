/** One PDF of a folder, to show a caller how a call looks. */
import { closeSync, opendirSync, readSync } from "node:fs";
import { join } from "node:path";
import { openRegular } from "../host/regular-file.ts";

/** Entries looked at: a start must not read a folder of a million files. */
const maxEntries = 2000;

/** Files opened to see whether they are what their name says. */
const maxOpened = 20;

/** Name of a regular PDF, first in natural order among the folder's first entries; undefined when there is none. */
export function firstPdf(folder: string): string | undefined {
  const names: string[] = [];
  try {
    const entries = opendirSync(folder);
    try {
      for (let looked = 0; looked < maxEntries; looked++) {
        const entry = entries.readSync();
        if (entry === null) break;
        if (entry.isFile() && /\.pdf$/i.test(entry.name) && isPlain(entry.name)) names.push(entry.name);
      }
    } finally {
      entries.closeSync();
    }
  } catch {
    return undefined;
  }
  const sorted = names.sort(new Intl.Collator("en", { numeric: true }).compare);
  return sorted.slice(0, maxOpened).find((name) => hasHeader(join(folder, name)));
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
