/** A document as objects: opened strictly, read lazily (ISO 32000-2, 7.5). Knows nothing about pages. */
import type { ByteSource } from "../core/document-io.ts";
import { startWork, type Work } from "../core/work.ts";
import { type Encryption, openEncryption } from "./crypt/security-handler.ts";
import type { Decoded } from "./filters/filters.ts";
import { StoredObjects } from "./stored-objects.ts";
import { type Budget, createBudget } from "./syntax/budget.ts";
import { CosError, type OnDamage } from "./syntax/error.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isString,
} from "./syntax/value.ts";
import type { Revision, XrefKind } from "./xref/chain.ts";
import { readStructure, type Structure } from "./xref/structure.ts";

export type { Decoded } from "./filters/filters.ts";
export type { Revision, XrefKind } from "./xref/chain.ts";

/** All methods throw CosError for problems in the file. Values are shared: treat them as read-only. */
export interface CosDocument {
  /** The work budget shared by everything that reads this document. */
  readonly budget: Budget;
  /** The source that the offsets below refer to: the input, minus leading junk if the file's offsets ignore it. */
  readonly source: ByteSource;
  /** `1.0` to `2.0`: the header's, or the catalog's if that is later. */
  readonly version: string;
  /** The newest trailer. For a cross-reference stream, without the entries that describe the stream. */
  readonly trailer: CosDict;
  /** The catalog: a dictionary with /Pages (whose value isn't checked). */
  readonly catalog: CosDict;
  /**
   * The next free number: above every number in the cross-reference, and at least /Size if that is credible, so that dangling
   * references don't point to new objects.
   */
  readonly objectCount: number;
  /** Offset of the newest cross-reference section, for an update's /Prev. */
  readonly startXref: number;
  /** Kind of the newest section. */
  readonly xrefKind: XrefKind;
  /** Cross-reference sections, newest first. */
  readonly revisions: readonly Revision[];
  /** The password given to open it, for others who open the same source. */
  readonly password: string | undefined;
  /** Undefined if the document isn't encrypted. */
  readonly encryption: Encryption | undefined;
  /** Number of the encryption dictionary if it is an indirect object: its strings are never encrypted. */
  readonly encryptNum: number | undefined;
  /** Whether the cross-reference has a location for the object. */
  inUse(num: number): boolean;
  /** Generation of an object in use, as references must give it; 0 in object streams. */
  generation(num: number): number;
  /** Offset in `source` of the object's header; undefined if it is in an object stream, or not in use. */
  offsetOf(num: number): number | undefined;
  /** The object stream that holds the object, and its index in it; undefined if it is in none. */
  packedIn(num: number): readonly [stream: number, index: number] | undefined;
  /** The object with its strings decrypted; null if it is free or missing. */
  object(num: number): CosValue;
  /** Follows references to their target; null for dangling references and undefined. */
  resolve(value: CosValue | undefined): CosValue;
  /** Bytes of `source`, through the shared read windows: read-only, usually a view, fewer bytes at the end. */
  readBytes(offset: number, length: number, into?: Uint8Array): Uint8Array;
  /** The decoded object streams, whose text has objects one after another. */
  objectStreams(): Iterable<Uint8Array>;
  /**
   * A stream's data with all filters undone, at most `limit` bytes; CosError `filter` for an image codec. With `onDamage`, the
   * data before the damage.
   */
  decode(stream: CosStream, limit?: number, onDamage?: OnDamage): Uint8Array;
  /** Like `decode`, but stops before the first unsupported filter and names it. */
  decodePartly(stream: CosStream, limit?: number, onDamage?: OnDamage): Decoded;
}

export interface OpenOptions {
  /** User or owner password; without it, the empty user password is tried. */
  readonly password?: string | undefined;
  /** The structure of the same input, if already read. */
  readonly structure?: Structure | undefined;
  /** The work of the calling operation; by default, the document gets its own. */
  readonly work?: Work | undefined;
}

