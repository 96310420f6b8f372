/** A file's objects, read on demand (ISO 32000-2, 7.3.10 and 7.5.7) and cached for a while. */
import { PlacedError } from "../core/problem.ts";
import { decryptBytes, type Lock } from "./crypt/ciphers.ts";
import { decryptStrings } from "./crypt/decrypt-strings.ts";
import type { Encryption } from "./crypt/security-handler.ts";
import { decryptedData } from "./crypt/stream-data.ts";
import { type Decoded, decodeFilters } from "./filters/filters.ts";
import type { Budget } from "./syntax/budget.ts";
import { Cache } from "./syntax/cache.ts";
import { CosError, type OnDamage } from "./syntax/error.ts";
import { type ObjectAt, readObjectAt } from "./syntax/indirect-object.ts";
import {
  leastObjectBytes,
  maxDecodedBytes,
  maxHops,
  maxPackedBytes,
  objectCacheBytes,
  objectStreamCacheBytes,
} from "./syntax/limits.ts";
import { type ObjectStream, openObjectStream, readFromStream } from "./syntax/object-stream.ts";
import type { Windows } from "./syntax/source-window.ts";
import { type CosDict, type CosRef, type CosValue, isDict, isNamed, isRef } from "./syntax/value.ts";
import { entryInFile, entryInStream, type XrefEntries } from "./xref/entries.ts";

/** How the document's objects are encrypted. */
interface Locked {
  readonly encryption: Encryption;
  /** Number of the encryption dictionary, 0 for a direct one: its strings are never encrypted. */
  readonly encryptNum: number;
}

/** Reads objects and owns the caches. */
export class StoredObjects {
  readonly #windows: Windows;
  readonly #entries: XrefEntries;
  readonly #budget: Budget;
  readonly #objects = new Cache<CosValue>(objectCacheBytes);
  readonly #objectStreams = new Cache<ObjectStream>(objectStreamCacheBytes);
  /** Objects that are being read because another needs them (stream lengths, object streams), innermost last. */
  readonly #needed = new Set<number>();
  #locked: Locked | undefined;

  constructor(windows: Windows, entries: XrefEntries, budget: Budget) {
    this.#windows = windows;
    this.#entries = entries;
    this.#budget = budget;
  }

  /** Objects read from now on are decrypted; earlier ones were not. */
  unlock(locked: Locked): void {
    this.#locked = locked;
    this.#objects.clear();
    this.#objectStreams.clear();
  }

  inUse(num: number): boolean {
    return (this.#entries.kind[num] ?? 0) >= entryInFile;
  }

  generation(num: number): number {
    return this.#entries.kind[num] === entryInFile ? (this.#entries.extra[num] ?? 0) : 0;
  }

  offsetOf(num: number): number | undefined {
    return this.#entries.kind[num] === entryInFile ? this.#entries.place[num] : undefined;
  }

  packedIn(num: number): readonly [number, number] | undefined {
    const { kind, place, extra } = this.#entries;
    return kind[num] === entryInStream ? [place[num] ?? 0, extra[num] ?? 0] : undefined;
  }

  object(num: number): CosValue {
    const known = this.#objects.get(num);
    if (known !== undefined) return known;
    try {
      return this.#read(num);
    } catch (error) {
      // An unexpected error is tagged with the object that caused it.
      if (error instanceof RangeError || error instanceof TypeError)
        throw new PlacedError(`object ${num}`, error);
      throw error;
    }
  }

  /** The text of each object stream in use. */
  *objectStreams(): Generator<Uint8Array> {
    const { kind, place, count } = this.#entries;
    const nums = new Set<number>();
    for (let num = 0; num < count; num++) if (kind[num] === entryInStream) nums.add(place[num] ?? 0);
    for (const num of nums) yield this.#objectStream(num).bytes;
  }

  resolve(value: CosValue | undefined): CosValue {
    let found = value ?? null;
    for (let hops = 0; isRef(found); hops++) {
      if (hops >= maxHops) throw new CosError("syntax", "a chain of references without an end");
      this.#budget.spend(1);
      const { num, gen } = found;
      found = this.inUse(num) && this.generation(num) === gen ? this.object(num) : null;
    }
    this.#budget.look(found);
    return found;
  }

  /** Undoes the filters of decrypted data, up to the first unsupported one. */
  decodePartly(dict: CosDict, encoded: Uint8Array, limit = maxDecodedBytes, onDamage?: OnDamage): Decoded {
    const decoded = decodeFilters(encoded, dict, (value) => this.resolve(value), limit, onDamage);
    this.#budget.spend(decoded.bytes.length >> 3);
    return decoded;
  }

  #read(num: number): CosValue {
    const { kind, place, extra } = this.#entries;
    let read: { readonly value: CosValue; readonly length: number };
    if (kind[num] === entryInFile) {
      const at = this.#objectAt(num);
      read = { value: this.#valueOf(at), length: at.length };
    } else if (kind[num] === entryInStream)
      read = readFromStream(this.#objectStream(place[num] ?? 0), num, extra[num] ?? 0);
    else return null;
    this.#budget.spend(read.length);
    this.#objects.set(num, read.value, read.length + leastObjectBytes);
    return read.value;
  }

  #objectAt(num: number): ObjectAt {
    const { place, extra } = this.#entries;
    return readObjectAt(this.#windows, place[num] ?? 0, num, extra[num], (reference) =>
      this.#integer(reference),
    );
  }

  #integer(reference: CosRef): number {
    const value = this.#need(reference.num, () => this.resolve(reference));
    if (typeof value === "number") return value;
    throw new CosError("syntax", "a stream whose length is not a number", undefined, {
      code: "stream_length",
    });
  }

