/** A CFF program (Adobe Technical Note 5176) from the parts of a Type 1 program. */
import { cffStandardStrings } from "../../reading/interpreter/fonts/encodings/cff-strings.ts";
import { encodingTable } from "../../reading/interpreter/fonts/encodings/encodings.ts";
import type { Type1 } from "./type1.ts";
import { toType2 } from "./type2.ts";

/** Operators of DICTs, and the entries of Type 1 that they take over. */
const top = { charset: 15, encoding: 16, charStrings: 17, private: 18 } as const;
const lists = {
  BlueValues: 6,
  OtherBlues: 7,
  FamilyBlues: 8,
  FamilyOtherBlues: 9,
  StemSnapH: 1212,
  StemSnapV: 1213,
} as const;
const numbers = { BlueScale: 1209, BlueShift: 1210, BlueFuzz: 1211, StdHW: 10, StdVW: 11 } as const;

/**
 * The program with these glyphs, `.notdef` first, and what accented letters are made of; undefined where one of them cannot be
 * converted with certainty. `codes` is the program's own encoding.
 */
export function cffOf(
  font: Type1,
  glyphs: ReadonlySet<string>,
  codeName: (code: number) => string | undefined,
): { readonly bytes: Uint8Array; readonly names: readonly string[] } | undefined {
  const matrix = /\/FontMatrix\s*\[([^\][]{1,120})\]/.exec(font.clear)?.[1]?.trim().split(/\s+/).map(Number);
  if (matrix?.join() !== "0.001,0,0,0.001,0,0") return undefined;
  const standard = encodingTable("standard");
  const kept = new Set([".notdef", ...glyphs]);
  const made = new Map<string, Uint8Array>();
  // Accented letters bring their parts along.
  for (const name of kept) {
    const code = font.charStrings.get(name);
    const component = (part: number) => void kept.add(standard[part] ?? ".notdef");
    const string = code && toType2(font, code, component);
    if (!string) return undefined;
    made.set(name, string);
  }
  const codes = new Map<string, number[]>();
  for (let code = 0; code < 256; code++) {
    const name = codeName(code);
    if (name !== undefined && name !== ".notdef" && made.has(name))
      codes.set(name, [...(codes.get(name) ?? []), code]);
  }
  // The encoding lists the codes of the first glyphs.
  const named = [...made.keys()].slice(1);
  const order = [...named.filter((name) => codes.has(name)), ...named.filter((name) => !codes.has(name))];
  return { bytes: assemble(font, order, made, codes), names: order };
}

function assemble(
  font: Type1,
  order: readonly string[],
  made: ReadonlyMap<string, Uint8Array>,
  codes: ReadonlyMap<string, readonly number[]>,
): Uint8Array {
  const standardStrings = cffStandardStrings();
  const strings: string[] = [];
  const sid = (name: string): number => {
    const known = standardStrings.indexOf(name);
    if (known >= 0) return known;
    return standardStrings.length + strings.push(name) - 1;
  };
  const charset = [0, ...order.map(sid).flatMap((id) => [id >> 8, id & 255])];
  const encoding = encodingOf(order, codes, sid);
  const charStrings = index(
    [made.get(".notdef"), ...order.map((name) => made.get(name))].map((part) => part ?? new Uint8Array(0)),
  );
  const hints = privateDict(font.hints);
  const name = /\/FontName\s*\/(\S{1,120})/.exec(font.clear)?.[1] ?? "Font";
  const box = /\/FontBBox\s*[[{]([-\d.\s]{1,80})[\]}]/.exec(font.clear)?.[1]?.trim().split(/\s+/).map(Number);
  const head = Buffer.concat([Uint8Array.of(1, 0, 4, 4), index([Buffer.from(name, "latin1")])]);
  const rest = Buffer.concat([index(strings.map((text) => Buffer.from(text, "latin1"))), index([])]);
  const topDict = (start: number): Uint8Array => {
    const out: number[] = [];
    if (box?.length === 4 && box.every(Number.isFinite)) entry(out, box.map(Math.round), 5);
    let at = start + rest.length;
    const place = (part: ArrayLike<number>) => {
      at += part.length;
      return at - part.length;
    };
    offsets(out, [place(charset)], top.charset);
    offsets(out, [place(encoding)], top.encoding);
    offsets(out, [place(charStrings)], top.charStrings);
    offsets(out, [hints.length, at], top.private);
    return index([Uint8Array.from(out)]);
  };
  const size = topDict(0).length;
  return Buffer.concat([
    head,
    topDict(head.length + size),
    rest,
    Uint8Array.from(charset),
    Uint8Array.from(encoding),
    charStrings,
    hints,
  ]);
}

