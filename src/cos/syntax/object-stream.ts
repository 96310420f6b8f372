/** Object streams (ISO 32000-2, 7.5.7): many objects in one compressed stream. */

import { CosError } from "./error.ts";
import { readValue } from "./parser.ts";
import { type Cursor, cursorOn, skipSpace, takeDigits } from "./tokenizer.ts";
import { type CosDict, type CosValue, isNamed } from "./value.ts";

export interface ObjectStream {
  /** The decoded data. */
  readonly bytes: Uint8Array;
  /** Object numbers and offsets in `bytes`, in stream order. */
  readonly nums: Float64Array;
  readonly offsets: Float64Array;
  /** Index by number, `twice` for a duplicate number; built when an index first turns out to be wrong. */
  byNumber: ReadonlyMap<number, number> | undefined;
}

const twice = -1;

export interface ObjectInStream {
  readonly value: CosValue;
  /** Its length in the stream, in bytes. */
  readonly length: number;
}

/** Parses the header of a decoded object stream. Throws CosError `syntax`. */
export function openObjectStream(dict: CosDict, bytes: Uint8Array): ObjectStream {
  const count = dict.get("N");
  const first = dict.get("First");
  if (!isNamed(dict.get("Type"), "ObjStm") || typeof count !== "number" || typeof first !== "number") {
    throw new CosError("syntax", "an object stream without /Type, /N or /First");
  }
  // Each object takes at least two digits, two blanks and one byte of its own.
  if (!(count >= 0 && first >= 0 && first <= bytes.length && count * 4 <= first + 4)) {
    throw new CosError("syntax", "an object stream with a wrong /N or /First");
  }

  const nums = new Float64Array(count);
  const offsets = new Float64Array(count);
  const cursor = cursorOn(bytes, 0, first);

  for (let k = 0; k < count; k++) {
    skipSpace(cursor);
    const num = takeDigits(cursor);
    skipSpace(cursor);
    const offset = takeDigits(cursor);
    if (num < 0 || offset < 0) throw new CosError("syntax", "an object stream whose header cannot be read");
    nums[k] = num;
    offsets[k] = first + offset;
  }

  return { bytes, nums, offsets, byNumber: undefined };
}

/**
 * Reads object `num`, at `index` according to the cross-reference. If the index is wrong but the number is unique, the number
 * wins, as in every reader. Throws CosError.
 */
export function readFromStream(stream: ObjectStream, num: number, index: number): ObjectInStream {
  const cursor = cursorAtObject(stream, num, index);
  const start = cursor.at;
  const value = readValue(cursor);
  return { value, length: cursor.at - start };
}

function cursorAtObject(stream: ObjectStream, num: number, index: number): Cursor {
  let at = index;
  if (stream.nums[index] !== num) {
    stream.byNumber ??= indexByNumber(stream.nums);
    at = stream.byNumber.get(num) ?? twice;
    if (at === twice) {
      throw new CosError("syntax", `object ${num} is not in its object stream`);
    }
  }
  const cursor = cursorOn(stream.bytes, stream.offsets[at] ?? stream.bytes.length);
  skipSpace(cursor);
  return cursor;
}

function indexByNumber(nums: Float64Array): ReadonlyMap<number, number> {
  const indexes = new Map<number, number>();
  for (const [index, num] of nums.entries()) indexes.set(num, indexes.has(num) ? twice : index);
  return indexes;
}
