/** CFF programs (Adobe Technical Note 5176): the style, and glyph names by code. */

import { Buffer } from "node:buffer";
import { once } from "../../core/once.ts";
import { cffStandardStrings } from "../encodings/cff-strings.ts";
import { encodingTable } from "../encodings/encodings.ts";
import { FontDoubt } from "../encodings/font-doubt.ts";
import type { FontProgram } from "./program.ts";

/** Objects of an INDEX: the start of each and the end of the last. */
export interface Index {
  readonly starts: readonly number[];
  readonly end: number;
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Throws a RangeError for truncated data, like everything that reads through the view. */
export function readIndex(data: DataView, at: number): Index {
  const count = data.getUint16(at);
  if (count === 0) return { starts: [], end: at + 2 };
  const size = data.getUint8(at + 2);
  if (size < 1 || size > 4) throw new RangeError("an index with offsets of no size");

  const base = at + 3 + (count + 1) * size - 1;
  const starts: number[] = [];

  for (let k = 0; k <= count; k += 1) {
    let offset = 0;
    for (let byte = 0; byte < size; byte += 1)
      offset = offset * 256 + data.getUint8(at + 3 + k * size + byte);
    starts.push(base + offset);
  }

  return { starts, end: starts[count] ?? base };
}

/** DICT operators with their operands; two-byte operators are 1200 and above. */
export function readDict(data: DataView, start: number, end: number): ReadonlyMap<number, readonly number[]> {
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];

  for (let at = start; at < end; ) {
    const byte = data.getUint8(at);
    at += 1;
    if (byte === 28) {
      operands.push(data.getInt16(at));
      at += 2;
    } else if (byte === 29) {
      operands.push(data.getInt32(at));
      at += 4;
    } else if (byte === 30) {
      let text = "";
      for (let nibbles = 0; (nibbles & 15) !== 15 && at < end; at += 1) {
        nibbles = data.getUint8(at);
        for (const nibble of [nibbles >> 4, nibbles & 15])
          text += ["e-", "", "-", ""][nibble - 12] ?? "0123456789.e"[nibble] ?? "";
        if (nibbles >> 4 === 15) nibbles = 15;
      }
      operands.push(Number(text));
    } else if (byte >= 247 && byte <= 254) {
      const low = data.getUint8(at);
      at += 1;
      operands.push(byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108);
    } else if (byte >= 32 && byte <= 246) operands.push(byte - 139);
    else if (byte <= 21) {
      let operator = byte;
      if (byte === 12) {
        operator = 1200 + data.getUint8(at);
        at += 1;
      }
      entries.set(operator, operands);
      operands = [];
    }
  }

  return entries;
}

const operators = {
  weight: 4,
  fullName: 2,
  familyName: 3,
  charset: 15,
  encoding: 16,
  charStrings: 17,
} as const;
const fixedPitch = 1201;
const italicAngle = 1202;
const registry = 1230;

/** String identifiers by glyph number. */
function readCharset(data: DataView, offset: number, glyphs: number): readonly number[] | undefined {
  if (offset === 0) return Array.from({ length: Math.min(glyphs, 229) }, (_, k) => k);
  // The Expert charsets: no file in circulation uses them.
  if (offset <= 2) return undefined;

  const sids = [0];
  const format = data.getUint8(offset);
  let at = offset + 1;

  while (sids.length < glyphs) {
    const first = data.getUint16(at);
    at += 2;
    if (format === 0) sids.push(first);
    else if (format === 1 || format === 2) {
      const left = format === 1 ? data.getUint8(at) : data.getUint16(at);
      at += format;
      for (let k = 0; k <= left && sids.length < glyphs; k += 1) sids.push(first + k);
    } else return undefined;
  }

  return sids;
}

