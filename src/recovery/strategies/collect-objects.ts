/**
 * The objects of a document, found without its cross-reference: from the header on, one behind the other. Strictly: each is
 * read to its end, and nothing stands between them that could be part of another. Of several with one number the last counts,
 * as updates are appended (ISO 32000-2, 7.5.6); every reader that looks for objects takes that one.
 */
import { Buffer } from "node:buffer";
import { decodeFilters } from "../../cos/filters/filters.ts";
import { CosError } from "../../cos/syntax/error.ts";
import {
  findObjectAt,
  lengthKey,
  type PlacedObject,
  readObjectAt,
} from "../../cos/syntax/indirect-object.ts";
import { maxRevisions } from "../../cos/syntax/limits.ts";
import { findInStream, openObjectStream } from "../../cos/syntax/object-stream.ts";
import { objectGuess, type Windows } from "../../cos/syntax/source-window.ts";
import { cursorOn, latin1, skipSpace, takeKeyword } from "../../cos/syntax/tokenizer.ts";
import { has, newSpots, says } from "../../cos/syntax/validate-object.ts";
import { type CosDict, type CosRef, isDict } from "../../cos/syntax/value.ts";
import {
  entryInFile,
  entryInStream,
  newEntries,
  reserveEntries,
  type XrefEntries,
} from "../../cos/xref/entries.ts";
import { createPlaces, type Places } from "../../cos/xref/places.ts";
import { nextObject, type ObjectHeader } from "./object-scanner.ts";

export interface FoundObjects {
  readonly entries: XrefEntries;
  /** Trailers and the dictionaries of cross-reference streams, in the order of the file. */
  readonly trailers: readonly CosDict[];
  /** Whether objects are in object streams. */
  readonly packed: boolean;
  /** Objects that say what a trailer would name: catalogues, and dictionaries like that of the document's information. */
  readonly catalogs: ReadonlySet<number>;
  readonly infos: ReadonlySet<number>;
  /** Whether an object looks like the encryption dictionary. */
  readonly locked: boolean;
  /** Where they stand, that need not be read again for it. */
  readonly places: Places;
}

const uncertain = (message: string, offset?: number) => new CosError("syntax", message, offset);

const spots = newSpots([lengthKey, "Type", "Producer", "Creator", "O", "U"]);
const [typeSpot, producer, creator, ownerKey, userKey] = [1, 2, 3, 4, 5] as const;
const catalogName = new TextEncoder().encode("/Catalog");

/** Bytes that an object has with its header, at the least where there are many. */
const leastObject = 64;

/** Decoded bytes of all object streams together: beyond, somebody wants to use up time and memory. */
const maxPacked = 512 * 1024 * 1024;

