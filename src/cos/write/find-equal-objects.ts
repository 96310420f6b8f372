/** Finds, for objects that are about to be copied, equal ones that were written before (share.ts). */
import type { CosDocument } from "../document.ts";
import {
  hasStructParent,
  isInLength,
  isOdd,
  newScanned,
  type Scanned,
  scannedType,
  scanValue,
} from "../syntax/find-references.ts";
import type { Extent } from "../syntax/indirect-object.ts";
import { latin1 } from "../syntax/tokenizer.ts";
import { clearOutput, newOutput, written } from "./output.ts";
import { copyDict, copyPieces, type PieceRules } from "./renumber.ts";
import { sourceData } from "./stream-data.ts";
import { digestKey, isSharable, objectKey, type Shares, streamDigest } from "./written-objects.ts";

/** Chains of objects (image, mask, colour space, profile) are followed this far when looking for equal ones. */
const maxShareDepth = 12;
/** Larger objects that are not streams are not compared; fonts with the widths of all CJK characters are a quarter of this. */
const maxShareBytes = 1024 * 1024;

/** In the map of numbers: what this object refers to is being looked at. */
export const busy = -2;

/** What sharing needs of the copying of one document. */
export interface SharingBase {
  readonly document: CosDocument;
  readonly shares: Shares;
  /** Target numbers by source number. */
  readonly targets: Int32Array;
  readonly rules: PieceRules;
  /** Gives an object a new number, and has it copied. */
  assign(num: number): number;
}

export interface Sharing {
  /** The number of an object that is copied as it is: that of one that equals it, or a new one. */
  map(num: number): number;
  /** Whether a stream need not be made known when it is copied. */
  isKnown(num: number): boolean;
}

export function createSharing({ document, shares, targets, rules, assign }: SharingBase): Sharing {
  const { mapReference } = rules;
  /** Streams that are already among the shares. */
  const known = new Set<number>();
  /** One for each level that `map` is in. */
  const scans: Scanned[] = [];
  const scratch = newOutput();
  let depth = 0;

  function map(num: number): number {
    if (depth >= maxShareDepth) return assign(num);
    const own = scans[depth] ?? newScanned();
    scans[depth] = own;
    const raw = document.raw(num);
    if (!raw) return assign(num);
    const { bytes } = raw;
    scanValue(bytes, raw.start, raw.end, own);
    const size = raw.end - raw.start;
    const type = scannedType(own, bytes);
    const sharable = raw.stream
      ? (own.marks & (hasStructParent | isOdd)) === 0 && type !== "XRef" && type !== "ObjStm"
      : size <= maxShareBytes &&
        isSharable(type, () => latin1(bytes, raw.start, Math.min(raw.end, raw.start + 24)), depth > 0);
    if (!sharable) return assign(num);
    targets[num] = busy;
    const { stream } = raw;
    depth++;
    try {
      for (let k = 0; k < own.count; k += 4) {
        const start = own.items[k] ?? 0;
        if (!(stream && isInLength(own, start))) mapReference(own.items[k + 2] ?? 0, own.items[k + 3] ?? 0);
      }
    } finally {
      depth--;
    }
    // Something it refers to refers back to it: it has a number by now.
    if (targets[num] !== busy) return targets[num] ?? 0;
    clearOutput(scratch);
    if (stream) {
      copyDict(rules, scratch, raw, own, stream.length);
      return shareStream(num, written(scratch), stream);
    }
    copyPieces(rules, scratch, bytes, raw.start, raw.end, own);
    const key = objectKey(written(scratch));
    const equal = shares.known.get(key);
    if (equal !== undefined) {
      targets[num] = equal;
      return equal;
    }
    const to = assign(num);
    shares.known.set(key, to);
    return to;
  }

  /** The number of a stream, whose dictionary is given in target numbering: an equal one's, or a new one. */
  function shareStream(num: number, dict: Uint8Array, { offset, length }: Extent): number {
    if (!shares.lengths.has(length)) {
      // Its digest is made when it is copied.
      shares.lengths.add(length);
      return assign(num);
    }
    const hash = streamDigest().update(dict);
    sourceData(document, offset, length).pour((piece) => hash.update(piece));
    const key = digestKey(hash);
    const equal = shares.known.get(key);
    if (equal !== undefined) {
      targets[num] = equal;
      return equal;
    }
    const to = assign(num);
    shares.known.set(key, to);
    known.add(num);
    return to;
  }

  return { map, isKnown: (num) => known.has(num) };
}
