/**
 * One pass over an object's raw bytes that finds its references, so that it can be copied byte for byte under new numbers.
 * No value is made. What is scanned was parsed before (`CosDocument.raw`): on other bytes the result is safe but means nothing.
 */
import { classOf, delimiter, space } from "./characters.ts";
import { maxNesting } from "./limits.ts";
import { latin1 } from "./tokenizer.ts";

/** What a scan found. One record is used again and again: nothing is allocated while it scans. */
export interface Scanned {
  /** Groups of four: start, end (offsets in the bytes), object number, generation. A string has `literalString` or `hexString` for its number. */
  items: Int32Array;
  /** Used elements of `items`, a multiple of four. */
  count: number;
  /** Where the value ends. */
  end: number;
  /** The value of the outermost dictionary's /Type when it is a name, without the slash; both 0: none. */
  typeStart: number;
  typeEnd: number;
  /** From behind the outermost dictionary's key /Length to the next key or the end; both 0: none. */
  lengthStart: number;
  lengthEnd: number;
  /** `hasByteRange`, `hasCrypt`, `hasStructParent` and `isOdd`, added up. */
  marks: number;
}

export const literalString = -1;
export const hexString = -2;

/** A name /ByteRange occurs: perhaps a signature, whose /Contents is never encrypted. */
export const hasByteRange = 1;
/** A name /Crypt occurs: perhaps a stream with a crypt filter of its own. */
export const hasCrypt = 2;
/** A name /StructParent or /StructParents occurs: the object belongs to one document's tags. */
export const hasStructParent = 4;
/** A name with `#` occurs, or /Length twice in the outermost dictionary: the facts above may be incomplete. */
export const isOdd = 8;

export function newScanned(): Scanned {
  return {
    items: new Int32Array(256),
    count: 0,
    end: 0,
    typeStart: 0,
    typeEnd: 0,
    lengthStart: 0,
    lengthEnd: 0,
    marks: 0,
  };
}

const hash = 4;
/** Bits: white space, delimiter, `#`; 0 is any other regular character. */
const bits = new Uint8Array(classOf);
bits[0x23] = hash;

const text = (word: string) => new TextEncoder().encode(word);
const words = {
  length: text("Length"),
  type: text("Type"),
  byteRange: text("ByteRange"),
  crypt: text("Crypt"),
  structParent: text("StructParent"),
};

/** Whether `word` stands at `start`. */
function startsWith(bytes: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let k = 0; k < word.length; k++) if (bytes[start + k] !== word[k]) return false;
  return true;
}

function add(found: Scanned, start: number, end: number, num: number, gen: number): void {
  const at = found.count;
  if (at + 4 > found.items.length) {
    const grown = new Int32Array(found.items.length * 2);
    grown.set(found.items);
    found.items = grown;
  }
  found.items[at] = start;
  found.items[at + 1] = end;
  found.items[at + 2] = num;
  found.items[at + 3] = gen;
  found.count = at + 4;
}

/** Where the literal string that opens at `start` ends. */
function skipLiteral(bytes: Uint8Array, start: number, end: number): number {
  let at = start + 1;
  let open = 1;
  while (at < end) {
    const byte = bytes[at++];
    if (byte === 0x5c) at++;
    else if (byte === 0x28) open++;
    else if (byte === 0x29 && --open === 0) break;
  }
  return Math.min(at, end);
}

/** Records are kept between objects, but not what one enormous object made of them. */
const maxItemsKept = 1 << 16;

/** Largest object number that fits the items; a larger one is no object of any document. */
const maxNumber = 0x7fff_ffff;

/**
 * Scans the value at `start` (white space and comments before it are skipped) and returns where it ends, `end` at most.
 * Strings are reported only when asked for: they matter to encryption alone.
 */
