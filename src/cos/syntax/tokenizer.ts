/**
 * PDF tokens (ISO 32000-2, 7.2 and 7.3.3 to 7.3.5): white space, keywords, numbers, names and strings. Strict: anything that
 * readers disagree on is an error.
 */
import { classOf, hexValue, regular, space } from "./characters.ts";
import { CosError, type DamageCode } from "./error.ts";
import { type CosName, latin1, name } from "./value.ts";

/** A position in bytes. Functions move `at`; `hitEnd` means that the result might differ with more bytes after `end`. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
  hitEnd: boolean;
  /** File offset of `bytes[0]`, for error messages. */
  readonly base: number;
}

export function cursorOn(bytes: Uint8Array, at = 0, end = bytes.length, base = 0): Cursor {
  return { bytes, at, end, hitEnd: false, base };
}

/** Creates an error for the cursor's position. */
export function syntaxAt(cursor: Cursor, message: string, code?: DamageCode): CosError {
  return new CosError("syntax", message, cursor.base + cursor.at, { code });
}

/** Skips white space and comments. */
export function skipSpace(cursor: Cursor): void {
  const { bytes, end } = cursor;
  let at = cursor.at;
  // White space and comments begin with a low byte; usually there are none.
  if (at < end && (bytes[at] ?? 0) > 0x25) return;

  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (classOf[byte] === space) at++;
    else if (byte === 0x25) {
      at++;
      while (at < end && bytes[at] !== 10 && bytes[at] !== 13) at++;
    } else break;
  }

  if (at >= end) cursor.hitEnd = true;
  cursor.at = at;
}

/** Whether a token may end before `at`: at a delimiter, white space or the end. */
export function endsToken(cursor: Cursor, at: number): boolean {
  if (at < cursor.end) return classOf[cursor.bytes[at] ?? 0] !== regular;
  cursor.hitEnd = true;
  return true;
}

/** Takes the keyword if it is here as a whole token. */
export function takeKeyword(cursor: Cursor, word: string): boolean {
  const { bytes, at, end } = cursor;
  if (at + word.length > end) {
    cursor.hitEnd = true;
    return false;
  }
  for (let k = 0; k < word.length; k++) if (bytes[at + k] !== word.charCodeAt(k)) return false;
  if (!endsToken(cursor, at + word.length)) return false;
  cursor.at = at + word.length;
  return true;
}

/** Takes an unsigned integer; -1, without moving the cursor, if there is none or it exceeds 2^53. */
export function takeDigits(cursor: Cursor): number {
  const { bytes, end } = cursor;
  let at = cursor.at;
  let value = 0;

  while (at < end) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    at++;
  }

  if (at >= end) cursor.hitEnd = true;
  if (at === cursor.at || value > Number.MAX_SAFE_INTEGER) return -1;
  cursor.at = at;

  return value;
}

const powersOfTen = [1, 10, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/** A number: `[+-]digits[.digits]`. `1e38`, `--5`, `5-3`, `.` and the like are errors: readers disagree on them. */
export function readNumber(cursor: Cursor): number {
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start;
  const first = bytes[at] ?? 0;
  if (first === 0x2b || first === 0x2d) at++;
  let mantissa = 0;
  let digits = 0;
  let fraction = -1;

  while (at < end) {
    const byte = bytes[at] ?? 0;
    const digit = byte - 48;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digits++;
      if (fraction >= 0) fraction++;
    } else if (byte === 0x2e && fraction < 0) fraction = 0;
    else break;
    at++;
  }

  if (digits === 0 || !endsToken(cursor, at)) {
    if (at >= end) cursor.hitEnd = true;
    throw syntaxAt(cursor, "a number that cannot be read with certainty");
  }
  cursor.at = at;
  // Exact: dividing a mantissa below 2^53 by an exact power of ten rounds only once.
  const value =
    digits <= 15
      ? mantissa / (powersOfTen[Math.max(fraction, 0)] ?? 1)
      : Math.abs(Number(latin1(bytes, start, at)));
  if (!Number.isFinite(value)) throw syntaxAt(cursor, "a number out of range");

  return first === 0x2d && value !== 0 ? -value : value;
}

/** Recent names, by the hash of their bytes. Without it, listing the pages of a large document takes 1.4 times as long. */
const recentNames: (CosName | undefined)[] = new Array(4096).fill(undefined);
/** Longer names are rare and would make the table use too much memory. */
const longestKept = 64;

