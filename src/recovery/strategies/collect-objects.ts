/**
 * The objects of a document, found without its cross-reference: from the header on, one behind the other. Strictly: each is
 * read to its end, and nothing stands between them that could be part of another. Of several with one number the last counts,
 * as updates are appended (ISO 32000-2, 7.5.6); every reader that looks for objects takes that one.
 */
import { Buffer } from "node:buffer";
import { decodeFilters } from "../../cos/filters/filters.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { type ObjectAt, readObjectAt } from "../../cos/syntax/indirect-object.ts";
import { maxRevisions } from "../../cos/syntax/limits.ts";
import { openObjectStream, readFromStream } from "../../cos/syntax/object-stream.ts";
import { objectGuess, type Windows } from "../../cos/syntax/source-window.ts";
import { cursorOn, skipSpace, takeKeyword } from "../../cos/syntax/tokenizer.ts";
import { type CosDict, type CosRef, type CosValue, isDict, isName, isNamed } from "../../cos/syntax/value.ts";
import {
  entryInFile,
  entryInStream,
  newEntries,
  reserveEntries,
  type XrefEntries,
} from "../../cos/xref/entries.ts";
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
}

const uncertain = (message: string, offset?: number) => new CosError("syntax", message, offset);

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

  /** Notes what an object is that a trailer would name. */
  function note(num: number, value: CosValue): void {
    if (!isDict(value)) return;
    if (isNamed(value.get("Type"), "Catalog")) catalogs.add(num);
    else if (value.has("Producer") || value.has("Creator")) infos.add(num);
    if (value.has("O") && value.has("U")) locked = true;
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

  function openPacked({ num, value, stream }: ObjectAt, offset: number): void {
    if (!isDict(value) || !stream || (entries.kind[num] ?? 0) >= entryInFile)
      throw uncertain(`object stream ${num} cannot be read`, offset);
    const { bytes, undecoded } = decodeFilters(
      windows.slice(stream.offset, stream.length),
      value,
      (one) => one ?? null,
      room,
    );
    room -= bytes.length;
    if (undecoded.length > 0) throw uncertain(`object stream ${num} has a filter of images`);
    const opened = openObjectStream(value, bytes);
    for (const [index, inner] of opened.nums.entries()) {
      const packed = readFromStream(opened, inner, index).value;
      put(inner, entryInStream, num, index);
      note(inner, packed);
    }
  }

  let at = 0;
  for (;;) {
    const header = nextObject(windows, at, trailers);
    if (!header) break;
    const found = readObjectAt(windows, header.offset, undefined, undefined, (reference) =>
      lengthOf(reference, header),
    );
    const { num, value, stream } = found;
    const type = stream && isDict(value) ? typeOf(value) : undefined;
    if (type === "ObjStm") openPacked(found, header.offset);
    put(num, entryInFile, header.offset, found.gen);
    if (!stream) note(num, value);
    if (type === "ObjStm") objectStreams.add(num);
    if (type === "XRef" && isDict(value)) trailers.push(value);
    if (trailers.length > maxRevisions) throw uncertain("too many trailers");
    at = afterKeywords(windows, stream ? stream.offset + stream.length : found.end);
  }
  for (const [num, length] of lengths) {
    const isThere = entries.kind[num] === entryInFile;
    if (!isThere || integerAt(entries.place[num] ?? 0, num, entries.extra[num] ?? 0) !== length)
      throw uncertain("a stream whose length is something else in the end");
  }
  return { entries, trailers, packed: objectStreams.size > 0, catalogs, infos, locked };
}

function noLength(): never {
  throw uncertain("a stream where none can be");
}

/** The type of a stream; undefined: it has none. */
function typeOf(dict: CosDict): string | undefined {
  const type = dict.get("Type");
  if (type === undefined) return undefined;
  if (isName(type)) return type.name;
  throw uncertain("a stream whose type has to be looked at");
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
