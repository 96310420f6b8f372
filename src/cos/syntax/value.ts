/**
 * PDF objects (ISO 32000-2, 7.3) as plain values.
 * null, booleans and numbers are JavaScript's; arrays are arrays; dictionaries are Maps from the key without its slash.
 */

/** A name object: its bytes as Latin-1, `#xx` decoded. Mostly interned to save memory; compare by `.name`, see `isNamed`. */
export interface CosName {
  readonly kind: "name";
  readonly name: string;
}

/** A string object: bytes, decrypted. Written as a literal or a hexadecimal string as suits. */
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

/** A stream: its dictionary and where its encoded bytes are. */
export interface CosStream {
  readonly kind: "stream";
  readonly dict: CosDict;
  /** Encoded (filtered) bytes, decrypted; read when called. */
  encoded(): Uint8Array;
  /** The same bytes where they stand in a file, for who passes them on without holding them. */
  stored?(): StreamData;
}

/** Data in pieces whose total length is known before the first one. */
export interface StreamData {
  readonly length: number;
  /** Hands all pieces to `take`, in order; a piece is valid until `take` returns. Call once. */
  pour(take: (bytes: Uint8Array) => void): void;
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
/** Names beyond this are not interned for ever: hostile files invent millions. */
const maxInterned = 20_000;

/** The name object for a key. */
export function name(key: string): CosName {
  const known = names.get(key);
  if (known) return known;
  const made: CosName = { kind: "name", name: key };
  if (names.size < maxInterned) names.set(key, made);
  return made;
}

export function ref(num: number, gen = 0): CosRef {
  return { kind: "ref", num, gen };
}

export function bytesString(bytes: Uint8Array): CosString {
  return { kind: "string", bytes };
}

type Entries = Readonly<Record<string, CosValue | undefined>>;

/** A dictionary of these entries, in their order; those without a value are left out. */
export function dictOf(entries: Entries): CosDict {
  return setEntries(new Map(), entries);
}

/** A copy of the dictionary with these entries; undefined takes one out. */
export function withEntries(dict: CosDict, entries: Entries): CosDict {
  return setEntries(new Map(dict), entries);
}

function setEntries(dict: CosDict, entries: Entries): CosDict {
  for (const [key, value] of Object.entries(entries)) setEntry(dict, key, value);
  return dict;
}

/** Sets an entry, or with undefined takes it out. */
export function setEntry(dict: CosDict, key: string, value: CosValue | undefined): void {
  if (value === undefined) dict.delete(key);
  else dict.set(key, value);
}

type Tagged = CosName | CosString | CosRef | CosStream;

function kindOf(value: CosValue | undefined): Tagged["kind"] | undefined {
  return value !== null && typeof value === "object" && "kind" in value ? value.kind : undefined;
}

export function isName(value: CosValue | undefined): value is CosName {
  return kindOf(value) === "name";
}
/** Whether the value is the name `key`. */
export function isNamed(value: CosValue | undefined, key: string): boolean {
  return isName(value) && value.name === key;
}
export function isString(value: CosValue | undefined): value is CosString {
  return kindOf(value) === "string";
}
export function isRef(value: CosValue | undefined): value is CosRef {
  return kindOf(value) === "ref";
}
export function isStream(value: CosValue | undefined): value is CosStream {
  return kindOf(value) === "stream";
}
export function isDict(value: CosValue | undefined): value is CosDict {
  return value instanceof Map;
}
export function isArray(value: CosValue | undefined): value is CosArray {
  return Array.isArray(value);
}

/** Up to this many bytes a loop is quicker than a view of them for `Buffer`: by half of what reading a file takes. */
const shortText = 48;

/** Bytes as a string of code points 0 to 255, which sorts as they do. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start > shortText)
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
  let text = "";
  for (let k = start; k < end; k++) text += String.fromCharCode(bytes[k] ?? 0);
  return text;
}

/** The bytes of a string that `latin1` made. */
export function fromLatin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/**
 * The array with each item as `change` gives it; the same array where all stay: a document has thousands of those.
 * Numbers stay as they are and are not asked about: most arrays are boxes and matrices.
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
