/** Cross-reference streams (ISO 32000-2, 7.5.8). */

import { decodeFilters } from "../filters/filters.ts";
import type { Budget } from "../syntax/budget.ts";
import { CosError } from "../syntax/error.ts";
import { readObjectAt } from "../syntax/indirect-object.ts";
import type { Windows } from "../syntax/source-window.ts";
import { type CosDict, type CosValue, isArray, isDict, isNamed } from "../syntax/value.ts";
import {
  addEntry,
  entryFree,
  entryInFile,
  entryInStream,
  reserveEntries,
  type XrefEntries,
} from "./entries.ts";

/** Entries of a cross-reference stream's dictionary that describe the stream rather than the document. */
const streamEntries = "Type Index W Length Filter DecodeParms DL F FFilter FDecodeParms".split(" ");
const sectionEntries = new Set([...streamEntries, "Size", "Prev", "XRefStm", "ID"]);

/** Whether a trailer entry describes a section rather than the document. */
export const describesSection = (key: string): boolean => sectionEntries.has(key);

function noReferences(): number {
  throw new CosError("syntax", "a cross-reference stream whose length is a reference");
}

/**
 * Reads the stream whose object header is at `offset`; entries of newer sections take precedence. Returns its dictionary as a
 * trailer. Throws CosError.
 */
export function readXrefStream(
  windows: Windows,
  offset: number,
  entries: XrefEntries,
  budget: Pick<Budget, "spend">,
): CosDict {
  const fail = (message: string) => new CosError("syntax", message, offset);
  const object = readObjectAt(windows, offset, undefined, undefined, noReferences);
  const dict = object.value;
  if (!isDict(dict) || !object.stream || !isNamed(dict.get("Type"), "XRef")) {
    throw fail("no cross-reference stream here");
  }
  const widths = integers(dict.get("W"));
  const [kindWidth = -1, placeWidth = -1, extraWidth = -1] = widths;
  if (widths.length !== 3 || widths.some((width) => width < 0 || width > 8)) throw fail("cross-reference /W");
  const width = kindWidth + placeWidth + extraWidth;
  const sections = dict.has("Index")
    ? integers(dict.get("Index"))
    : [0, ...integers([dict.get("Size") ?? null])];
  if (width === 0 || sections.length % 2 !== 0 || sections.some((value) => value < 0))
    throw fail("cross-reference /Index");

  let total = 0;
  for (let k = 1; k < sections.length; k += 2) total += sections[k] ?? 0;
  if (total > entries.bound) throw fail("a cross-reference stream with more entries than the file can hold");
  budget.spend(total);
  const encoded = windows.slice(object.stream.offset, object.stream.length);
  // Every reader ignores data after the last entry; the factor leaves room for it.
  const { bytes, undecoded } = decodeFilters(
    encoded,
    dict,
    (value) => value ?? null,
    total * width * 2 + 65_536,
  );
  if (undecoded.length > 0 || bytes.length < total * width)
    throw fail("a cross-reference stream that is too short");

  let at = 0;

  const field = (length: number): number => {
    let value = 0;
    for (const stop = at + length; at < stop; at++) value = value * 256 + (bytes[at] ?? 0);
    return value;
  };

  for (let k = 0; k < sections.length; k += 2) {
    const first = sections[k] ?? 0;
    const count = sections[k + 1] ?? 0;
    reserveEntries(entries, first + count);
    for (let num = first; num < first + count; num++) {
      const kind = kindWidth === 0 ? 1 : field(kindWidth);
      const place = field(placeWidth);
      const extra = field(extraWidth);
      if (place > Number.MAX_SAFE_INTEGER || extra > 0xffff_ffff)
        throw fail("a cross-reference entry out of range");
      if (kind === 1 && place > 0) addEntry(entries, num, entryInFile, place, extra);
      else if (kind === 2) addEntry(entries, num, entryInStream, place, extra);
      // Kinds from later versions mean null (7.5.8.3), like free objects.
      else addEntry(entries, num, entryFree, place, extra);
    }
  }

  // A stream need not list itself, but its number is taken anyway.
  if (object.num < entries.bound) reserveEntries(entries, object.num + 1);
  return new Map([...dict].filter(([key]) => !streamEntries.includes(key)));
}

function integers(value: CosValue | undefined): number[] {
  if (!isArray(value)) return [];
  const numbers = value.filter((item) => typeof item === "number" && Number.isInteger(item));
  if (numbers.length !== value.length)
    throw new CosError("syntax", "a cross-reference stream with invalid numbers");
  return numbers.map(Number);
}
