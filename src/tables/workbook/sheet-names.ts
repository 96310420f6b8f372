/** Names of sheets that every spreadsheet program accepts: 31 characters, none of `[]:*?/\`, unique regardless of case. */

import { oneLine, trimOf } from "../../core/trim.ts";

const most = 31;

const forbidden = /[[\]:*?/\\]/g;

const cut = (name: string, length: number) =>
  [...name].reduce((all, char) => (all.length + char.length > length ? all : all + char), "");

/** A name for each table: its caption, else `Table <n>`. */
export function sheetNames(captions: readonly (string | undefined)[]): string[] {
  const taken = new Set<string>();
  return captions.map((caption, at) => {
    const plain = oneLine((caption ?? "").replaceAll(forbidden, " "));
    const name = trimOf(cut(plain, most), "' ");
    // Excel reserves this name.
    const wanted = name === "" || /^history$/i.test(name) ? `Table ${at + 1}` : name;
    const unique = uniqueName(wanted, taken);
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? "" : ` (${count})`;
    const candidate = cut(name, most - suffix.length) + suffix;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
