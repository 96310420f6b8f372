/**
 * The strict reading of parser.ts without its values: whether bytes hold an object that can be read with certainty, where
 * it ends, and where some entries of its dictionary stand. For objects that are copied, counted or only glanced at.
 */
import { classOf, hexValue, regular, space } from "./characters.ts";
import { CosError } from "./error.ts";
import { maxNesting } from "./limits.ts";
import { readName } from "./name-lexer.ts";
import { type Cursor, readNumber, skipSpace, syntaxAt, takeKeyword } from "./tokenizer.ts";

/** Where entries of the outermost dictionary stand. One record is used again and again. */
export interface Spots {
  /** The keys looked for. */
  readonly wanted: readonly Uint8Array[];
  /** First bytes of them. */
  readonly letters: Uint8Array;
  /** Offsets of the values in the bytes; -1: the dictionary has no such key. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Whether the value is a dictionary. */
  isDict: boolean;
  /** A key with `#`, or one that is looked for twice: the dictionary has to be read for what it says. */
  isOdd: boolean;
}

/** Looks for `keys`, by their places in the list. */
export function newSpots(keys: readonly string[]): Spots {
  const letters = new Uint8Array(256);
  const wanted: Uint8Array[] = [];
  for (const key of keys) {
    const bytes = new Uint8Array(key.length);
    for (let k = 0; k < key.length; k++) bytes[k] = key.charCodeAt(k);
    letters[key.charCodeAt(0)] = 1;
    wanted.push(bytes);
  }
  const starts = new Int32Array(keys.length).fill(-1);
  return { wanted, letters, starts, ends: starts.slice(), isDict: false, isOdd: false };
}

/** Whether the outermost dictionary has the key at a place of the list. */
export function has(spots: Spots, key: number): boolean {
  return (spots.starts[key] ?? -1) >= 0;
}

/** Whether it has it with this value, as its bytes stand there. */
export function says(spots: Spots, bytes: Uint8Array, key: number, value: Uint8Array): boolean {
  const at = spots.starts[key] ?? -1;
  if (at < 0 || (spots.ends[key] ?? 0) - at !== value.length) return false;
  for (let k = 0; k < value.length; k++) if (bytes[at + k] !== value[k]) return false;
  return true;
}

/** What the open containers are. */
const inArray = 1;
const inDict = 2;
const open = new Uint8Array(maxNesting);

const beyond = (cursor: Cursor) =>
  syntaxAt(cursor, cursor.at >= cursor.end ? "an object that does not end" : "not an object");

/**
 * Passes over one object as `readValue` would read it: the same ends, the same errors, the same `hitEnd`.
 * Throws CosError `syntax` or `limit`.
 */
export function checkValue(cursor: Cursor, spots?: Spots): void {
  const { bytes, end } = cursor;
  if (spots) {
    spots.starts.fill(-1);
    spots.isOdd = false;
    spots.isDict = false;
  }
  let depth = 0;
  /** Place of the wanted key whose value comes next; -1: none. */
  let slot = -1;
  for (;;) {
    skipSpace(cursor);
    let at = cursor.at;
    let byte = at < end ? (bytes[at] ?? -1) : -1;
    const within = depth > 0 ? open[depth - 1] : 0;
    if (within === inDict) {
      if (byte === 0x2f) {
        const key = at + 1;
        skipName(cursor, depth === 1 ? spots : undefined);
        if (depth === 1 && spots) slot = find(cursor, spots, key);
        skipSpace(cursor);
        at = cursor.at;
        byte = at < end ? (bytes[at] ?? -1) : -1;
        if (depth === 1 && slot >= 0 && spots) spots.starts[slot] = at;
      } else if (byte === 0x3e && at + 1 < end && bytes[at + 1] === 0x3e) {
        cursor.at = at + 2;
        if (--depth === 0) return;
        if (depth === 1) slot = ended(cursor, spots, slot);
        continue;
      } else {
        if (at + 1 >= end) cursor.hitEnd = true;
        throw syntaxAt(cursor, "a dictionary key that is not a name");
      }
    } else if (within === inArray && byte === 0x5d) {
      cursor.at = at + 1;
      if (--depth === 0) return;
      if (depth === 1) slot = ended(cursor, spots, slot);
      continue;
    }
    if (byte >= 0x30 && byte <= 0x39) skipNumberOrRef(cursor);
    else if (byte === 0x2f) skipName(cursor, undefined);
    else if (byte === 0x5b || (byte === 0x3c && bytes[at + 1] === 0x3c && at + 1 < end)) {
      if (depth >= maxNesting)
        throw new CosError("limit", `an object nested deeper than ${maxNesting}`, cursor.base + at);
      const dict = byte === 0x3c;
      if (depth === 0 && spots) spots.isDict = dict;
      open[depth++] = dict ? inDict : inArray;
      cursor.at = at + (dict ? 2 : 1);
      continue;
    } else if (byte === 0x28) skipLiteral(cursor);
    else if (byte === 0x3c) {
      if (at + 1 >= end) cursor.hitEnd = true;
      skipHex(cursor);
    } else if (byte === 0x2b || byte === 0x2d || byte === 0x2e) readNumber(cursor);
    else if (!takeKeyword(cursor, "null") && !takeKeyword(cursor, "true") && !takeKeyword(cursor, "false"))
      throw beyond(cursor);
    if (depth === 0) return;
    if (depth === 1) slot = ended(cursor, spots, slot);
  }
}

