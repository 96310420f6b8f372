/**
 * Reads a damaged document without its cross-reference: everything that looks like an object is read as far as possible,
 * wherever it is. Of several objects with the same number the last counts, since updates are appended (ISO 32000-2, 7.5.6). A
 * stream ends by its length or, if no `endstream` is there, at the next keyword.
 */
import { type ByteSource, joined, sourceOf } from "../../core/document-io.ts";
import { decodeFilters } from "../../cos/filters/filters.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { type Extent, type ReadInteger, readObjectAt } from "../../cos/syntax/indirect-object.ts";
import { maxObjectNumber, maxPackedBytes } from "../../cos/syntax/limits.ts";
import { openObjectStream } from "../../cos/syntax/object-stream.ts";
import { matchesIn, openWindows, sourceFrom, type Windows } from "../../cos/syntax/source-window.ts";
import { cursorOn } from "../../cos/syntax/tokenizer.ts";
import {
  type CosDict,
  type CosValue,
  dictOf,
  isDict,
  isNamed,
  isRef,
  name,
  ref,
} from "../../cos/syntax/value.ts";
import { newOutput, position, writeText, written } from "../../cos/write/output.ts";
import { writeObject } from "../../cos/write/serialize.ts";
import { addRow, newRows, rowFree, rowInFile, writeXref } from "../../cos/write/xref-writer.ts";
import { describesSection } from "../../cos/xref/stream.ts";
import { numbersNamed } from "../../document/named-numbers.ts";
import type { PdfDocument } from "../../document/open.ts";
import { inheritable } from "../../document/pages/page-tree.ts";
import { type OpenAttempt, openRecovered } from "./open-attempt.ts";
import { salvageValue } from "./salvage-value.ts";
import { StreamEnds } from "./stream-ends.ts";

/** Maximum bytes to rewrite: more can't be held in memory. */
const maxWritten = 200_000_000;
/** Maximum bytes of an object without its stream. */
const maxObject = 2_000_000;
/** Trailers to examine, counted from the end, and bytes of each. */
const maxTrailers = 100;
const maxTrailer = 16 * 1024;

/** Damaged objects found by strict reading: after this many, the rest are rewritten without trying. */
const maxFailures = 10_000;

/** An object, as far as it could be read. */
interface Salvaged {
  readonly value: CosValue;
  readonly gen: number;
  /** Location of a stream's data. */
  readonly data?: Extent | undefined;
  /** Location of its header, if it can be read strictly there. */
  readonly place?: number | undefined;
}

export interface Salvage {
  /** The source that offsets refer to: the file from its header on. */
  readonly source: ByteSource;
  readonly objects: Map<number, Salvaged>;
  /** The entries of all trailers combined; later trailers take precedence. */
  readonly trailer: CosDict;
  /** Whether a stream ends without `endstream`. */
  readonly lacksStreamEnds: boolean;
  /** Whether objects were in object streams; if so, the written file gets a cross-reference stream. */
  readonly packed: boolean;
  /** Data of object streams that couldn't be read to their end, if not encrypted. */
  readonly damagedPacks: readonly Extent[];
  /** Whether it can't be decrypted: packed objects were encrypted, or the encryption dictionary is damaged. */
  readonly isUndecryptable: boolean;
}

/** All the objects and trailers found in a document. */
export function salvage(attempt: OpenAttempt): Salvage {
  const source = sourceFrom(attempt.source, Math.max(0, attempt.headerAt));
  const windows = openWindows(source);
  const { heads, trailerPlaces } = findHeads(source);
  const { readStrictly, lengthOf } = strictReader(windows, heads);
  const ends = new StreamEnds(windows, lengthOf);
  const { objects, trailers, damaged, packed, damagedPacks } = collect(
    source,
    heads,
    (head, next) => readStrictly(head.at) ?? lenientObject(windows, head, next, ends),
  );

  for (const at of trailerPlaces.slice(-maxTrailers)) {
    const { value: dict } = salvageValue(cursorOn(source.read(at, maxTrailer)));
    if (isDict(dict)) trailers.push({ at, dict });
  }
  const trailer = merged(trailers.sort((a, b) => a.at - b.at).map(({ dict }) => dict));
  if (trailers.length === 0) addInfo(trailer, objects);
  const encrypt = trailer.get("Encrypt");

  return {
    source,
    objects,
    trailer,
    lacksStreamEnds: ends.lacking,
    packed,
    damagedPacks: encrypt === undefined ? damagedPacks : [],
    isUndecryptable: encrypt !== undefined && (packed || (isRef(encrypt) && damaged.has(encrypt.num))),
  };
}

