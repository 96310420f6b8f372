/** Parses Type 1 programs (Adobe Type 1 Font Format): hints, subroutines and charstrings, decrypted. */
import { latin1 } from "../../cos/syntax/value.ts";

export interface Type1 {
  /** The cleartext part. */
  readonly clear: string;
  /** The private part up to the subroutines, as text. */
  readonly hints: string;
  readonly subroutines: readonly (Uint8Array | undefined)[];
  readonly charStrings: ReadonlyMap<string, Uint8Array>;
}

const fileKey = 55_665;
const charKey = 4330;
const maxGlyphs = 10_000;

function decrypt(bytes: Uint8Array, key: number, skip: number): Uint8Array {
  const out = new Uint8Array(Math.max(0, bytes.length - skip));
  let state = key;
  for (let k = 0; k < bytes.length; k++) {
    const cipher = bytes[k] ?? 0;
    if (k >= skip) out[k - skip] = cipher ^ (state >> 8);
    state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
  }
  return out;
}

/** Undefined for a program that can't be read with certainty. */
export function parseType1(file: Uint8Array): Type1 | undefined {
  const bytes = file[0] === 0x80 ? withoutMarks(file) : file;
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const mark = whole.indexOf("eexec", 0, "latin1");
  if (!whole.toString("latin1", 0, 2).startsWith("%!") || mark < 0) return undefined;

  let start = mark + 5;
  while ([9, 10, 13, 32].includes(bytes[start] ?? 0)) start++;
  const isHex = /^[\da-fA-F]{4}/.test(whole.toString("latin1", start, start + 4));
  const cipher = isHex
    ? Buffer.from(whole.toString("latin1", start).replaceAll(/[^\da-fA-F]/g, ""), "hex")
    : bytes.subarray(start);
  const body = decrypt(cipher, fileKey, 4);
  const text = latin1(body);
  const lenIV = Number(/\/lenIV\s+(\d{1,2})\b/.exec(text)?.[1] ?? 4);
  const charsAt = text.indexOf("/CharStrings");
  const subrsAt = text.indexOf("/Subrs");
  if (charsAt < 0) return undefined;
  const subroutines: Uint8Array[] = [];
  const data = (at: number, length: number) => decrypt(body.subarray(at, at + length), charKey, lenIV);

  if (subrsAt >= 0 && subrsAt < charsAt)
    for (const { key, at, length } of binaries(
      text,
      subrsAt,
      charsAt,
      /dup\s+(\d{1,5})\s+(\d{1,5})\s+\S{1,5} /g,
    ))
      subroutines[Number(key)] = data(at, length);

  const charStrings = new Map<string, Uint8Array>();
  for (const { key, at, length } of binaries(
    text,
    charsAt,
    text.length,
    /\/([^\s/]{1,63})\s+(\d{1,5})\s+(?:RD|-\||-!)\s/g,
  ))
    if (!charStrings.has(key)) charStrings.set(key, data(at, length));

  if (!charStrings.has(".notdef") || charStrings.size > maxGlyphs) return undefined;
  const hints = text.slice(0, subrsAt < 0 ? charsAt : Math.min(subrsAt, charsAt));

  return { clear: whole.toString("latin1", 0, mark), hints, subroutines, charStrings };
}

/** A sequence of `key length RD <bytes>` entries. */
function* binaries(
  text: string,
  from: number,
  to: number,
  pattern: RegExp,
): Generator<{ readonly key: string; readonly at: number; readonly length: number }> {
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found && found.index < to; found = pattern.exec(text)) {
    const length = Number(found[2]);
    const at = pattern.lastIndex;
    if (at + length > text.length) return;
    yield { key: found[1] ?? "", at, length };
    pattern.lastIndex = at + length;
  }
}

/** The concatenated parts of a PFB file. */
function withoutMarks(file: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at + 6 <= file.length && file[at] === 0x80 && (file[at + 1] ?? 3) < 3; ) {
    const length = data.getUint32(at + 2, true);
    parts.push(file.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return Buffer.concat(parts);
}
