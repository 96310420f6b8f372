/** Parses objects from bytes (ISO 32000-2, 7.3): all but streams, whose data needs the file around it. */
import { CosError } from "./error.ts";
import { maxNesting } from "./limits.ts";
import {
  type Cursor,
  endsToken,
  readHex,
  readLiteral,
  readName,
  readNumber,
  skipSpace,
  syntaxAt,
  takeDigits,
  takeKeyword,
} from "./tokenizer.ts";
import { bytesString, type CosArray, type CosDict, type CosValue, ref } from "./value.ts";

/** Reads one object, skipping white space and comments before it. Throws CosError `syntax` or `limit`. */
export function readValue(cursor: Cursor, depth = 0): CosValue {
  skipSpace(cursor);
  const byte = cursor.at < cursor.end ? (cursor.bytes[cursor.at] ?? -1) : -1;
  if (byte >= 0x30 && byte <= 0x39) return readNumberOrRef(cursor);

  switch (byte) {
    case 0x2f: // /
      return readName(cursor);
    case 0x28: // (
      return bytesString(readLiteral(cursor));
    case 0x3c: // <
      if (cursor.at + 1 >= cursor.end) cursor.hitEnd = true;
      if (cursor.bytes[cursor.at + 1] === 0x3c) return readDict(cursor, depth);
      return bytesString(readHex(cursor));
    case 0x5b: // [
      return readArray(cursor, depth);
    case 0x2b: // +
    case 0x2d: // -
    case 0x2e: // .
      return readNumber(cursor);
    default:
      return readWord(cursor);
  }
}

function readWord(cursor: Cursor): CosValue {
  if (takeKeyword(cursor, "null")) return null;
  if (takeKeyword(cursor, "true")) return true;
  if (takeKeyword(cursor, "false")) return false;
  throw syntaxAt(cursor, cursor.at >= cursor.end ? "an object that does not end" : "not an object");
}

/** A number, or a reference if a generation and `R` follow. */
function readNumberOrRef(cursor: Cursor): CosValue {
  const { bytes } = cursor;
  const value = readNumber(cursor);
  const after = cursor.at;
  if (!Number.isInteger(value) || value > 0xffff_ffff) return value;

  skipSpace(cursor);
  const digit = (bytes[cursor.at] ?? 0) - 48;
  if (digit >= 0 && digit <= 9 && cursor.at > after && cursor.at < cursor.end) {
    const generation = takeDigits(cursor);
    const end = cursor.at;
    skipSpace(cursor);
    if (cursor.at > end && bytes[cursor.at] === 0x52 && cursor.at < cursor.end) {
      if (endsToken(cursor, cursor.at + 1)) {
        if (generation < 0 || generation > 65_535) throw syntaxAt(cursor, "a generation out of range");
        cursor.at++;
        return ref(value, generation);
      }
    }
  }

  cursor.at = after;
  return value;
}

function tooDeep(cursor: Cursor): CosError {
  return new CosError("limit", `an object nested deeper than ${maxNesting}`, cursor.base + cursor.at);
}

function readArray(cursor: Cursor, depth: number): CosArray {
  if (depth >= maxNesting) throw tooDeep(cursor);
  cursor.at++;
  const items: CosArray = [];
  for (;;) {
    skipSpace(cursor);
    if (cursor.at < cursor.end && cursor.bytes[cursor.at] === 0x5d) {
      cursor.at++;
      return items;
    }
    items.push(readValue(cursor, depth + 1));
  }
}

/** A dictionary; the cursor is at `<<`. An entry with a null value doesn't count (7.3.7); of equal keys, the last one wins. */
function readDict(cursor: Cursor, depth: number): CosDict {
  if (depth >= maxNesting) throw tooDeep(cursor);

  const { bytes, end } = cursor;
  cursor.at += 2;

  const dict: CosDict = new Map();
  for (;;) {
    skipSpace(cursor);
    const byte = cursor.at < end ? (bytes[cursor.at] ?? -1) : -1;
    if (byte === 0x2f) {
      const key = readName(cursor).name;
      const value = readValue(cursor, depth + 1);
      if (value !== null) dict.set(key, value);
      else dict.delete(key);
    } else if (byte === 0x3e && cursor.at + 1 < end && bytes[cursor.at + 1] === 0x3e) {
      cursor.at += 2;
      return dict;
    } else {
      if (cursor.at + 1 >= end) cursor.hitEnd = true;
      throw syntaxAt(cursor, "a dictionary key that is not a name");
    }
  }
}

/** Takes `n g obj`, an object's header (7.3.10), and the white space before it; undefined if there is none here. */
export function takeHeader(cursor: Cursor): { readonly num: number; readonly gen: number } | undefined {
  skipSpace(cursor);
  const num = takeDigits(cursor);
  skipSpace(cursor);
  const gen = takeDigits(cursor);
  skipSpace(cursor);
  return num >= 0 && gen >= 0 && takeObjKeyword(cursor) ? { num, gen } : undefined;
}

/** Takes `obj`. The next token may touch it, as in `1 0 obj<<` and even `1 0 obj1`, which readers agree on. */
function takeObjKeyword(cursor: Cursor): boolean {
  const { bytes, at, end } = cursor;
  if (at + 3 > end) {
    cursor.hitEnd = true;
    return false;
  }
  if (bytes[at] !== 0x6f || bytes[at + 1] !== 0x62 || bytes[at + 2] !== 0x6a) return false;
  cursor.at = at + 3;
  return true;
}