/** Reads objects that need no guess, until too many have failed. */
function strictReader(windows: Windows, heads: readonly Head[]) {
  const headOf = new Map(heads.map((head) => [head.num, head.at]));
  const lengths = new Map<number, CosValue | undefined>();
  let failures = 0;

  const read = (at: number, length: ReadInteger): Found | undefined => {
    const found = failures < maxFailures ? strictObject(windows, at, length) : undefined;
    if (!found) failures++;
    return found;
  };

  /** A length given directly, or by the last object with the number that a reference names. */
  const lengthOf = (value: CosValue | undefined): number | undefined => {
    let length = value;
    if (isRef(value)) {
      const at = headOf.get(value.num);
      if (at !== undefined && !lengths.has(value.num)) lengths.set(value.num, read(at, () => -1)?.value);
      length = lengths.get(value.num);
    }
    return typeof length === "number" && length >= 0 ? length : undefined;
  };

  return { lengthOf, readStrictly: (at: number) => read(at, (length) => lengthOf(length) ?? -1) };
}

/** The objects at these headers, by kind. */
function collect(
  source: ByteSource,
  heads: readonly Head[],
  read: (head: Head, next: number | undefined) => Found,
) {
  const objects = new Map<number, Salvaged>();
  const trailers: { readonly at: number; readonly dict: CosDict }[] = [];
  const damaged = new Set<number>();
  const damagedPacks: Extent[] = [];
  // For all object streams together, since all of their objects are kept.
  let room = maxPackedBytes(source.size);
  let packed = false;
  let end = 0;

  for (const [k, head] of heads.entries()) {
    // Anything that looks like an object inside a stream or string isn't one.
    if (head.at < end) continue;
    const { num, at } = head;
    const { value, gen, data, place, after, isWhole } = read(head, heads[k + 1]?.at);
    end = after;
    if (num < 1 || num > maxObjectNumber || value === undefined || isRef(value)) objects.delete(num);
    else if (isDict(value) && isNamed(value.get("Type"), "XRef")) trailers.push({ at, dict: value });
    else if (isDict(value) && data && isNamed(value.get("Type"), "ObjStm")) {
      packed = true;
      const pack = unpack(value, source.read(data.offset, data.length), room, objects);
      room -= pack.size;
      if (!pack.isWhole) damagedPacks.push(data);
    } else objects.set(num, { value, gen, data, place });
    if (isWhole) damaged.delete(num);
    else damaged.add(num);
  }

  return { objects, trailers, damaged, packed, damagedPacks };
}

/** An object's header: where its number and its value begin. */
interface Head {
  readonly num: number;
  readonly gen: number;
  readonly at: number;
  readonly body: number;
}

const marks = /(?<!\d)(\d{1,9})\s{1,9}(\d{1,5})\s{1,9}obj(?![a-zA-Z])|trailer\s{0,9}(?=<<)/g;

/** Everything that looks like an object header, and the starts of trailer dictionaries. */
function findHeads(source: ByteSource): {
  readonly heads: readonly Head[];
  readonly trailerPlaces: readonly number[];
} {
  const heads: Head[] = [];
  const trailerPlaces: number[] = [];
  for (const { 0: text, 1: num, 2: gen, index: at } of matchesIn(source, marks)) {
    if (num === undefined) trailerPlaces.push(at + text.length);
    else heads.push({ num: Number(num), gen: Math.min(Number(gen), 65_535), at, body: at + text.length });
  }
  return { heads, trailerPlaces };
}

/** An object as read, and where to continue the search for the next one. */
interface Found extends Omit<Salvaged, "value"> {
  /** Undefined if no part of it is a value. */
  readonly value: CosValue | undefined;
  readonly after: number;
  readonly isWhole: boolean;
}

