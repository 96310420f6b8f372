/**
 * A damaged document written anew: all that looks like an object is read as far as it can be, wherever it stands, and of several
 * with one number the last counts. Streams end where their length says, if they do, and else where the next keyword stands.
 */
import { Buffer } from "node:buffer";
import { sourceOf } from "../../core/memory-source.ts";
import { decodeFilters } from "../../cos/filters/filters.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { maxObjectNumber, maxPackedBytes } from "../../cos/syntax/limits.ts";
import { openObjectStream } from "../../cos/syntax/object-stream.ts";
import { cursorOn } from "../../cos/syntax/tokenizer.ts";
import { type CosDict, type CosValue, isDict, isNamed, isRef, name, ref } from "../../cos/syntax/value.ts";
import { newOutput, position, writeBytes, writeText, written } from "../../cos/write/output.ts";
import { writeStreamDict, writeValue } from "../../cos/write/serialize.ts";
import {
  addRow,
  makeTrailer,
  newRows,
  rowFree,
  rowInFile,
  writeXrefTable,
} from "../../cos/write/xref-writer.ts";
import { openStrictly, type PdfDocument } from "../../document/open.ts";
import { inheritable } from "../../document/pages/page-tree.ts";
import type { Known } from "./known.ts";
import { salvageValue } from "./salvage-value.ts";
import { StreamEnds } from "./stream-ends.ts";

/** Beyond this a document is not held in memory, in bytes. */
const maxBytes = 200_000_000;
/** One object without its stream, in bytes. */
const maxObject = 2_000_000;
/** Trailers that are looked at, the last ones, and bytes of each. */
const maxTrailers = 100;
const maxTrailer = 16 * 1024;
/** Decoded bytes of all object streams together: beyond, somebody wants to use up time and memory. */
const maxPacked = 512 * 1024 * 1024;

interface Salvaged {
  readonly value: CosValue;
  readonly gen: number;
  readonly data: Uint8Array | undefined;
}

export interface Salvage {
  readonly objects: Map<number, Salvaged>;
  /** What all trailers say together of the document, later ones before earlier ones. */
  readonly trailer: CosDict;
  /** Whether a stream ends without `endstream`. */
  readonly lacksStreamEnds: boolean;
  /** Whether it cannot be decrypted: packed objects were, or what says how the document is encrypted is damaged. */
  readonly isSealed: boolean;
}

/** All that is found in a document; undefined for what is too large. */
export function salvage({ source }: Known): Salvage | undefined {
  if (source.size > maxBytes) return undefined;
  const { buffer, byteOffset, byteLength } = source.read(0, source.size);
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const text = bytes.toString("latin1");
  const ends = new StreamEnds(bytes, text);
  const objects = new Map<number, Salvaged>();
  const trailers: { readonly at: number; readonly dict: CosDict }[] = [];
  const damaged = new Set<number>();
  let room = maxPacked;
  let packed = false;
  const heads = /(?<!\d)(\d{1,9})\s{1,9}(\d{1,5})\s{1,9}obj(?![a-zA-Z])/g;
  for (let head = heads.exec(text), next: RegExpExecArray | null; head; head = next) {
    const start = heads.lastIndex;
    next = heads.exec(text);
    const limit = Math.min(
      start + maxObject,
      ends.ofObject(start) + 6,
      next?.index ?? text.length,
      text.length,
    );
    const cursor = cursorOn(bytes, start, limit);
    const { value, isWhole } = salvageValue(cursor);
    const [num, gen] = [Number(head[1]), Number(head[2])];
    const data = isDict(value) && !isPage(value) ? ends.dataAt(cursor.at, value.get("Length")) : undefined;
    const behind = data ? data.behind : cursor.at;
    if (num < 1 || num > maxObjectNumber || value === undefined || isRef(value)) objects.delete(num);
    else if (isDict(value) && isNamed(value.get("Type"), "XRef")) trailers.push({ at: start, dict: value });
    else if (isDict(value) && data && isNamed(value.get("Type"), "ObjStm")) {
      packed = true;
      room -= unpack(value, data.bytes, Math.min(room, maxPackedBytes(source.size)), objects);
    } else objects.set(num, { value, gen: Math.min(gen, 65_535), data: data?.bytes });
    if (isWhole) damaged.delete(num);
    else damaged.add(num);
    // What looks like an object inside of a stream is none.
    if (!next || next.index >= behind) continue;
    heads.lastIndex = behind;
    next = heads.exec(text);
  }
  for (const { index } of [...text.matchAll(/trailer\s{0,9}(?=<<)/g)].slice(-maxTrailers)) {
    const at = index + "trailer".length;
    const { value: dict } = salvageValue(cursorOn(bytes, at, Math.min(at + maxTrailer, bytes.length)));
    if (isDict(dict)) trailers.push({ at, dict });
  }
  const trailer = merged(trailers.sort((a, b) => a.at - b.at).map(({ dict }) => dict));
  const encrypt = trailer.get("Encrypt");
  const isSealed = encrypt !== undefined && (packed || (isRef(encrypt) && damaged.has(encrypt.num)));
  return { objects, trailer, lacksStreamEnds: ends.lacking, isSealed };
}

