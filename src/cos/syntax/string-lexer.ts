/** String objects (ISO 32000-2, 7.3.4) from bytes. */
import { classOf, hexValue, space } from "./characters.ts";
import { type Cursor, syntaxAt } from "./tokenizer.ts";

/** The bytes of a literal string (7.3.4.2); the cursor stands on its opening parenthesis. A copy, never a view. */
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

/** Up to this many bytes a loop is quicker than a view to copy from. */
const shortString = 64;

/** Not slice(): of a Buffer that would be a view, which keeps a whole window in memory. */
function copied(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const length = end - start;
  if (length > shortString) return new Uint8Array(bytes.subarray(start, end));
  const copy = new Uint8Array(length);
  for (let k = 0; k < length; k++) copy[k] = bytes[start + k] ?? 0;
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
      // Any end of line in a string is one line feed.
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

/** The bytes of a hexadecimal string (7.3.4.3); the cursor stands on its `<`. A missing last digit is 0. */
export function readHex(cursor: Cursor): Uint8Array {
  const { bytes, end } = cursor;
  const start = cursor.at + 1;
  let close = start;
  for (; close < end && bytes[close] !== 0x3e; close++) {
    const byte = bytes[close] ?? 0;
    if ((hexValue[byte] ?? 255) > 15 && classOf[byte] !== space)
      throw syntaxAt(cursor, "a hexadecimal string with another character in it");
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