/** The object whose header is at `at`; undefined if it can't be read with certainty. */
function strictObject(windows: Windows, at: number, lengthOf: ReadInteger): Found | undefined {
  try {
    const { value, gen, stream, end } = readObjectAt(windows, at, undefined, undefined, lengthOf);
    const after = stream ? stream.offset + stream.length : end;
    return { value, gen, data: stream, place: at, after, isWhole: true };
  } catch (error) {
    if (error instanceof CosError) return undefined;
    throw error;
  }
}

/** The readable part of an object, up to its end or the next object. */
function lenientObject(
  windows: Windows,
  { body, gen }: Head,
  next: number | undefined,
  ends: StreamEnds,
): Found {
  const limit = Math.min(
    body + maxObject,
    ends.ofObject(body) + "endobj".length,
    next ?? windows.size,
    windows.size,
  );
  const { bytes, base } = windows.view(body, limit - body);
  const cursor = cursorOn(bytes, body - base, limit - base, base);
  const { value, isWhole } = salvageValue(cursor);
  const end = base + cursor.at;
  const data = isDict(value) && !isPage(value) ? ends.dataAt(end, value.get("Length")) : undefined;

  return { value, gen, data, after: data?.after ?? end, isWhole };
}

/** Adds an object stream's objects to `objects`; returns its size in bytes, and whether it could be read completely. */
function unpack(
  dict: CosDict,
  data: Uint8Array,
  limit: number,
  objects: Map<number, Salvaged>,
): { readonly size: number; readonly isWhole: boolean } {
  let size = 0;
  let isWhole = true;
  const onDamage = () => {
    isWhole = false;
  };

  try {
    const { bytes } = decodeFilters(data, dict, (value) => value ?? null, limit, onDamage);
    size = bytes.length;
    const opened = openObjectStream(dict, bytes);
    for (const [index, num] of opened.nums.entries()) {
      const from = opened.offsets[index] ?? 0;
      const next = opened.offsets[index + 1] ?? bytes.length;
      const { value } = salvageValue(
        cursorOn(bytes, Math.min(from, bytes.length), Math.min(next, bytes.length)),
      );
      if (num >= 1 && num <= maxObjectNumber && value !== undefined) objects.set(num, { value, gen: 0 });
    }
  } catch (error) {
    // Without its header, its contents can't be identified.
    if (!(error instanceof CosError)) throw error;
    if (error.reason === "limit") size = limit;
    isWhole = false;
  }

  return { size, isWhole };
}

function merged(trailers: readonly CosDict[]): CosDict {
  const trailer: CosDict = new Map();
  for (const one of trailers)
    for (const [key, value] of one) if (key === "ID" || !describesSection(key)) trailer.set(key, value);
  return trailer;
}

/** If no trailer names the document information dictionary (14.3.3), the only object that resembles one is used. */
function addInfo(trailer: CosDict, objects: ReadonlyMap<number, Salvaged>): void {
  const alike = [...objects].filter(
    ([, { value }]) => isDict(value) && !value.has("Type") && (value.has("Producer") || value.has("Creator")),
  );
  const [only, ...others] = alike;
  if (only && others.length === 0) trailer.set("Info", ref(only[0], only[1].gen));
}

/** Opens the salvaged document by its catalog; undefined if it can't be opened. */
export function salvaged(attempt: OpenAttempt): PdfDocument | undefined {
  const found = attempt.once(salvage);
  const root = catalogOf(found);
  return root === undefined ? undefined : opened(attempt, found, root);
}