/** The value of a key in the outermost dictionary ends here. */
function ended(cursor: Cursor, spots: Spots | undefined, slot: number): -1 {
  if (spots && slot >= 0) spots.ends[slot] = cursor.at;
  return -1;
}

/** The place of the key that was passed, and began at `start`; -1: not looked for. */
function find(cursor: Cursor, spots: Spots, start: number): number {
  const { bytes } = cursor;
  const { wanted, starts } = spots;
  if (spots.letters[bytes[start] ?? 0] === 0) return -1;
  const size = cursor.at - start;
  for (let at = 0; at < wanted.length; at++) {
    const key = wanted[at];
    if (key === undefined || key.length !== size) continue;
    let k = 0;
    while (k < size && bytes[start + k] === key[k]) k++;
    if (k < size) continue;
    if ((starts[at] ?? -1) >= 0) spots.isOdd = true;
    return at;
  }
  return -1;
}

/** A name; the cursor stands on its slash. One with `#` that is a key makes its dictionary odd. */
function skipName(cursor: Cursor, spots: Spots | undefined): void {
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start + 1;
  let escaped = false;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (classOf[byte] !== regular) break;
    if (byte === 0x23) escaped = true;
    at++;
  }
  if (at >= end) cursor.hitEnd = true;
  if (escaped) {
    readName(cursor);
    if (spots) spots.isOdd = true;
  } else cursor.at = at;
}

function skipLiteral(cursor: Cursor): void {
  const { bytes, end } = cursor;
  let at = cursor.at + 1;
  let depth = 1;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x29) {
      if (--depth === 0) break;
    } else if (byte === 0x28) depth++;
    else if (byte === 0x5c) at++;
    at++;
  }
  if (at >= end) {
    cursor.hitEnd = true;
    throw syntaxAt(cursor, "a string that does not end");
  }
  cursor.at = at + 1;
}

function skipHex(cursor: Cursor): void {
  const { bytes, end } = cursor;
  let at = cursor.at + 1;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x3e) break;
    if ((hexValue[byte] ?? 255) > 15 && classOf[byte] !== space)
      throw syntaxAt(cursor, "a hexadecimal string with another character in it");
  }
  if (at >= end) {
    cursor.hitEnd = true;
    throw syntaxAt(cursor, "a hexadecimal string that does not end");
  }
  cursor.at = at + 1;
}

/** Digits up to which a number is whole and below 2^32 without being read. */
const plainDigits = 9;

/** A number that begins with a digit, or a reference. */
function skipNumberOrRef(cursor: Cursor): void {
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start;
  while (at < end && isDigit(bytes[at])) at++;
  const whole = at < end && at - start <= plainDigits && classOf[bytes[at] ?? 0] !== regular;
  if (whole) cursor.at = at;
  else {
    // Fractions (`5.0 0 R` is a reference to readers), long ones, and what is no number.
    const value = readNumber(cursor);
    if (!Number.isInteger(value) || value > 0xffff_ffff) return;
  }
  const after = cursor.at;
  if (!skipReference(cursor)) cursor.at = after;
}

/** A generation and `R` behind a number. */
function skipReference(cursor: Cursor): boolean {
  const { bytes, end } = cursor;
  const after = cursor.at;
  skipSpace(cursor);
  const first = cursor.at;
  if (first === after || first >= end || !isDigit(bytes[first])) return false;
  let at = first;
  let generation = 0;
  while (at < end && isDigit(bytes[at])) generation = generation * 10 + (bytes[at++] ?? 0) - 48;
  if (at >= end) cursor.hitEnd = true;
  if (generation > Number.MAX_SAFE_INTEGER) return false;
  cursor.at = at;
  skipSpace(cursor);
  const letter = cursor.at;
  if (letter === at || letter >= end || bytes[letter] !== 0x52) return false;
  if (letter + 1 >= end) cursor.hitEnd = true;
  else if (classOf[bytes[letter + 1] ?? 0] === regular) return false;
  if (generation > 65_535) throw syntaxAt(cursor, "a generation out of range");
  cursor.at = letter + 1;
  return true;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
