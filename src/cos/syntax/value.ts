/**
 * PDF objects (ISO 32000-2, 7.3) as plain values. null, booleans, numbers and arrays are JavaScript's; dictionaries are Maps
 * keyed without the slash.
 */

/** A name object: its bytes as Latin-1, with `#xx` decoded. Usually interned to save memory; compare by `.name`, see `isNamed`. */
export interface CosName {
  readonly kind: "name";
  readonly name: string;
}

/** A string object: its decrypted bytes. Written as a literal or hexadecimal string as appropriate. */
export interface CosString {
  readonly kind: "string";
  readonly bytes: Uint8Array;
}

/** An indirect reference. */
export interface CosRef {
  readonly kind: "ref";
  readonly num: number;
  readonly gen: number;
}

/** A stream: its dictionary and access to its encoded bytes. */
export interface CosStream {
  readonly kind: "stream";
  readonly dict: CosDict;
  /** The encoded (filtered) bytes, decrypted; read on each call. */
  encoded(): Uint8Array;
  /** The same bytes, streamed from the file for callers who pass them on without holding them. */
  stored?(): StreamData;
}

/** Data in pieces, whose total length is known in advance. */
export interface StreamData {
  readonly length: number;
  /** All pieces, in order; each is valid until the next one is asked for. Call once. */
  pieces(): Iterable<Uint8Array>;
}

export type CosDict = Map<string, CosValue>;
export type CosArray = CosValue[];
export type CosValue =
  | null
  | boolean
  | number
  | CosName
  | CosString
  | CosRef
  | CosArray
  | CosDict
  | CosStream;

const names = new Map<string, CosName>();
/** Names beyond this count aren't interned: hostile files invent millions. */
const maxInterned = 20_000;

/** The name object for a key. */
export function name(key: string): CosName {
  const known = names.get(key);
  if (known) return known;
  const made: CosName = { kind: "name", name: key };
  if (names.size < maxInterned) names.set(key, made);
  return made;
}

export const ref = (num: number, gen = 0): CosRef => ({ kind: "ref", num, gen });

export const bytesString = (bytes: Uint8Array): CosString => ({ kind: "string", bytes });

type Entries = Readonly<Record<string, CosValue | undefined>>;

/** A dictionary of these entries, in this order, omitting those without a value. */
export const dictOf = (entries: Entries): CosDict => setEntries(new Map(), entries);

/** A copy of the dictionary with these entries; undefined removes an entry. */
export const withEntries = (dict: CosDict, entries: Entries): CosDict => setEntries(new Map(dict), entries);

function setEntries(dict: CosDict, entries: Entries): CosDict {
  for (const [key, value] of Object.entries(entries)) setEntry(dict, key, value);
  return dict;
}

/** A copy without some entries. */
export function without(dict: CosDict, keys: Iterable<string>): CosDict {
  const own = new Map(dict);
  for (const key of keys) own.delete(key);
  return own;
}

/** Entries of a stream that describe how its data is encoded (ISO 32000-2, table 5). */
export const codingEntries = ["Filter", "DecodeParms", "F", "FFilter", "FDecodeParms", "DL", "Length"];

/** Sets an entry, or removes it if undefined. */
export function setEntry(dict: CosDict, key: string, value: CosValue | undefined): void {
  if (value === undefined) dict.delete(key);
  else dict.set(key, value);
}

type Tagged = CosName | CosString | CosRef | CosStream;

function kindOf(value: CosValue | undefined): Tagged["kind"] | undefined {
  return value !== null && typeof value === "object" && "kind" in value ? value.kind : undefined;
}

export const isName = (value: CosValue | undefined): value is CosName => kindOf(value) === "name";
/** Whether the value is the name `key`. */
export function isNamed(value: CosValue | undefined, key: string): boolean {
  return isName(value) && value.name === key;
}
export const isString = (value: CosValue | undefined): value is CosString => kindOf(value) === "string";
export const isRef = (value: CosValue | undefined): value is CosRef => kindOf(value) === "ref";
export const isStream = (value: CosValue | undefined): value is CosStream => kindOf(value) === "stream";
export const isDict = (value: CosValue | undefined): value is CosDict => value instanceof Map;
export const isArray = (value: CosValue | undefined): value is CosArray => Array.isArray(value);

/** Up to this many bytes, a loop is faster than a view for `Buffer`: this halves the time to read a file. */
const shortText = 48;

/** Bytes as a string of code points 0 to 255, which sorts in the same order. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start > shortText)
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
  let text = "";
  for (let k = start; k < end; k++) text += String.fromCharCode(bytes[k] ?? 0);
  return text;
}

/** The bytes of a string made by `latin1`. */
export const fromLatin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");

/**
 * The array with `change` applied to each item; the same array if nothing changes, since documents have thousands. Numbers are
 * never passed to `change`: most arrays are boxes and matrices.
 */
export function eachItem(array: CosArray, change: (item: CosValue) => CosValue): CosArray {
  let changed: CosArray | undefined;
  for (let k = 0; k < array.length; k++) {
    const item = array[k] ?? null;
    if (typeof item === "number") continue;
    const made = change(item);
    if (made === item) continue;
    changed ??= [...array];
    changed[k] = made;
  }
  return changed ?? array;
}
