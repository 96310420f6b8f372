/** Converts the parts of a Type 1 program to a CFF program (Adobe Technical Note 5176). */
import { pushTo } from "../../core/collections/maps.ts";
import { cffStandardStrings } from "../encodings/cff-strings.ts";
import { encodingTable } from "../encodings/encodings.ts";
import type { Type1 } from "../programs/type1-program.ts";
import { putOperand, toType2 } from "./type2.ts";

/** DICT operators, two-byte ones from 1200 on, and the Type 1 hints that they replace. */
const top = { box: 5, charset: 15, encoding: 16, charStrings: 17, private: 18 } as const;
const hintOperators = {
  BlueValues: 6,
  OtherBlues: 7,
  FamilyBlues: 8,
  FamilyOtherBlues: 9,
  BlueScale: 1209,
  BlueShift: 1210,
  BlueFuzz: 1211,
  StdHW: 10,
  StdVW: 11,
  StemSnapH: 1212,
  StemSnapV: 1213,
} as const;

/**
 * The program with these glyphs, `.notdef` first, and the components of accented letters; undefined if one can't be converted
 * with certainty.
 */
export function cffOf(
  font: Type1,
  glyphs: ReadonlySet<string>,
): { readonly bytes: Uint8Array; readonly names: readonly string[] } | undefined {
  if (numbersOf(font.clear, "FontMatrix")?.join() !== "0.001,0,0,0.001,0,0") return undefined;

  const standard = encodingTable("standard");
  const kept = new Set([".notdef", ...glyphs]);
  const made = new Map<string, Uint8Array>();

  // Accented letters need their components.
  for (const name of kept) {
    const code = font.charStrings.get(name);
    const component = (part: number) => void kept.add(standard[part] ?? ".notdef");
    const string = code && toType2(font, code, component);
    if (!string) return undefined;
    made.set(name, string);
  }

  const codes = new Map<string, number[]>();
  for (let code = 0; code < 256; code++) {
    const name = font.codeName(code, false);
    if (name !== undefined && name !== ".notdef" && made.has(name)) pushTo(codes, name, code);
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

  const sid = (name: string): readonly [number, number] => {
    const known = standardStrings.indexOf(name);
    const id = known >= 0 ? known : standardStrings.length + strings.push(name) - 1;
    return [id >> 8, id & 255];
  };

  const charset = Uint8Array.of(0, ...order.flatMap(sid));
  const encoding = Uint8Array.from(encodingOf(order, codes, sid));
  const charStrings = cffIndex([".notdef", ...order].map((name) => made.get(name) ?? new Uint8Array(0)));
  const hints = privateDict(font.hints);
  const name = /\/FontName\s*\/(\S{1,120})/.exec(font.clear)?.[1] ?? "Font";
  const head = Buffer.concat([Uint8Array.of(1, 0, 4, 4), cffIndex([Buffer.from(name, "latin1")])]);
  const rest = Buffer.concat([cffIndex(strings.map((text) => Buffer.from(text, "latin1"))), cffIndex([])]);
  const box = numbersOf(font.clear, "FontBBox");

  const topDict = (start: number): Uint8Array => {
    const out: number[] = [];
    if (box?.length === 4) putEntry(out, box.map(Math.round), top.box);

    let at = start + rest.length;
    for (const [operator, part] of [
      [top.charset, charset],
      [top.encoding, encoding],
      [top.charStrings, charStrings],
    ] as const) {
      putLong(out, at);
      out.push(operator);
      at += part.length;
    }

    putLong(out, hints.length);
    putLong(out, at);
    out.push(top.private);

    return cffIndex([Uint8Array.from(out)]);
  };

  // Offsets take five bytes whatever their value, so that their size is known in advance.
  const dict = topDict(head.length + topDict(0).length);
  return Buffer.concat([head, dict, rest, charset, encoding, charStrings, hints]);
}

/** Codes of the first glyphs in order; a glyph's additional codes as supplements. */
function encodingOf(
  order: readonly string[],
  codes: ReadonlyMap<string, readonly number[]>,
  sid: (name: string) => readonly [number, number],
): number[] {
  const firsts = order.flatMap((name) => codes.get(name)?.slice(0, 1) ?? []);
  const more = order.flatMap((name) => (codes.get(name) ?? []).slice(1).map((code) => [code, ...sid(name)]));
  if (more.length === 0) return [0, firsts.length, ...firsts];
  return [128, firsts.length, ...firsts, more.length, ...more.flat()];
}

/** Each number of a list as the difference from the previous one; a single number as itself. */
function privateDict(hints: string): Uint8Array {
  const out: number[] = [];
  for (const [key, operator] of Object.entries(hintOperators)) {
    const values = numbersOf(hints, key) ?? [];
    const deltas = values.map((value, k) => value - (values[k - 1] ?? 0));
    if (deltas.length > 0) putEntry(out, deltas, operator);
  }
  if (/\/ForceBold\s+true/.test(hints)) putEntry(out, [1], 1214);
  return Uint8Array.from(out);
}

/** The number or list of numbers in a Type 1 entry. */
function numbersOf(text: string, key: string): number[] | undefined {
  const found = new RegExp(`/${key}\\s*(?:[[{]([-+.\\deE\\s]{0,200})[\\]}]|([-+.\\d]{1,20}))`).exec(text);
  const values = (found?.[1] ?? found?.[2])?.split(/\s+/).filter(Boolean).map(Number);
  return values?.every(Number.isFinite) ? values : undefined;
}

/** Appends a DICT's entry. Throws a RangeError for a number that it can't have. */
export function putEntry(out: number[], operands: readonly number[], operator: number): void {
  for (const operand of operands) putOperand(out, operand, putReal);
  if (operator >= 1200) out.push(12, operator - 1200);
  else out.push(operator);
}

/** Appends an integer in five bytes. */
export function putLong(out: number[], value: number): void {
  out.push(29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255);
}

/** A DICT number as characters of half a byte each; a large integer in four bytes. */
function putReal(out: number[], value: number): void {
  if (Number.isInteger(value)) {
    putLong(out, value);
    return;
  }
  const nibbles = [...String(value)].map((character) => "0123456789.E_ -".indexOf(character));
  if (nibbles.some((nibble) => nibble < 0)) throw new RangeError("a number with an exponent");
  nibbles.push(15);
  if (nibbles.length % 2 === 1) nibbles.push(15);
  out.push(30);
  for (let k = 0; k < nibbles.length; k += 2) out.push(((nibbles[k] ?? 15) << 4) | (nibbles[k + 1] ?? 15));
}

/** An INDEX. */
export function cffIndex(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 0) return Uint8Array.of(0, 0);
  const head = [parts.length >> 8, parts.length & 255, 4];
  let at = 1;
  for (const length of [0, ...parts.map((part) => part.length)]) {
    at += length;
    head.push((at >> 24) & 255, (at >> 16) & 255, (at >> 8) & 255, at & 255);
  }
  return Buffer.concat([Uint8Array.from(head), ...parts]);
}
