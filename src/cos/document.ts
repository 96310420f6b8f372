/** A document as its objects: opened strictly, read lazily (ISO 32000-2, 7.5). Knows nothing of pages. */
import type { ByteSource } from "../core/document-io.ts";
import { PlacedError } from "../core/problem.ts";
import { createCache } from "./cache.ts";
import { decryptStrings } from "./crypt/decrypt-strings.ts";
import { type Encryption, openEncryption } from "./crypt/security-handler.ts";
import { storedData } from "./crypt/stream-data.ts";
import { type Decoded, decodeFilters } from "./filters/filters.ts";
import { type Budget, createBudget } from "./syntax/budget.ts";
import { CosError, type OnDamage } from "./syntax/error.ts";
import { type Extent, type ObjectAt, readObjectAt } from "./syntax/indirect-object.ts";
import {
  maxDecodedBytes,
  maxHops,
  maxPackedBytes,
  objectCacheBytes,
  objectCacheCount,
  objectStreamCacheBytes,
} from "./syntax/limits.ts";
import { type ObjectStream, openObjectStream, readFromStream } from "./syntax/object-stream.ts";
import { openWindows, sourceFrom } from "./syntax/source-window.ts";
import {
  type CosDict,
  type CosRef,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isRef,
  isString,
} from "./syntax/value.ts";
import { type Revision, readXref, type XrefKind } from "./xref/chain.ts";
import { entryInFile, entryInStream } from "./xref/entries.ts";
import { locate } from "./xref/locate.ts";

export type { Decoded } from "./filters/filters.ts";
export type { Revision, XrefKind } from "./xref/chain.ts";

/** All methods throw CosError for what they find in the file. Values are shared: treat them as read-only. */
export interface CosDocument {
  /** What it may cost to look at the document, for all who look. */
  readonly budget: Budget;
  /** What the offsets below count in: the input, without junk before its header where the file's offsets leave that out. */
  readonly source: ByteSource;
  /** `1.0` to `2.0`: the header's, or the catalogue's when that is later. */
  readonly version: string;
  /** The newest trailer; of a cross-reference stream, without the entries that describe the stream. */
  readonly trailer: CosDict;
  /** The catalogue: a dictionary with /Pages (its value is not looked at). */
  readonly catalog: CosDict;
  /**
   * The next free number: above all that the cross-reference mentions, and /Size when that is credible, since references
   * to objects that are gone must not lead to new ones.
   */
  readonly objectCount: number;
  /** Offset of the newest cross-reference section, as an update's /Prev needs it. */
  readonly startXref: number;
  /** Kind of the newest section. */
  readonly xrefKind: XrefKind;
  /** Cross-reference sections, newest first. */
  readonly revisions: readonly Revision[];
  /** Undefined for a document that is not encrypted. */
  readonly encryption: Encryption | undefined;
  /** Number of the encryption dictionary when it is an indirect object: its strings are never encrypted. */
  readonly encryptNum: number | undefined;
  /** Whether the cross-reference places the object somewhere. */
  inUse(num: number): boolean;
  /** Generation of an object in use, as references to it must name it; 0 in object streams. */
  generation(num: number): number;
  /** The object, its strings decrypted; null when it is free or missing. */
  object(num: number): CosValue;
  /** Follows references to what they lead to; null for those that lead nowhere, and for undefined. */
  resolve(value: CosValue | undefined): CosValue;
  /** Bytes of `source`, through the windows that objects are read by: a read-only view, fewer bytes at the end. */
  readBytes(offset: number, length: number): Uint8Array;
  /** The same in pieces, each valid until `take` returns. */
  pourBytes(offset: number, length: number, take: (piece: Uint8Array) => void): void;
  /**
   * Data of a stream with all its filters undone, at most `limit` bytes; CosError `filter` for an image codec. Where
   * `onDamage` is told, what is before the damage.
   */
  decode(stream: CosStream, limit?: number, onDamage?: OnDamage): Uint8Array;
  /** As `decode`, but stops before the first filter that is not undone here and names it. */
  decodePartly(stream: CosStream, limit?: number, onDamage?: OnDamage): Decoded;
}

