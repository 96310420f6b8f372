/** Type 1 programs (Adobe Type 1 Font Format): the style and the encoding, and on request the outlines and hints. */
import { Buffer } from "node:buffer";
import { latin1 } from "../../cos/syntax/value.ts";
import { encodingTable } from "../encodings/encodings.ts";
import { type FontProgram, maxClearText } from "./program.ts";

/** Segments of a PFB file are marked; the text between the marks is the program. */
const segmentMark = 0x80;

function clearText(bytes: Uint8Array): string | undefined {
  const start = bytes[0] === segmentMark ? 6 : 0;
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxClearText));
  const end = whole.indexOf("eexec", start, "latin1");
  const text = whole.toString("latin1", start, end < 0 ? whole.length : end);
  return text.startsWith("%!") ? text : undefined;
}

/** Glyph names by code: `dup 65 /A put`, or all in one array. Undefined if unreadable. */
function readEncoding(text: string): ReadonlyMap<number, string> | "standard" | undefined {
  const start = text.lastIndexOf("/Encoding");
  if (start < 0) return undefined;
  const body = text.slice(start + "/Encoding".length);
  if (/^\s*StandardEncoding\b/.test(body)) return "standard";
  const names = new Map<number, string>();
  const listed = /^\s*\[([^\]]*)\]/.exec(body)?.[1];
  if (listed !== undefined) {
    for (const [code, name] of listed.split("/").slice(1).entries()) names.set(code, name.trim());
    return names;
  }
  if (!/^\s*\d+\s/.test(body)) return undefined;

  const end = /\b(?:readonly\s+)?def\b/.exec(body.slice(body.search(/\bdup\b/) + 1 || 0));
  const puts = end ? body.slice(0, body.search(/\bdup\b/) + 1 + end.index) : body;

  for (const [, code = "", name = ""] of puts.matchAll(
    /\bdup\s+(\d+|8#[0-7]+|16#[\da-fA-F]+)\s*\/([^\s/[\](){}<>%]+)\s+put\b/g,
  )) {
    const [base, digits] = code.includes("#") ? code.split("#") : ["10", code];
    names.set(Number.parseInt(digits ?? "", Number(base)), name);
  }

  return names;
}

/** Undefined if it isn't such a program, or its encoding is unreadable. */
export function readType1(bytes: Uint8Array): FontProgram | undefined {
  const text = clearText(bytes);
  if (text === undefined) return undefined;
  const encoding = readEncoding(text);
  if (encoding === undefined) return undefined;

  const weight = /\/Weight\s*\(([^)/]{0,64})\)/.exec(text)?.[1];
  const angle = Number(/\/ItalicAngle\s+([-+.\d]{1,20})/.exec(text)?.[1] ?? 0);
  const standard = encodingTable("standard");

  return {
    bold: weight === "Bold" || weight === "Black",
    italic: angle !== 0 && !Number.isNaN(angle),
    mono: /\/isFixedPitch\s+true/.test(text),
    codeName: (code) => {
      const name = encoding === "standard" ? standard[code] : encoding.get(code);
      return name === ".notdef" ? undefined : name;
    },
  };
}

export interface Type1 extends Pick<FontProgram, "codeName"> {
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

/** The decrypted program too; undefined if it can't be read with certainty. */
export function openType1(file: Uint8Array): Type1 | undefined {
  const clear = clearText(file);
  const codeName = readType1(file)?.codeName;
  const bytes = file[0] === segmentMark ? withoutMarks(file) : file;
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const mark = whole.indexOf("eexec", 0, "latin1");
  if (clear === undefined || codeName === undefined || mark < 0) return undefined;

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

  return { clear, hints, subroutines, charStrings, codeName };
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
  for (let at = 0; at + 6 <= file.length && file[at] === segmentMark && (file[at + 1] ?? 3) < 3; ) {
    const length = data.getUint32(at + 2, true);
    parts.push(file.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return Buffer.concat(parts);
}
