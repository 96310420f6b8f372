/** Copies objects of one document into a target: byte for byte with new numbers wherever that is possible. */
import type { CosDocument, RawObject } from "../document.ts";
import { CosError } from "../syntax/error.ts";
import {
  dropStrings,
  hasByteRange,
  hasCrypt,
  hexString,
  isOdd,
  newScanned,
  scannedType,
  scanValue,
} from "../syntax/find-references.ts";
import type { Extent } from "../syntax/indirect-object.ts";
import { readHex, readLiteral } from "../syntax/string-lexer.ts";
import { cursorOn } from "../syntax/tokenizer.ts";
import {
  type CosArray,
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isRef,
  isStream,
  ref,
} from "../syntax/value.ts";
import { busy, createSharing } from "./find-equal-objects.ts";
import {
  beginObject,
  beginPacked,
  endObject,
  endPacked,
  reserveNumber,
  type Target,
  writeObject,
} from "./new-file.ts";
import { clearOutput, copyBytes, newOutput, type Output, writeBytes, writeText } from "./output.ts";
import { copyDict, copyPieces, type PieceRules } from "./renumber.ts";
import { writeString } from "./serialize.ts";
import { decryptedData, encryptedData, type StreamData, sourceData } from "./stream-data.ts";
import { digestKey, type Shares, streamDigest } from "./written-objects.ts";

export interface GraftOptions {
  /**
   * Objects that are written differently, in source numbering: a value instead of the object's own, null when it is gone
   * (references to it become null), undefined when it stays. Also asked for numbers that the source does not have, which
   * stand for new objects. Asked when an object is first mapped (only null counts) and again when it is written.
   */
  readonly replace?: ((num: number) => CosValue | undefined) | undefined;
  /** Streams and fonts that equal ones grafted with `share` before are not written again. Default false. */
  readonly share?: boolean | undefined;
  /** Few of the document's objects are expected: the work must not grow with the document. Not with `share`. */
  readonly sparse?: boolean | undefined;
}

/** Copies objects of one document: those that something maps, and those that they refer to. */
export interface Graft {
  /** The new number of a source object, which is then queued for copying; 0 when it is gone or missing. */
  map(num: number): number;
  /**
   * From now on source object `num` (or a number that the source does not have) is target object `to`, which the caller
   * reserved and `set`s: the object itself is not copied, and `replace` is not asked for it.
   */
  alias(num: number, to: number): void;
  /** A value in target numbering; what it refers to is queued. Streams keep their data. */
  translate(value: CosValue): CosValue;
  /** Writes everything queued, and what that refers to. May be called again after further `map`. */
  drain(): void;
}

/** In the map of numbers: nothing has the number. */
const gone = -1;