export function scanValue(
  bytes: Uint8Array,
  start: number,
  end: number,
  found: Scanned,
  strings = false,
): number {
  found.count = 0;
  if (found.items.length > maxItemsKept) found.items = new Int32Array(256);
  found.typeStart = 0;
  found.typeEnd = 0;
  found.lengthStart = 0;
  found.lengthEnd = 0;
  found.marks = 0;
  let at = start;
  let depth = 0;
  // The last two whole numbers, -1 when what came last was something else: `first second R` is a reference.
  let first = -1;
  let firstStart = 0;
  let second = -1;
  let secondStart = 0;
  // End of a number outside of any container: the value, unless a reference follows.
  let lone = -1;
  // Keys are looked at in the outermost dictionary only.
  let inDict = false;
  let keyNext = false;
  let entry: Uint8Array | undefined;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    const kind = bits[byte] ?? 0;
    if (kind === space) {
      at++;
      continue;
    }
    if (kind !== delimiter) {
      // A number or a word.
      const tokenStart = at;
      let number = 0;
      let whole = true;
      let here = byte;
      do {
        const digit = here - 48;
        if (digit >= 0 && digit <= 9) number = number * 10 + digit;
        else whole = false;
        at++;
        here = bytes[at] ?? 0;
      } while (at < end && ((bits[here] ?? 0) & 3) === 0);
      if (depth === 1) keyNext = true;
      if (whole) {
        if (lone >= 0 && second >= 0) break;
        if (depth === 0 && lone < 0) lone = at;
        if (second >= 0) {
          first = second;
          firstStart = secondStart;
        }
        if (first < 0) {
          first = number;
          firstStart = tokenStart;
        } else {
          second = number;
          secondStart = tokenStart;
        }
        continue;
      }
      if (byte === 0x52 && at === tokenStart + 1 && second >= 0) {
        add(found, firstStart, at, first <= maxNumber ? first : 0, second <= maxNumber ? second : 0);
        lone = -1;
      } else if (lone >= 0) break;
      first = second = -1;
      if (depth === 0) break;
      continue;
    }
    if (byte === 0x25) {
      while (at < end && bytes[at] !== 10 && bytes[at] !== 13) at++;
      continue;
    }
    if (lone >= 0) break;
    first = second = -1;
    const tokenStart = at;
    if (byte === 0x2f) {
      at++;
      let seen = 0;
      while (at < end) {
        const bit = bits[bytes[at] ?? 0] ?? 0;
        if ((bit & 3) !== 0) break;
        seen |= bit;
        at++;
      }
      if (seen !== 0) found.marks |= isOdd;
      const size = at - tokenStart - 1;
      const letter = bytes[tokenStart + 1];
      if (size >= 5 && size <= 13) {
        if (letter === 0x42 && size === 9 && startsWith(bytes, tokenStart + 1, words.byteRange))
          found.marks |= hasByteRange;
        else if (letter === 0x43 && size === 5 && startsWith(bytes, tokenStart + 1, words.crypt))
          found.marks |= hasCrypt;
        else if (letter === 0x53 && size >= 12 && startsWith(bytes, tokenStart + 1, words.structParent))
          found.marks |= hasStructParent;
      }
      if (depth === 0) break;
      if (depth === 1 && inDict) {
        if (!keyNext) {
          if (entry === words.type) {
            found.typeStart = tokenStart + 1;
            found.typeEnd = at;
          }
          keyNext = true;
        } else {
          if (entry === words.length) found.lengthEnd = tokenStart;
          entry = undefined;
          keyNext = false;
          if (letter === 0x4c && size === 6 && startsWith(bytes, tokenStart + 1, words.length)) {
            if (found.lengthStart > 0) found.marks |= isOdd;
            entry = words.length;
            found.lengthStart = at;
          } else if (letter === 0x54 && size === 4 && startsWith(bytes, tokenStart + 1, words.type)) {
            entry = words.type;
          }
        }
      }
      continue;
    }
    if (depth === 1) keyNext = true;
    if (byte === 0x28) {
      at = skipLiteral(bytes, at, end);
      if (strings) add(found, tokenStart, at, literalString, 0);
      if (depth === 0) break;
    } else if (byte === 0x3c && bytes[at + 1] !== 0x3c) {
      while (at < end && bytes[at] !== 0x3e) at++;
      at = Math.min(at + 1, end);
      if (strings) add(found, tokenStart, at, hexString, 0);
      if (depth === 0) break;
    } else if (byte === 0x5b || byte === 0x3c) {
      at += byte === 0x5b ? 1 : 2;
      if (depth === 0) {
        inDict = byte === 0x3c;
        keyNext = true;
      }
      if (++depth > maxNesting) break;
    } else {
      // A closing bracket; braces have no place in objects and are passed over.
      at += byte === 0x3e ? 2 : 1;
      if (byte !== 0x3e && byte !== 0x5d) continue;
      depth--;
      if (depth === 1) keyNext = true;
      if (depth <= 0) {
        if (entry === words.length) found.lengthEnd = tokenStart;
        break;
      }
    }
  }
  if (lone >= 0) at = lone;
  found.end = Math.min(at, end);
  return found.end;
}

/** Whether what starts at `start` is (part of) the value of the outermost /Length. */
export function isInLength(scan: Scanned, start: number): boolean {
  return start >= scan.lengthStart && start < scan.lengthEnd;
}

/** The outermost /Type as text, undefined when there is none. */
export function scannedType(scan: Scanned, bytes: Uint8Array): string | undefined {
  const { typeStart, typeEnd } = scan;
  if (typeEnd === 0) return undefined;
  return latin1(bytes, typeStart, typeEnd);
}

/** Takes the strings out of what a scan found: they are copied as they are. */
export function dropStrings(scan: Scanned): void {
  let kept = 0;
  for (let k = 0; k < scan.count; k += 4) {
    if ((scan.items[k + 2] ?? 0) < 0) continue;
    scan.items.copyWithin(kept, k, k + 4);
    kept += 4;
  }
  scan.count = kept;
}
