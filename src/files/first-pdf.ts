/** One PDF of a folder, to show a caller how a call looks. */
import { opendirSync } from "node:fs";

/** Entries looked at: a start must not read a folder of a million files. */
const maxEntries = 2000;

/** Name of the first regular PDF in natural order among the folder's first entries; undefined when there is none. */
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
  return names.sort(new Intl.Collator("en", { numeric: true }).compare)[0];
}

/** A name that can stand in a terminal and be pasted back. */
function isPlain(name: string): boolean {
  return name.isWellFormed() && !/[\p{Cc}\p{Cf}\ufffd]/u.test(name);
}