/** `waiting` gets the graft while it has something to write, `shares` what is written with sharing. */
export function createGraft(
  target: Target,
  document: CosDocument,
  options: GraftOptions,
  waiting: Set<Graft>,
  shares: Shares,
): Graft {
  const { replace } = options;
  const { encryption } = document;
  const { encrypt } = target;
  // Keys that depend on object numbers lock data to its number: only AES-256 data can keep its bytes.
  const sameKey = encryption !== undefined && encryption === encrypt && encryption.version >= 5;
  const share = options.share === true && encryption === undefined;

  const targets = new Int32Array(options.sparse ? 0 : document.objectCount);
  const fresh = new Map<number, number>();
  const found = newScanned();
  /** A dictionary that is hashed before it is written. */
  const copied = newOutput();
  const queue: number[] = [];
  let head = 0;
  function assign(num: number): number {
    const to = reserveNumber(target);
    if (num < targets.length) targets[num] = to;
    else fresh.set(num, to);
    if (queue.length === 0) waiting.add(graft);
    queue.push(num);
    return to;
  }

  function map(num: number): number {
    const known = num < targets.length ? (targets[num] ?? gone) : (fresh.get(num) ?? 0);
    if (known > 0) return known;
    if (known === gone || num < 1) return 0;
    if (known === busy) return assign(num);
    const other = replace?.(num);
    if (other === null) {
      if (num < targets.length) targets[num] = gone;
      return 0;
    }
    if (other !== undefined) return assign(num);
    if (!document.inUse(num)) return 0;
    return sharing ? sharing.map(num) : assign(num);
  }

  const mapReference = (num: number, gen: number): number => (gen === generation(num) ? map(num) : 0);
  const generation = (num: number) => (num < document.objectCount ? document.generation(num) : 0);

  const rules: PieceRules = { mapReference, recrypt };
  const sharing = share ? createSharing({ document, shares, targets, rules, assign }) : undefined;

  /** The object whose strings are being copied: as which it is locked in the source, undefined when it is not. */
  let lockedAs: { num: number; gen: number } | undefined;

  function recrypt(
    out: Output,
    bytes: Uint8Array,
    start: number,
    end: number,
    kind: number,
    to: number,
  ): void {
    const cursor = cursorOn(bytes, start, end);
    let text = kind === hexString ? readHex(cursor) : readLiteral(cursor);
    if (lockedAs && encryption) text = encryption.decryptString(lockedAs.num, lockedAs.gen, text);
    if (to > 0 && encrypt) text = encrypt.encryptString(to, 0, text);
    writeString(out, text);
  }

  function copy(num: number, to: number): void {
    const value = replace?.(num);
    if (value !== undefined) {
      writeObject(target, to, value, mapReference);
      return;
    }
    const raw = document.raw(num);
    if (!raw) {
      writeObject(target, to, null, undefined);
      return;
    }
    const locked = encryption !== undefined && !raw.fromObjectStream;
    if (raw.stream) copyStream(num, to, raw, raw.stream, locked);
    else copyPlain(num, to, raw, locked);
  }

  function copyPlain(num: number, to: number, raw: RawObject, locked: boolean): void {
    const { bytes, start, end } = raw;
    // Objects with a signature, and the catalogue of an encrypted file, are never packed.
    const mayPack = target.packing;
    const recodes = (locked || encrypt !== undefined) && !(locked && sameKey && !mayPack);
    scanValue(bytes, start, end, found, recodes);
    const type = scannedType(found, bytes);
    if ((found.marks & (hasByteRange | isOdd)) !== 0 && (recodes || mayPack)) {
      writeObject(target, to, document.object(num), mapReference);
      return;
    }
    // Neither is an object that is nothing but a reference (7.5.7).
    const onlyReference = found.count === 4 && found.items[0] === start && (found.items[2] ?? 0) >= 0;
    if (mayPack && !onlyReference && !(encrypt && type === "Catalog")) {
      const body = beginPacked(target, to);
      // In an object stream strings are in the clear: the stream as a whole is encrypted.
      lockedAs = locked ? { num, gen: raw.gen } : undefined;
      if (!locked) dropStrings(found);
      copyPieces(rules, body, bytes, start, end, found);
      endPacked(target);
      return;
    }
    beginObject(target, to);
    lockedAs = locked ? { num, gen: raw.gen } : undefined;
    copyPieces(rules, target.out, bytes, start, end, found, to);
    endObject(target);
  }

  function copyStream(num: number, to: number, raw: RawObject, extent: Extent, locked: boolean): void {
    const { bytes, start, end } = raw;
    const recodes = (locked || encrypt !== undefined) && !(locked && sameKey);
    scanValue(bytes, start, end, found, recodes);
    const type = scannedType(found, bytes);
    if (type === "XRef" || type === "ObjStm") {
      // They describe the old file. What refers to one means nothing that a reader would miss.
      writeObject(target, to, null, undefined);
      return;
    }
    const special = recodes ? isOdd | hasCrypt | hasByteRange : isOdd;
    if ((found.marks & special) !== 0) {
      copyStreamAsValue(num, to);
      return;
    }
    let data: StreamData = sourceData(document, extent.offset, extent.length);
    let asIs = true;
    if (recodes) {
      const from = locked && encryption ? encryption.methodOfType(type) : "none";
      if (encryption && from !== "none") {
        const lock = { by: encryption, method: from, num, gen: raw.gen };
        data = decryptedData(document, extent.offset, extent.length, lock);
        asIs = false;
      }
      const method = encrypt ? encrypt.methodOfType(type) : "none";
      if (encrypt && method !== "none") {
        data = encryptedData(data, { by: encrypt, method, num: to, gen: 0 });
        asIs = false;
      }
    }
    lockedAs = locked ? { num, gen: raw.gen } : undefined;
    const { out } = target;
    if (sharing && !sharing.isKnown(num)) {
      // References are mapped before the object begins: mapping may read other objects.
      clearOutput(copied);
      copyDict(rules, copied, raw, found, extent.length);
      const hash = streamDigest().update(copied.bytes.subarray(0, copied.length));
      beginObject(target, to);
      if (encrypt) copyDict(rules, out, raw, found, data.length, to);
      else writeBytes(out, copied.bytes, 0, copied.length);
      writeText(out, "\nstream\n");
      if (encrypt) sourceData(document, extent.offset, extent.length).pour((piece) => hash.update(piece));
      data.pour((piece) => {
        if (!encrypt) hash.update(piece);
        writeBytes(out, piece);
      });
      const key = digestKey(hash);
      if (!shares.known.has(key)) shares.known.set(key, to);
    } else {
      beginObject(target, to);
      copyDict(rules, out, raw, found, data.length, to);
      writeText(out, "\nstream\n");
      if (asIs) copyBytes(out, document, extent.offset, extent.length);
      else data.pour((piece) => writeBytes(out, piece));
    }
    writeText(out, "\nendstream");
    endObject(target);
  }

  /** A stream whose dictionary must be understood: a crypt filter of its own, names with `#`. */
  function copyStreamAsValue(num: number, to: number): void {
    const stream = document.object(num);
    if (!isStream(stream)) throw new CosError("syntax", `object ${num} is no stream`);
    writeObject(target, to, stream, mapReference);
  }

  function translate(value: CosValue): CosValue {
    if (isRef(value)) {
      const mapped = mapReference(value.num, value.gen);
      return mapped === 0 ? null : ref(mapped);
    }
    if (isArray(value)) return translateArray(value);
    if (isDict(value)) return translateDict(value);
    if (isStream(value)) {
      return { kind: "stream", dict: translateDict(value.dict), encoded: () => value.encoded() };
    }
    return value;
  }

  /** Boxes and matrices, which most arrays are, stay the same array. */
  function translateArray(array: CosArray): CosArray {
    let own: CosArray | undefined;
    document.budget.spend(array.length);
    for (let k = 0; k < array.length; k++) {
      const value = array[k] ?? null;
      const item = translate(value);
      if (item === value) continue;
      own ??= [...array];
      own[k] = item;
    }
    return own ?? array;
  }

  function translateDict(dict: CosDict): CosDict {
    const own: CosDict = new Map();
    document.budget.spend(dict.size);
    for (const [key, value] of dict) own.set(key, translate(value));
    return own;
  }

  const graft: Graft = {
    map,
    alias(num, to) {
      if (num < targets.length) targets[num] = to;
      else fresh.set(num, to);
    },
    translate,
    drain() {
      while (head < queue.length) {
        const num = queue[head++] ?? 0;
        copy(num, num < targets.length ? (targets[num] ?? 0) : (fresh.get(num) ?? 0));
      }
      head = 0;
      queue.length = 0;
      waiting.delete(graft);
    },
  };
  return graft;
}
