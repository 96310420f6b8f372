/**
 * White space, keywords and numbers of PDF syntax (ISO 32000-2, 7.2 and 7.3.3), strictly: what readers would read
 * differently is an error. Names and strings are in name-lexer.ts and string-lexer.ts.
 */
import { Buffer } from "node:buffer";
import { classOf, regular, space } from "./characters.ts";
import { CosError } from "./error.ts";

/** A place in bytes. Functions move `at`; `hitEnd` says that the answer could differ if more bytes followed `end`. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
  hitEnd: boolean;
  /** File offset of `bytes[0]`, for messages. */
  readonly base: number;
}

export function cursorOn(bytes: Uint8Array, at = 0, end = bytes.length, base = 0): Cursor {
  return { bytes, at, end, hitEnd: false, base };
}

/** The error for what stands at the cursor. */
export function syntaxAt(cursor: Cursor, message: string): CosError {
  return new CosError("syntax", message, cursor.base + cursor.at);
}

/** Skips white space and comments. */
export function skipSpace(cursor: Cursor): void {
  const { bytes, end } = cursor;
  let at = cursor.at;
  // What there is to skip begins with a low byte; mostly nothing does.
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

/** Whether a token may end before `at`: a delimiter, white space or the end. */
export function endsToken(cursor: Cursor, at: number): boolean {
  if (at < cursor.end) return classOf[cursor.bytes[at] ?? 0] !== regular;
  cursor.hitEnd = true;
  return true;
}

/** Takes the keyword if it stands here as a whole token. */
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

/** An unsigned whole number in digits only, or -1 (cursor unmoved) when there is none or it is beyond 2^53. */
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

/** A number: `[+-]digits[.digits]`. `1e38`, `--5`, `5-3`, `.` and their like are errors: readers disagree on them. */
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
  // Exact: a mantissa below 2^53 divided by an exact power of ten is rounded once.
  const value =
    digits <= 15
      ? mantissa / (powersOfTen[Math.max(fraction, 0)] ?? 1)
      : Math.abs(Number(latin1(bytes, start, at)));
  if (!Number.isFinite(value)) throw syntaxAt(cursor, "a number out of range");
  return first === 0x2d && value !== 0 ? -value : value;
}

/** Bytes as a string of code points 0 to 255. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
}