/** The same, with a new page tree of every object that is a page, in file order. */
export function rebuildPageTree(attempt: OpenAttempt): PdfDocument | undefined {
  const found = attempt.once(salvage);
  const dicts = [...found.objects].flatMap(([num, { value, gen }]) =>
    isDict(value) ? [{ num, gen, dict: value }] : [],
  );
  const pages = dicts.filter(({ dict }) => isPage(dict));
  if (pages.length === 0) return undefined;

  const tree = freeNumbers(found);
  const kids = pages.map(({ num, gen }) => ref(num, gen));
  const node = dictOf({ Type: name("Pages"), Count: pages.length, Kids: kids });

  for (const key of inheritable) {
    const values = dicts.map(({ dict }) => (dict.has("Kids") ? dict.get(key) : undefined));
    const first = values.find((value) => value !== undefined);
    if (first !== undefined) node.set(key, first);
  }

  const old = found.objects.get(catalogOf(found) ?? 0)?.value;
  const catalog = new Map(isDict(old) ? old : []).set("Type", name("Catalog")).set("Pages", ref(tree));
  const objects = new Map(found.objects)
    .set(tree, { value: node, gen: 0 })
    .set(tree + 1, { value: catalog, gen: 0 });
  for (const { num, gen, dict } of pages)
    objects.set(num, { value: new Map(dict).set("Parent", ref(tree)), gen });

  return opened(attempt, { ...found, objects }, tree + 1);
}

/** By its type, or by entries that only pages have. */
function isPage(dict: CosDict): boolean {
  const type = dict.get("Type");
  if (type !== undefined) return isNamed(type, "Page");
  return dict.has("Parent") && dict.has("Contents") && !dict.has("Kids");
}

/** The number of the catalog that the trailer names, or else of the last one found. */
function catalogOf({ objects, trailer }: Salvage): number | undefined {
  const root = trailer.get("Root");
  const isCatalog = (value: CosValue | undefined) => isDict(value) && value.has("Pages");
  if (isRef(root) && isCatalog(objects.get(root.num)?.value)) return root.num;
  const all = [...objects].filter(([, { value }]) => isDict(value) && isNamed(value.get("Type"), "Catalog"));
  return (all.findLast(([, { value }]) => isCatalog(value)) ?? all.at(-1))?.[0];
}

/** The first of two unused and unreferenced numbers, for a new page tree and its catalog. */
function freeNumbers({ source, objects }: Salvage): number {
  const named = numbersNamed(source, 1);
  let num = 1 + [...objects.keys()].reduce((most, one) => Math.max(most, one), 0);
  while (named.has(num) || named.has(num + 1)) num++;
  return num;
}

function opened(attempt: OpenAttempt, found: Salvage, root: number): PdfDocument | undefined {
  const source = found.isUndecryptable ? undefined : fileOf(found, root);
  return source && openRecovered(attempt, source);
}

/**
 * Builds a file of all objects: strictly readable ones in place, followed by the others, rewritten, with a cross-reference for
 * all. Undefined if that would take too much memory.
 */
function fileOf({ source, objects, trailer, packed }: Salvage, root: number): ByteSource | undefined {
  const out = newOutput();
  out.flushed = source.size;
  const rows = newRows(objects.size + 2);
  addRow(rows, 0, rowFree, 0, 65_535);
  writeText(out, "\n");

  for (const [num, { value, gen, data, place }] of [...objects].sort(([a], [b]) => a - b)) {
    if (place !== undefined && (!data || isLength(value, data.length, objects))) {
      addRow(rows, num, rowInFile, place, gen);
      continue;
    }
    if (out.length + (data?.length ?? 0) > maxWritten) return undefined;
    addRow(rows, num, rowInFile, position(out), gen);
    const encoded = () => source.read(data?.offset ?? 0, data?.length ?? 0);
    writeObject(out, num, gen, data && isDict(value) ? { kind: "stream", dict: value, encoded } : value);
  }

  const rest = new Map(trailer).set("Root", ref(root, objects.get(root)?.gen ?? 0));
  const size = (rows.nums[rows.count - 1] ?? 0) + 1;
  // Results have object streams if their source has a cross-reference stream: unpacked they would double in size.
  writeXref(out, rows, { asStream: packed, size, rest });

  return joined(source, sourceOf(written(out)));
}

/** Whether reading the stream's length again gives the same value: its object may have occurred again. */
function isLength(stream: CosValue, length: number, objects: Salvage["objects"]): boolean {
  const entry = isDict(stream) ? stream.get("Length") : undefined;
  return (isRef(entry) ? objects.get(entry.num)?.value : entry) === length;
}