export interface OpenOptions {
  /** User or owner password; without it the empty user password is tried. */
  readonly password?: string | Uint8Array | undefined;
}

/** Opens a document. Throws CosError: `syntax` when it cannot be read with certainty, `password`, `encryption`, `limit`. */
export function openCos(input: ByteSource, options: OpenOptions = {}): CosDocument {
  const whole = openWindows(input);
  const { shift, version, startXref } = locate(whole);
  const source = sourceFrom(input, shift);
  const windows = shift === 0 ? whole : openWindows(source);
  const { entries, revisions, trailer } = readXref(windows, startXref);
  const budget = createBudget(input.size);
  const objects = createCache<CosValue>(objectCacheCount, objectCacheBytes);
  const objectStreams = createCache<ObjectStream>(64, objectStreamCacheBytes / 2);
  const encryptEntry = trailer.get("Encrypt");
  const encryptNum = isRef(encryptEntry) ? encryptEntry.num : undefined;
  let encryption: Encryption | undefined;
  const data = { readBytes: windows.slice, pourBytes: windows.pour };

  /** Objects without which another cannot be read: lengths of streams, and object streams, innermost last. */
  const needed = new Set<number>();
  /** Reads an object that another needs. One that needs itself, or too many others, is damage. */
  function need<T>(num: number, read: () => T): T {
    if (needed.has(num)) throw new CosError("syntax", `object ${num} cannot be read without itself`);
    if (needed.size >= maxHops) throw new CosError("syntax", `object ${num} is needed by too many others`);
    needed.add(num);
    try {
      return read();
    } finally {
      needed.delete(num);
    }
  }

  function readInteger(reference: CosRef): number {
    const value = need(reference.num, () => resolve(reference));
    if (typeof value === "number") return value;
    throw new CosError("syntax", "a stream whose length is not a number");
  }

  const inUse = (num: number) => (entries.kind[num] ?? 0) >= entryInFile;
  const generation = (num: number) => (entries.kind[num] === entryInFile ? (entries.extra[num] ?? 0) : 0);
  const inUseAs = (reference: CosRef) => inUse(reference.num) && generation(reference.num) === reference.gen;

  const objectAt = (num: number): ObjectAt =>
    readObjectAt(windows, entries.place[num] ?? 0, num, entries.extra[num], readInteger);

  function makeStream(at: ObjectAt, dict: CosDict, extent: Extent): CosStream {
    const { num, gen } = at;
    return {
      kind: "stream",
      dict,
      encoded() {
        const bytes = windows.slice(extent.offset, extent.length);
        return encryption ? encryption.decryptStream(num, gen, dict, bytes) : bytes;
      },
      stored: storedData(
        data,
        extent.offset,
        extent.length,
        encryption && { by: encryption, dict, num, gen },
      ),
    };
  }

  function clearValue(at: ObjectAt): CosValue {
    const value =
      encryption &&
      at.num !== encryptNum &&
      !(at.stream && isDict(at.value) && isNamed(at.value.get("Type"), "XRef"))
        ? decryptStrings(at.value, at.num, at.gen, encryption)
        : at.value;
    return at.stream && isDict(value) ? makeStream(at, value, at.stream) : value;
  }

  function objectStream(num: number): ObjectStream {
    return objectStreams.get(num) ?? need(num, () => readObjectStream(num));
  }

  function readObjectStream(num: number): ObjectStream {
    if (entries.kind[num] !== entryInFile)
      throw new CosError("syntax", `object stream ${num} is not in the file`);
    const at = objectAt(num);
    if (!at.stream || !isDict(at.value)) throw new CosError("syntax", `object ${num} is no object stream`);
    const stream = makeStream(at, at.value, at.stream);
    const { bytes, undecoded } = decodePartly(stream, maxPackedBytes(input.size));
    if (undecoded.length > 0) throw new CosError("syntax", `object stream ${num} has a filter of images`);
    const opened = openObjectStream(resolved(at.value, ["N", "First"]), bytes);
    objectStreams.set(num, opened, opened.bytes.length + opened.nums.length * 16);
    return opened;
  }

  function resolved(dict: CosDict, keys: readonly string[]): CosDict {
    if (!keys.some((key) => isRef(dict.get(key)))) return dict;
    return new Map([...dict].map(([key, value]) => [key, keys.includes(key) ? resolve(value) : value]));
  }

  function object(num: number): CosValue {
    const known = objects.get(num);
    if (known !== undefined) return known;
    try {
      return readObject(num);
    } catch (error) {
      throw placed(num, error);
    }
  }

  function readObject(num: number): CosValue {
    const kind = entries.kind[num];
    let value: CosValue = null;
    let weight = 0;
    if (kind === entryInFile) {
      const at = objectAt(num);
      value = clearValue(at);
      weight = at.length;
    } else if (kind === entryInStream) {
      const found = readFromStream(objectStream(entries.place[num] ?? 0), num, entries.extra[num] ?? 0);
      value = found.value;
      weight = found.length;
    } else return null;
    budget.spend(weight);
    objects.set(num, value, weight);
    return value;
  }

  function resolve(value: CosValue | undefined): CosValue {
    let found = value ?? null;
    for (let hops = 0; isRef(found); hops++) {
      if (hops >= maxHops) throw new CosError("syntax", "references that lead only to references");
      budget.spend(1);
      found = inUseAs(found) ? object(found.num) : null;
    }
    budget.look(found);
    return found;
  }

  function decodePartly(stream: CosStream, limit = maxDecodedBytes, onDamage?: OnDamage): Decoded {
    const decoded = decodeFilters(stream.encoded(), stream.dict, resolve, limit, onDamage);
    budget.spend(decoded.bytes.length >> 3);
    return decoded;
  }

  function decode(stream: CosStream, limit?: number, onDamage?: OnDamage): Uint8Array {
    const { bytes, undecoded } = decodePartly(stream, limit, onDamage);
    if (undecoded.length > 0) throw new CosError("filter", `a stream coded with ${undecoded.join(", ")}`);
    return bytes;
  }

  if (encryptEntry !== undefined) {
    const dict = resolve(encryptEntry);
    if (!isDict(dict))
      throw new CosError("encryption", "an encrypted document without its encryption dictionary");
    const ids = resolve(trailer.get("ID"));
    const id = isArray(ids) ? resolve(ids[0]) : null;
    encryption = openEncryption(dict, isString(id) ? id.bytes : new Uint8Array(0), options.password);
    // What was read so far was read without decryption.
    objects.clear();
    objectStreams.clear();
  }
  const catalog = isRef(trailer.get("Root")) ? resolve(trailer.get("Root")) : null;
  if (!isDict(catalog) || !catalog.has("Pages"))
    throw new CosError("syntax", "a document without a page tree");
  const later = catalog.get("Version");

  return {
    budget,
    source,
    version: laterVersion(version, later),
    trailer,
    catalog,
    objectCount: Math.max(entries.count, credibleSize(trailer.get("Size"), entries.bound)),
    startXref,
    xrefKind: revisions[0]?.kind ?? "table",
    revisions,
    encryption,
    encryptNum,
    inUse,
    generation,
    object,
    resolve,
    ...data,
    decode,
    decodePartly,
  };
}

/** What a program throws that meets what it did not foresee, with the object in which it did. */
function placed(num: number, error: unknown): unknown {
  return error instanceof RangeError || error instanceof TypeError
    ? new PlacedError(`object ${num}`, error)
    : error;
}

function credibleSize(size: CosValue | undefined, bound: number): number {
  return typeof size === "number" && Number.isInteger(size) && size <= bound ? size : 0;
}

/** The catalogue's /Version counts when it is later than the header's (7.2.2). */
function laterVersion(header: string, entry: CosValue | undefined): string {
  if (entry === null || typeof entry !== "object" || !("kind" in entry) || entry.kind !== "name")
    return header;
  return /^\d\.\d$/.test(entry.name) && entry.name > header ? entry.name : header;
}