/** Reads a name; the cursor is at its slash. */
export function readName(cursor: Cursor): CosName {
  const { bytes, end } = cursor;
  const start = cursor.at + 1;
  let at = start;
  let hash = 0;
  let escaped = false;

  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (classOf[byte] !== regular) break;
    if (byte === 0x23) escaped = true;
    hash = (hash * 31 + byte) | 0;
    at++;
  }

  if (at >= end) cursor.hitEnd = true;
  cursor.at = at;
  if (escaped) return name(unescapeName(cursor, start, at));
  const slot = (hash ^ (hash >>> 12)) & (recentNames.length - 1);
  const known = recentNames[slot];
  if (known && sameBytes(known.name, bytes, start, at)) return known;
  const made = name(latin1(bytes, start, at));
  if (at - start <= longestKept) recentNames[slot] = made;

  return made;
}

function sameBytes(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let k = 0; k < text.length; k++) if (text.charCodeAt(k) !== bytes[start + k]) return false;
  return true;
}

/** Decodes `#xx` (7.3.5); a `#` without two digits is literal, as in PDF 1.1 and every reader. */
function unescapeName(cursor: Cursor, start: number, end: number): string {
  const { bytes } = cursor;
  let text = "";

  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const high = byte === 0x23 && at + 2 < end ? (hexValue[bytes[at + 1] ?? 0] ?? 255) : 255;
    const low = high < 16 ? (hexValue[bytes[at + 2] ?? 0] ?? 255) : 255;
    if (low > 15) {
      text += String.fromCharCode(byte);
      continue;
    }
    if (high === 0 && low === 0) throw syntaxAt(cursor, "a name with a zero byte");
    text += String.fromCharCode(high * 16 + low);
    at += 2;
  }

  return text;
}

/** The bytes of a literal string (7.3.4.2); the cursor is at its opening parenthesis. Always a copy. */
export function readLiteral(cursor: Cursor): Uint8Array {
  const { bytes, end } = cursor;
  const start = cursor.at + 1;
  let at = start;
  let open = 1;
  let plain = true;

  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x29) {
      if (--open === 0) break;
    } else if (byte === 0x28) open++;
    else if (byte === 0x5c) {
      plain = false;
      at++;
    } else if (byte === 13) plain = false;
    at++;
  }

  if (at >= end) {
    cursor.hitEnd = true;
    throw syntaxAt(cursor, "a string that does not end");
  }
  cursor.at = at + 1;

  return plain ? copied(bytes, start, at) : unescapeLiteral(bytes, start, at);
}

/** Not slice(): on a Buffer that returns a view, which would keep a whole window in memory. */
function copied(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const copy = new Uint8Array(end - start);
  // Most strings are short; a view to copy from would take more memory than the string.
  for (let k = start; k < end; k++) copy[k - start] = bytes[k] ?? 0;
  return copy;
}

const escapes: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

function unescapeLiteral(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const out = new Uint8Array(end - start);
  let length = 0;
  let at = start;

  while (at < end) {
    let byte = bytes[at++] ?? 0;
    if (byte === 13) {
      // Any line ending in a string becomes one line feed.
      if (bytes[at] === 10) at++;
      byte = 10;
    } else if (byte === 0x5c) {
      byte = bytes[at++] ?? 0;
      if (byte === 13 || byte === 10) {
        if (byte === 13 && bytes[at] === 10) at++;
        continue;
      }
      if (byte >= 0x30 && byte <= 0x37) {
        let code = byte - 0x30;
        for (let k = 0; k < 2 && at < end; k++) {
          const digit = (bytes[at] ?? 0) - 0x30;
          if (digit < 0 || digit > 7) break;
          code = code * 8 + digit;
          at++;
        }
        byte = code & 255;
      } else byte = escapes[byte] ?? byte;
    }
    out[length++] = byte;
  }

  return out.slice(0, length);
}

/** The bytes of a hexadecimal string (7.3.4.3); the cursor is at its `<`. A missing last digit is 0. */
export function readHex(cursor: Cursor): Uint8Array {
  const { bytes, end } = cursor;
  const start = cursor.at + 1;
  let close = start;

  for (; close < end && bytes[close] !== 0x3e; close++) {
    const byte = bytes[close] ?? 0;
    if ((hexValue[byte] ?? 255) > 15 && classOf[byte] !== space)
      throw syntaxAt(cursor, "a hexadecimal string with an invalid character");
  }

  if (close >= end) {
    cursor.hitEnd = true;
    throw syntaxAt(cursor, "a hexadecimal string that does not end");
  }
  const out = new Uint8Array((close - start + 1) >> 1);
  let digits = 0;

  for (let at = start; at < close; at++) {
    const byte = bytes[at] ?? 0;
    const value = hexValue[byte] ?? 255;
    if (value > 15) continue;
    const index = digits >> 1;
    out[index] = digits++ & 1 ? (out[index] ?? 0) | value : value << 4;
  }

  cursor.at = close + 1;
  const length = (digits + 1) >> 1;

  return length === out.length ? out : out.slice(0, length);
}