/** Names by code in the program's own encoding. */
function readCodes(
  data: DataView,
  offset: number,
  nameOf: (glyph: number) => string | undefined,
  sidName: (sid: number) => string | undefined,
) {
  const names = new Map<number, string>();
  const set = (code: number, name: string | undefined) => {
    if (name !== undefined && name !== ".notdef") names.set(code, name);
  };
  const format = data.getUint8(offset);
  const count = data.getUint8(offset + 1);
  let at = offset + 2;
  let glyph = 1;

  for (let k = 0; k < count; k += 1) {
    const first = data.getUint8(at);
    const left = (format & 127) === 0 ? 0 : data.getUint8(at + 1);
    at += (format & 127) === 0 ? 1 : 2;
    for (let code = first; code <= first + left && code < 256; code += 1) set(code, nameOf(glyph++));
  }

  if ((format & 128) !== 0) {
    const supplements = data.getUint8(at);
    for (let k = 0; k < supplements; k += 1)
      set(data.getUint8(at + 1 + k * 3), sidName(data.getUint16(at + 2 + k * 3)));
  }

  return names;
}

/**
 * The parts of a program that locate and name its glyphs. `charStrings`: the start of each glyph's, and the end of the last.
 * `charset`: CIDs if `keyed`, otherwise identifiers of names. Throws like `readCff`.
 */
export function openCff(bytes: Uint8Array) {
  const data = view(bytes);
  if (data.getUint8(0) !== 1) return undefined;

  const names = readIndex(data, data.getUint8(2));
  const tops = readIndex(data, names.end);
  const strings = readIndex(data, tops.end);
  const top = readDict(data, tops.starts[0] ?? 0, tops.starts[1] ?? 0);
  const operand = (operator: number, otherwise: number) => top.get(operator)?.at(-1) ?? otherwise;

  const sidName = (sid: number): string | undefined => {
    if (sid < cffStandardStrings().length) return cffStandardStrings()[sid];
    const start = strings.starts[sid - cffStandardStrings().length];
    const end = strings.starts[sid - cffStandardStrings().length + 1];
    if (start === undefined || end === undefined || end < start || end > bytes.length) return undefined;
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(end - start, 256)).toString("latin1");
  };

  const charStrings = () => readIndex(data, operand(operators.charStrings, 0)).starts;
  const charset = () => readCharset(data, operand(operators.charset, 0), charStrings().length - 1);

  const globalSubroutines = () => readIndex(data, strings.end).starts;
  return {
    ...{ data, top, charStrings, charset, keyed: top.has(registry), sidName, operand, globalSubroutines },
    /** Places of the INDEX of top DICTs: its beginning and end. */
    tops: { start: names.end, end: tops.end },
  };
}

export type CffParts = NonNullable<ReturnType<typeof openCff>>;

/** Throws a RangeError for a truncated program; undefined for a kind that isn't supported here. */
export function readCff(bytes: Uint8Array): FontProgram | undefined {
  const parts = openCff(bytes);
  if (!parts) return undefined;

  const { keyed, operand, sidName } = parts;
  const stringOf = (operator: number) => sidName(operand(operator, -1)) ?? "";
  const [weight, full, family] = [
    stringOf(operators.weight),
    stringOf(operators.fullName),
    stringOf(operators.familyName),
  ];
  const style =
    family !== "" && full.startsWith(family) ? full.slice(family.length).replace(/^[ \-_,]+/, "") : "";

  return {
    bold: weight === "Bold" || weight === "Black" || style.startsWith("Bold") || style.startsWith("Black"),
    italic: operand(italicAngle, 0) !== 0,
    mono: operand(fixedPitch, 0) !== 0,
    codeName: codeNames(view(bytes), keyed, operand, sidName),
  };
}

/** Read on first use: most files specify their codes. */
function codeNames(
  data: DataView,
  keyed: boolean,
  operand: (operator: number, otherwise: number) => number,
  sidName: (sid: number) => string | undefined,
): (code: number) => string | undefined {
  const names = once((): ReadonlyMap<number, string> => {
    const encoding = operand(operators.encoding, 0);
    const glyphs = data.getUint16(operand(operators.charStrings, 0));
    const sids = readCharset(data, operand(operators.charset, 0), glyphs);
    if (sids === undefined || encoding === 1) throw new FontDoubt("a CFF program with Expert glyphs");
    if (encoding !== 0) return readCodes(data, encoding, (glyph) => sidName(sids[glyph] ?? -1), sidName);
    const own = new Set(sids.map(sidName));
    return new Map(
      [...encodingTable("standard").entries()].flatMap(([code, name]) =>
        name !== undefined && own.has(name) ? [[code, name] as const] : [],
      ),
    );
  });

  return (code) => (keyed ? undefined : names().get(code));
}
