/** Object locations by number, in typed arrays: 13 bytes per entry, whatever the file's size. */
import { CosError } from "../syntax/error.ts";
import { freeObjectNumbers, maxObjectNumber } from "../syntax/limits.ts";

/** No section mentions the object. */
export const entryUnknown = 0;
export const entryFree = 1;
/** At a file offset. */
export const entryInFile = 2;
/** In an object stream. */
export const entryInStream = 3;

export interface XrefEntries {
  /** One of the four kinds above. */
  kind: Uint8Array;
  /** Offset in the file, or the number of the object stream. */
  place: Float64Array;
  /** Generation, or the index within the object stream. */
  extra: Uint32Array;
  /** Highest number mentioned plus one. */
  count: number;
  /** Numbers from here on are rejected. */
  readonly bound: number;
}

export function newEntries(fileSize: number): XrefEntries {
  return {
    kind: new Uint8Array(0),
    place: new Float64Array(0),
    extra: new Uint32Array(0),
    count: 0,
    bound: Math.min(maxObjectNumber, Math.max(freeObjectNumbers, fileSize)) + 1,
  };
}

/** Makes room for numbers below `count`. Throws CosError `syntax` beyond the bound. */
export function reserveEntries(entries: XrefEntries, count: number): void {
  if (count > entries.bound) throw new CosError("syntax", `an object number beyond ${entries.bound - 1}`);
  if (count > entries.count) entries.count = count;
  if (count <= entries.kind.length) return;
  const room = Math.max(count, Math.min(entries.kind.length * 2, entries.bound), 64);
  const { kind, place, extra } = entries;
  entries.kind = new Uint8Array(room);
  entries.kind.set(kind);
  entries.place = new Float64Array(room);
  entries.place.set(place);
  entries.extra = new Uint32Array(room);
  entries.extra.set(extra);
}

/** Adds an entry unless a newer section already has one for the number. */
export function addEntry(
  entries: XrefEntries,
  num: number,
  kind: number,
  place: number,
  extra: number,
): void {
  if (num >= entries.count) reserveEntries(entries, num + 1);
  if (entries.kind[num] !== entryUnknown) return;
  entries.kind[num] = kind;
  entries.place[num] = place;
  entries.extra[num] = extra;
}