/** All objects of the document. Throws CosError where it is not certain which they are. */
export function findObjects(windows: Windows): FoundObjects {
  const entries = newEntries(windows.size);
  const trailers: CosDict[] = [];
  const objectStreams = new Set<number>();
  /** Lengths of streams that are objects of their own, as they were taken to be. */
  const lengths = new Map<number, number>();
  const catalogs = new Set<number>();
  const infos = new Set<number>();
  const places = createPlaces(windows.size / leastObject);
  let locked = false;
  let room = maxPacked;

  function put(num: number, kind: number, place: number, extra: number): void {
    if (num < 1 || objectStreams.has(num)) throw uncertain(`object ${num} cannot be placed`);
    if (num >= entries.count) reserveEntries(entries, num + 1);
    entries.kind[num] = kind;
    entries.place[num] = place;
    entries.extra[num] = extra;
    catalogs.delete(num);
    infos.delete(num);
  }

  /** Notes what the dictionary that was passed last is, which is no stream's. */
  function note(num: number, bytes: Uint8Array): void {
    if (!spots.isDict) return;
    if (says(spots, bytes, typeSpot, catalogName)) catalogs.add(num);
    else if (has(spots, producer) || has(spots, creator)) infos.add(num);
    if (has(spots, ownerKey) && has(spots, userKey)) locked = true;
  }

  function integerAt(offset: number, num: number, gen: number): number {
    const { value } = readObjectAt(windows, offset, num, gen, noLength);
    if (typeof value !== "number") throw uncertain("a stream whose length is not a number", offset);
    return value;
  }

  /** The length that `num` is: an object known already, or the one that follows the stream, as most writers have it. */
  function lengthOf({ num, gen }: CosRef, stream: ObjectHeader): number {
    const known = lengths.get(num);
    if (known !== undefined) return known;
    let length: number;
    if (entries.kind[num] === entryInFile) length = integerAt(entries.place[num] ?? 0, num, gen);
    else {
      const next = nextObject(windows, afterStream(windows, stream.body), []);
      if (!next) throw uncertain("a stream whose length is not found", stream.offset);
      length = integerAt(next.offset, num, gen);
    }
    lengths.set(num, length);
    return length;
  }

  function openPacked(found: PlacedObject, header: ObjectHeader): void {
    const { value, stream } = readObjectAt(windows, header.offset, found.num, found.gen, (reference) =>
      lengthOf(reference, header),
    );
    if (!isDict(value) || !stream || (entries.kind[found.num] ?? 0) >= entryInFile)
      throw uncertain(`object stream ${found.num} cannot be read`, header.offset);
    const { bytes, undecoded } = decodeFilters(
      windows.slice(stream.offset, stream.length),
      value,
      (one) => one ?? null,
      room,
    );
    room -= bytes.length;
    if (undecoded.length > 0) throw uncertain(`object stream ${found.num} has a filter of images`);
    const opened = openObjectStream(value, bytes);
    for (let index = 0; index < opened.nums.length; index++) {
      const num = opened.nums[index] ?? 0;
      findInStream(opened, num, index, spots);
      put(num, entryInStream, found.num, index);
      note(num, opened.bytes);
    }
  }

  let at = 0;
  for (;;) {
    const header = nextObject(windows, at, trailers);
    if (!header) break;
    const found = findObjectAt(
      windows,
      header.offset,
      undefined,
      undefined,
      (reference) => lengthOf(reference, header),
      spots,
    );
    const type = found.stream && typeOf(found);
    if (type === "/ObjStm") openPacked(found, header);
    put(found.num, entryInFile, header.offset, found.gen);
    if (!found.stream) note(found.num, found.bytes);
    const { base, start, end, stream, gen } = found;
    if (base !== undefined) places.set(found.num, base + start, end - start, stream, gen);
    if (type === "/ObjStm") objectStreams.add(found.num);
    if (type === "/XRef") {
      const { value } = readObjectAt(windows, header.offset, found.num, found.gen, noLength);
      if (isDict(value)) trailers.push(value);
    }
    if (trailers.length > maxRevisions) throw uncertain("too many trailers");
    at = afterObject(windows, found, header);
  }
  for (const [num, length] of lengths) {
    const isThere = entries.kind[num] === entryInFile;
    if (!isThere || integerAt(entries.place[num] ?? 0, num, entries.extra[num] ?? 0) !== length)
      throw uncertain("a stream whose length is something else in the end");
  }
  return { entries, trailers, packed: objectStreams.size > 0, catalogs, infos, locked, places };
}

function noLength(): never {
  throw uncertain("a stream where none can be");
}

/** The type of a stream as it stands there; undefined: it has none. */
function typeOf({ bytes }: PlacedObject): string | undefined {
  if (spots.isOdd) throw uncertain("a stream with keys that have to be looked at");
  const from = spots.starts[typeSpot] ?? -1;
  if (from < 0) return undefined;
  const type = latin1(bytes, from, spots.ends[typeSpot] ?? from);
  if (!/^\/[^#]*$/.test(type)) throw uncertain("a stream whose type has to be looked at");
  return type;
}

/** Behind the end of an object that was read. */
function afterObject(windows: Windows, { base, end, stream }: PlacedObject, { body }: ObjectHeader): number {
  if (stream) return afterKeywords(windows, stream.offset + stream.length);
  return afterKeywords(windows, base === undefined ? body : base + end);
}

/** Behind `endstream` and `endobj`, where they stand at `offset`. */
function afterKeywords(windows: Windows, offset: number): number {
  const { bytes, base } = windows.view(offset, Math.min(objectGuess, windows.size - offset));
  const cursor = cursorOn(bytes, offset - base, bytes.length, base);
  skipSpace(cursor);
  if (takeKeyword(cursor, "endstream")) skipSpace(cursor);
  takeKeyword(cursor, "endobj");
  return base + cursor.at;
}

const endstream = "endstream";
/** Bytes looked through at a time. */
const step = 1024 * 1024;

/** Behind the stream that ends with the first `endstream` from `offset` on. */
function afterStream(windows: Windows, offset: number): number {
  for (let from = offset; from < windows.size; from += step) {
    const { buffer, byteOffset, length } = windows.slice(
      from,
      Math.min(step + endstream.length, windows.size - from),
    );
    const at = Buffer.from(buffer, byteOffset, length).indexOf(endstream, 0, "latin1");
    if (at >= 0) return afterKeywords(windows, from + at);
  }
  throw uncertain("a stream without an end", offset);
}