/** Codes of the first glyphs in their order; further codes of a glyph as supplements. */
function encodingOf(
  order: readonly string[],
  codes: ReadonlyMap<string, readonly number[]>,
  sid: (name: string) => number,
): number[] {
  const firsts = order.flatMap((name) => codes.get(name)?.slice(0, 1) ?? []);
  const more = order.flatMap((name) =>
    (codes.get(name) ?? []).slice(1).map((code) => [code, sid(name)] as const),
  );
  const supplements = more.flatMap(([code, id]) => [code, id >> 8, id & 255]);
  const format = more.length > 0 ? 128 : 0;
  return [format, firsts.length, ...firsts, ...(more.length > 0 ? [more.length, ...supplements] : [])];
}

function privateDict(hints: string): Uint8Array {
  const out: number[] = [];
  for (const [key, operator] of Object.entries(lists)) {
    const values = listOf(hints, key);
    if (values.length === 0) continue;
    let before = 0;
    const deltas = values.map((value) => {
      const delta = value - before;
      before = value;
      return delta;
    });
    entry(out, deltas, operator);
  }
  for (const [key, operator] of Object.entries(numbers)) {
    const text = new RegExp(`/${key}\\s*\\[?\\s*([-+.\\d]{1,20})`).exec(hints)?.[1];
    if (text !== undefined && Number.isFinite(Number(text))) entry(out, [Number(text)], operator);
  }
  if (/\/ForceBold\s+true/.test(hints)) entry(out, [1], 1214);
  return Uint8Array.from(out);
}

function listOf(hints: string, key: string): number[] {
  const text = new RegExp(`/${key}\\s*\\[\\s*([-+.\\d\\s]{0,200})\\]`).exec(hints)?.[1]?.trim();
  const values = text ? text.split(/\s+/).map(Number) : [];
  return values.every(Number.isFinite) ? values : [];
}

function entry(out: number[], operands: readonly number[], operator: number): void {
  for (const operand of operands) putNumber(out, operand);
  putOperator(out, operator);
}

/** Offsets in five bytes each, whatever their value. */
function offsets(out: number[], values: readonly number[], operator: number): void {
  for (const value of values)
    out.push(29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255);
  putOperator(out, operator);
}

function putOperator(out: number[], operator: number): void {
  if (operator >= 1200) out.push(12, operator - 1200);
  else out.push(operator);
}

function putNumber(out: number[], value: number): void {
  if (Number.isInteger(value)) {
    if (Math.abs(value) <= 107) out.push(value + 139);
    else if (Math.abs(value) <= 32_767) out.push(28, (value >> 8) & 255, value & 255);
    else out.push(29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255);
    return;
  }
  // A real number: its characters by half bytes.
  const nibbles = [...String(value)].map((character) => "0123456789.E_ -".indexOf(character));
  if (nibbles.some((nibble) => nibble < 0 || nibble === 13))
    throw new RangeError("a number with an exponent");
  nibbles.push(15);
  if (nibbles.length % 2 === 1) nibbles.push(15);
  out.push(30);
  for (let k = 0; k < nibbles.length; k += 2) out.push(((nibbles[k] ?? 15) << 4) | (nibbles[k + 1] ?? 15));
}

function index(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 0) return Uint8Array.of(0, 0);
  const total = parts.reduce((sum, part) => sum + part.length, 1);
  const size = Math.ceil(Math.log2(total + 1) / 8);
  const head = [parts.length >> 8, parts.length & 255, size];
  let at = 1;
  for (const length of [0, ...parts.map((part) => part.length)]) {
    at += length;
    for (let byte = size - 1; byte >= 0; byte--) head.push((at >> (byte * 8)) & 255);
  }
  return Buffer.concat([Uint8Array.from(head), ...parts]);
}