  /** Reads an object that another one needs. Needing itself, or too many others, is damage. */
  #need<T>(num: number, read: () => T): T {
    if (this.#needed.has(num)) throw new CosError("syntax", `object ${num} cannot be read without itself`);
    if (this.#needed.size >= maxHops)
      throw new CosError("syntax", `object ${num} is needed by too many others`);
    this.#needed.add(num);
    try {
      return read();
    } finally {
      this.#needed.delete(num);
    }
  }

  /** The decrypted object, with its data if it is a stream. */
  #valueOf({ num, gen, value: read, stream }: ObjectAt): CosValue {
    const isXref = stream !== undefined && isDict(read) && isNamed(read.get("Type"), "XRef");
    const locked = isXref || num === this.#locked?.encryptNum ? undefined : this.#locked;
    const strings = locked?.encryption.stringLock(num, gen);
    const value = strings ? decryptStrings(read, (bytes) => decryptBytes(strings, bytes)) : read;
    if (!stream || !isDict(value)) return value;

    const { offset, length } = stream;
    const lock = () => this.#lockOf(num, gen, value);

    return {
      kind: "stream",
      dict: value,
      encoded: () => decryptBytes(lock(), this.#windows.slice(offset, length)),
      stored: () => decryptedData(this.#windows.slice, offset, length, lock()),
    };
  }

  #lockOf(num: number, gen: number, dict: CosDict): Lock {
    return this.#locked?.encryption.streamLock(num, gen, dict) ?? { method: "none", key: new Uint8Array(0) };
  }

  #objectStream(num: number): ObjectStream {
    return this.#objectStreams.get(num) ?? this.#need(num, () => this.#openObjectStream(num));
  }

  #openObjectStream(num: number): ObjectStream {
    if (this.#entries.kind[num] !== entryInFile)
      throw new CosError("syntax", `object stream ${num} is not in the file`);
    const { value, stream, gen } = this.#objectAt(num);
    if (!stream || !isDict(value)) throw new CosError("syntax", `object ${num} is not an object stream`);
    const data = this.#windows.slice(stream.offset, stream.length);
    const encoded = decryptBytes(this.#lockOf(num, gen, value), data);
    const { bytes, undecoded } = this.decodePartly(value, encoded, maxPackedBytes(this.#windows.size));
    if (undecoded.length > 0) throw new CosError("syntax", `object stream ${num} has an image filter`);

    const resolved: CosDict = new Map(value);
    for (const key of ["N", "First"]) resolved.set(key, this.resolve(value.get(key)));
    const opened = openObjectStream(resolved, bytes);
    this.#objectStreams.set(num, opened, opened.bytes.length + opened.nums.length * 16);

    return opened;
  }
}
