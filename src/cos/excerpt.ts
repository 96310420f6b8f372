/**
 * Files of a few objects of one document, one file after another (ISO 32000-2, 7.5): what they have in common is found, checked
 * and scanned once, and copied into each byte for byte with new numbers.
 */
import type { ByteSink } from "../core/document-io.ts";
import type { CosDocument, RawObject } from "./document.ts";
import type { Extent } from "./object-reader.ts";
import { copyBytes, type Output, writeNumber, writeText } from "./output.ts";
import { copyDict, copyPieces, type PieceRules } from "./pieces.ts";
import { isOdd, newScanned, type Scanned, scannedType, scanValue } from "./scan.ts";
import {
  beginObject,
  createTarget,
  endObject,
  finishTarget,
  firstIdOf,
  reserveNumber,
  type Target,
  usesStreams,
  writeObject,
} from "./target.ts";
import type { CosDict } from "./value.ts";

/** An object that the file is about, and the value in it that gives way. */
export interface ExcerptHead {
  readonly num: number;
  /** No stream. */
  readonly raw: RawObject;
  /** Instead of `raw.bytes[from, until)` stands a reference to what `ExcerptRest.above` writes. */
  readonly from: number;
  readonly until: number;
}

export interface ExcerptRest {
  /** The object that the head refers to has another's place: whatever refers to object `node` refers to it. */
  readonly node: number;
  /** Writes it; `head` is the head's number in the file. */
  above(out: Output, head: number): void;
  /** In the document's numbering. */
  readonly catalog: CosDict;
  /** Number of the information dictionary in the document; 0: none. */
  readonly info: number;
}

export interface Excerpts {
  /** Writes a file of the head and all that it, the catalogue and the information refer to. Throws CosError. */
  write(sink: ByteSink, head: ExcerptHead, rest: ExcerptRest): void;
}

/** An object that more than one file has, in memory of its own. */
interface Kept {
  readonly raw: RawObject;
  readonly scan: Scanned;
}

/** Bytes of objects that are kept, without the data of streams. */
const maxKeptBytes = 4 << 20;
/** What keeping one takes besides. */
const recordBytes = 512;

const found = newScanned();
/** Objects are kept in the midst of copying what refers to them. */
const keeping = newScanned();

/**
 * `gone`: references to such an object become null. Undefined for documents that are encrypted, or that pack their objects: with
 * those a rewriter knows how to deal.
 */
export function createExcerpts(document: CosDocument, gone: (num: number) => boolean): Excerpts | undefined {
  if (document.encryption !== undefined || usesStreams(document)) return undefined;
  const id = firstIdOf(document);
  const kept = new Map<number, Kept>();
  let room = maxKeptBytes;
  /** Numbers in the file that is being written, where `files` says that they are of this file. */
  const targets = new Int32Array(document.objectCount);
  const files = new Int32Array(document.objectCount);
  let file = 0;
  const queue: number[] = [];
  let target: Target | undefined;

  function number(num: number, to: number): number {
    targets[num] = to;
    files[num] = file;
    return to;
  }

  function mapReference(num: number, gen: number): number {
    if (num < 1 || num >= targets.length || gen !== document.generation(num) || !target) return 0;
    if (files[num] === file) return targets[num] ?? 0;
    if (!document.inUse(num) || gone(num)) return 0;
    // Met before, and not kept yet: it is worth keeping.
    if (files[num] !== 0 && !kept.has(num)) keep(num);
    queue.push(num);
    return number(num, reserveNumber(target));
  }

  const rules: PieceRules = {
    mapReference,
    recrypt() {
      throw new Error("a string of a document that is not encrypted");
    },
  };

  function keep(num: number): void {
    const raw = document.raw(num);
    const length = raw ? raw.end - raw.start : 0;
    if (!raw || length + recordBytes > room) return;
    const bytes = raw.bytes.slice(raw.start, raw.end);
    scanValue(bytes, 0, length, keeping);
    const scan = { ...keeping, items: keeping.items.slice(0, keeping.count) };
    room -= length + scan.items.byteLength + recordBytes;
    kept.set(num, { raw: { ...raw, bytes, start: 0, end: length }, scan });
  }

  function copy(to: Target, num: number): void {
    const known = kept.get(num);
    const raw = known ? known.raw : document.raw(num);
    if (!raw) throw new Error(`object ${num} is in use and nowhere`);
    const scan = known ? known.scan : found;
    if (!known) scanValue(raw.bytes, raw.start, raw.end, scan);
    const own = targets[num] ?? 0;
    const type = raw.stream ? scannedType(scan, raw.bytes) : undefined;
    // They describe the old file.
    if (type === "XRef" || type === "ObjStm") writeObject(to, own, null, undefined);
    // Its dictionary must be understood to be given a length.
    else if (raw.stream && (scan.marks & isOdd) !== 0)
      writeObject(to, own, document.object(num), mapReference);
    else {
      beginObject(to, own);
      if (raw.stream) copyStream(to.out, raw, raw.stream, scan);
      else copyPieces(rules, to.out, raw.bytes, raw.start, raw.end, scan);
      endObject(to);
    }
  }

  function copyStream(out: Output, raw: RawObject, { offset, length }: Extent, scan: Scanned): void {
    copyDict(rules, out, raw, scan, length);
    writeText(out, "\nstream\n");
    copyBytes(out, document, offset, length);
    writeText(out, "\nendstream");
  }

  return {
    write(sink, { num, raw, from, until }, { node, above, catalog, info }) {
      file++;
      queue.length = 0;
      const to = createTarget(sink, undefined, document.version, false);
      target = to;
      to.id0 = id;
      const head = number(num, reserveNumber(to));
      const parent = number(node, reserveNumber(to));
      scanValue(raw.bytes, raw.start, raw.end, found);
      beginObject(to, head);
      copyPieces(rules, to.out, raw.bytes, raw.start, from, found);
      writeNumber(to.out, parent);
      writeText(to.out, " 0 R");
      copyPieces(rules, to.out, raw.bytes, until, raw.end, found);
      endObject(to);
      const about = info === 0 ? 0 : mapReference(info, document.generation(info));
      const root = reserveNumber(to);
      writeObject(to, root, catalog, mapReference);
      for (let at = 0; at < queue.length; at++) copy(to, queue[at] ?? 0);
      beginObject(to, parent);
      above(to.out, head);
      endObject(to);
      finishTarget(to, root, about, undefined);
      target = undefined;
    },
  };
}
