/** Name objects (ISO 32000-2, 7.3.5) from bytes. */
import { classOf, hexValue, regular } from "./characters.ts";
import { type Cursor, latin1, syntaxAt } from "./tokenizer.ts";
import { type CosName, name } from "./value.ts";

/**
 * Names seen lately, by hash of their bytes: a name met again costs no string. Without it a watermark on 20,000 pages takes
 * 0.73 s of processor time instead of 0.57 s.
 */
const recentNames: (CosName | undefined)[] = new Array(4096).fill(undefined);

/** A name; the cursor stands on its slash. */
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
  const slot = (hash ^ (hash >>> 12)) & 4095;
  const known = recentNames[slot];
  if (known && sameBytes(known.name, bytes, start, at)) return known;
  const made = name(latin1(bytes, start, at));
  // Long names are rare and would make the table hold much memory.
  if (at - start <= 64) recentNames[slot] = made;
  return made;
}

function sameBytes(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let k = 0; k < text.length; k++) if (text.charCodeAt(k) !== bytes[start + k]) return false;
  return true;
}

/** `#xx` decoded (7.3.5); a `#` without two digits stands for itself, as in PDF 1.1 and in every reader. */
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