/** Opens a document. Throws CosError: `syntax` if it can't be read with certainty, `password`, `encryption`, `limit`. */
export function openCos(input: ByteSource, options: OpenOptions = {}): CosDocument {
  const work = options.work ?? startWork(input.size);
  const { source, windows, version, startXref, entries, revisions, trailer } =
    options.structure ?? readStructure(input, work);
  const budget = createBudget(work);
  const objects = new StoredObjects(windows, entries, budget);
  const encryption = ofTrailer(() => unlock(objects, trailer, options.password));
  const root = trailer.get("Root");
  const catalog = isRef(root) ? ofTrailer(() => objects.resolve(root)) : null;
  if (!isDict(catalog) || !catalog.has("Pages"))
    throw new CosError("syntax", "a document without a page tree", undefined, { code: "trailer" });

  const decodePartly: CosDocument["decodePartly"] = (stream, limit, onDamage) =>
    objects.decodePartly(stream.dict, stream.encoded(), limit, onDamage);
  return {
    budget,
    source,
    version: laterVersion(version, catalog.get("Version")),
    trailer,
    catalog,
    objectCount: Math.max(entries.count, credibleSize(trailer.get("Size"), entries.bound)),
    startXref,
    xrefKind: revisions[0]?.kind ?? "table",
    revisions,
    password: options.password,
    encryption,
    encryptNum: refNumber(trailer.get("Encrypt")),
    inUse: (num) => objects.inUse(num),
    generation: (num) => objects.generation(num),
    offsetOf: (num) => objects.offsetOf(num),
    packedIn: (num) => objects.packedIn(num),
    object: (num) => objects.object(num),
    resolve: (value) => objects.resolve(value),
    readBytes: windows.slice,
    objectStreams: () => objects.objectStreams(),
    decode(stream, limit, onDamage) {
      const { bytes, undecoded } = decodePartly(stream, limit, onDamage);
      if (undecoded.length > 0) throw new CosError("filter", `a stream coded with ${undecoded.join(", ")}`);
      return bytes;
    },
    decodePartly,
  };
}

/** Damage in an object that the trailer names counts as trailer damage, unless the cross-reference misplaces the object. */
function ofTrailer<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CosError && error.code !== "xref") error.code = "trailer";
    throw error;
  }
}

/** Opens the document's encryption (7.6); undefined if the trailer names none. */
function unlock(
  objects: StoredObjects,
  trailer: CosDict,
  password: OpenOptions["password"],
): Encryption | undefined {
  const entry = trailer.get("Encrypt");
  if (entry === undefined) return undefined;
  const dict = objects.resolve(entry);
  if (!isDict(dict))
    throw new CosError("encryption", "an encrypted document without its encryption dictionary");
  const encryption = openEncryption(dict, firstIdOf(objects, trailer) ?? new Uint8Array(0), password);
  objects.unlock({ encryption, encryptNum: refNumber(entry) ?? 0 });
  return encryption;
}

/** The first half of the file identifier (14.4), if the trailer has one. */
export function firstIdOf(cos: Pick<CosDocument, "resolve">, trailer: CosDict): Uint8Array | undefined {
  const ids = cos.resolve(trailer.get("ID"));
  const first = isArray(ids) ? cos.resolve(ids[0]) : null;
  return isString(first) ? first.bytes : undefined;
}

const refNumber = (value: CosValue | undefined): number | undefined => (isRef(value) ? value.num : undefined);

function credibleSize(size: CosValue | undefined, bound: number): number {
  return typeof size === "number" && Number.isInteger(size) && size <= bound ? size : 0;
}

/** The catalog's /Version applies if it is later than the header's (7.2.2). */
function laterVersion(header: string, entry: CosValue | undefined): string {
  return isName(entry) && /^\d\.\d$/.test(entry.name) && entry.name > header ? entry.name : header;
}