/** Puts what is packed in an object stream among `objects`; the bytes that it takes. */
function unpack(dict: CosDict, data: Uint8Array, limit: number, objects: Map<number, Salvaged>): number {
  let size = 0;
  try {
    const { bytes } = decodeFilters(
      data,
      dict,
      (value) => value ?? null,
      limit,
      () => {},
    );
    size = bytes.length;
    const opened = openObjectStream(dict, bytes);
    for (const [index, num] of opened.nums.entries()) {
      const from = opened.offsets[index] ?? 0;
      const next = opened.offsets[index + 1] ?? bytes.length;
      const { value } = salvageValue(
        cursorOn(bytes, Math.min(from, bytes.length), Math.min(next, bytes.length)),
      );
      if (num >= 1 && num <= maxObjectNumber && value !== undefined)
        objects.set(num, { value, gen: 0, data: undefined });
    }
  } catch (error) {
    // Without its head nobody knows what is in it.
    if (!(error instanceof CosError)) throw error;
  }
  return size;
}

function merged(trailers: readonly CosDict[]): CosDict {
  const trailer: CosDict = new Map();
  for (const key of ["Root", "Info", "Encrypt", "ID"]) {
    const said = trailers.map((one) => one.get(key)).filter((value) => value !== undefined);
    const last = said.at(-1);
    if (last !== undefined) trailer.set(key, last);
  }
  return trailer;
}

/** The document of what was found, by its catalogue; undefined where it cannot be opened. */
export function salvaged(known: Known): PdfDocument | undefined {
  const found = known.once(salvage);
  const root = found && catalogOf(found);
  return found && root !== undefined ? opened(known, found, root) : undefined;
}

/** The same with a new page tree of every object that is a page, in the order of the file. */
export function withNewTree(known: Known): PdfDocument | undefined {
  const found = known.once(salvage);
  if (!found) return undefined;
  const dicts = [...found.objects].flatMap(([num, { value, gen }]) =>
    isDict(value) ? [{ num, gen, dict: value }] : [],
  );
  const pages = dicts.filter(({ dict }) => isPage(dict));
  if (pages.length === 0) return undefined;
  const tree = lastNamed(found) + 1;
  const node: CosDict = new Map<string, CosValue>([
    ["Type", name("Pages")],
    ["Count", pages.length],
    ["Kids", pages.map(({ num, gen }) => ref(num, gen))],
  ]);
  for (const key of inheritable) {
    const said = dicts.map(({ dict }) => (dict.has("Kids") ? dict.get(key) : undefined));
    const first = said.find((value) => value !== undefined);
    if (first !== undefined) node.set(key, first);
  }
  const old = found.objects.get(catalogOf(found) ?? 0)?.value;
  const catalog = new Map(isDict(old) ? old : []).set("Type", name("Catalog")).set("Pages", ref(tree));
  const objects = new Map(found.objects)
    .set(tree, { value: node, gen: 0, data: undefined })
    .set(tree + 1, { value: catalog, gen: 0, data: undefined });
  for (const { num, gen, dict } of pages)
    objects.set(num, { value: new Map(dict).set("Parent", ref(tree)), gen, data: undefined });
  return opened(known, { ...found, objects }, tree + 1);
}

/** By its type, or by what only pages have. */
function isPage(dict: CosDict): boolean {
  const type = dict.get("Type");
  if (type !== undefined) return isNamed(type, "Page");
  return dict.has("Parent") && dict.has("Contents") && !dict.has("Kids");
}

/** The number of the catalogue that the trailer names, else of the last that there is. */
function catalogOf({ objects, trailer }: Salvage): number | undefined {
  const root = trailer.get("Root");
  const isCatalog = (value: CosValue | undefined) => isDict(value) && value.has("Pages");
  if (isRef(root) && isCatalog(objects.get(root.num)?.value)) return root.num;
  const all = [...objects].filter(([, { value }]) => isDict(value) && isNamed(value.get("Type"), "Catalog"));
  return (all.findLast(([, { value }]) => isCatalog(value)) ?? all.at(-1))?.[0];
}

/** The highest number that an object has or some reference names: no other object may take the place of one that is gone. */
function lastNamed(found: Salvage): number {
  const text = Buffer.from(fileOf(found, 0)).toString("latin1");
  let last = 0;
  for (const [, num] of text.matchAll(/(?<!\d)(\d{1,7})\s\d{1,5}\s(?:R|obj)(?![a-zA-Z])/g))
    if (Number(num) < maxObjectNumber - 2) last = Math.max(last, Number(num));
  return last;
}

function opened(known: Known, found: Salvage, root: number): PdfDocument | undefined {
  if (found.isSealed) return undefined;
  return { ...openStrictly(sourceOf(fileOf(found, root)), known.password, known.work), mended: true };
}

/** A file of all objects. */
function fileOf({ objects, trailer }: Salvage, root: number): Uint8Array {
  const out = newOutput();
  const rows = newRows(objects.size + 1);
  addRow(rows, 0, rowFree, 0, 65_535);
  writeText(out, "%PDF-1.7\n");
  for (const [num, { value, gen, data }] of [...objects].sort(([a], [b]) => a - b)) {
    addRow(rows, num, rowInFile, position(out), gen);
    writeText(out, `${num} ${gen} obj\n`);
    if (data && isDict(value)) {
      writeStreamDict(out, value, data.length);
      writeText(out, "\nstream\n");
      writeBytes(out, data);
      writeText(out, "\nendstream");
    } else writeValue(out, value);
    writeText(out, "\nendobj\n");
  }
  const rest = new Map(trailer).set("Root", ref(root, objects.get(root)?.gen ?? 0));
  const size = (rows.nums[rows.count - 1] ?? 0) + 1;
  writeXrefTable(out, rows, makeTrailer({ size, rest }));
  return written(out);
}
