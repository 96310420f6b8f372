/** Font programs without what they say in words: licenses, names, descriptions. Glyphs and their numbers stay. */
import { Buffer } from "node:buffer";
import { afterString } from "../../cos/syntax/characters.ts";
import { latin1 } from "../../cos/syntax/value.ts";
import { buildSfnt } from "../../fonts/opentype/sfnt.ts";
import { readTables } from "../../fonts/programs/truetype-program.ts";

/** Tables that draw and locate glyphs; what displays a document uses no others. */
const kept = new Set(
  "CFF ,OS/2,VORG,cmap,cvt ,fpgm,gasp,glyf,head,hhea,hmtx,loca,maxp,post,prep,vhea,vmtx".split(","),
);
const openTypeCff = 0x4f54544f;

export function cleanProgram(data: Uint8Array): Uint8Array {
  try {
    if (data[0] === 0x25 && data[1] === 0x21) return cleanType1(data);
    if (data[0] === 1 && data[1] === 0 && (data[2] ?? 0) >= 4 && (data[2] ?? 0) < 32) return cleanCff(data);
    const tables = readTables(data);
    if (tables.size === 0) return data;
    const cff = tables.get("CFF ");
    const rows = [...tables]
      .filter(([tag]) => kept.has(tag))
      .map(([tag, table]) => {
        const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
        return [tag, tag === "CFF " ? cleanCff(bytes) : withoutMakers(tag, bytes)] as const;
      });
    return buildSfnt(new Map(rows), cff ? openTypeCff : undefined);
  } catch (error) {
    if (error instanceof RangeError) return data;
    throw error;
  }
}

/** Fields about a font's makers and its look, which draw nothing: their starts and ends by table. */
const ofMakers: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  head: [[20, 36]],
  hhea: [[24, 32]],
  "OS/2": [
    [32, 42],
    [58, 62],
  ],
};

function withoutMakers(tag: string, table: Uint8Array): Uint8Array {
  const made = table.slice();
  for (const [from, to] of ofMakers[tag] ?? []) made.fill(0, from, to);
  return made;
}

/** Texts of the part in clear, which nothing but a catalog of fonts reads. */
const texts = /\/(?:Notice|Copyright|FullName|FamilyName|version|UnderlinePosition)\s{0,8}\(/g;

function cleanType1(data: Uint8Array): Uint8Array {
  const whole = Buffer.from(data);
  const end = whole.indexOf("eexec", 0, "latin1");
  if (end < 0) return data;
  const clear = Buffer.from(data.subarray(0, end));
  let done = 0;
  for (const { 0: key, index } of latin1(clear).matchAll(texts)) {
    const from = index + key.length;
    if (from < done) continue;
    done = Math.min(afterString(clear, from - 1), end);
    clear.fill(0x20, from, done - 1);
  }
  const head = latin1(clear).replace(/%(?!!)[^\r\n]*/g, (comment) => `%${" ".repeat(comment.length - 1)}`);
  const last = whole.lastIndexOf("cleartomark", whole.length, "latin1");
  const stop = last > end ? last + "cleartomark".length : whole.length;
  return Buffer.concat([Buffer.from(head, "latin1"), whole.subarray(end, stop)]);
}

/** Operators of a font's dictionary that name strings: version, notice, names, weight; after 12: copyright, base font. */
const saying = new Set([0, 1, 2, 3]);
const sayingAfter = new Set([0, 21, 22]);
const standardStrings = 391;

/** Blanks the font's name, and the strings that only describe it. */
function cleanCff(data: Uint8Array): Uint8Array {
  const made = data.slice();
  const view = new DataView(made.buffer, made.byteOffset, made.length);
  const names = indexAt(view, view.getUint8(2));
  for (const { start, end } of names.items) made.fill(0x46, start, end);
  const tops = indexAt(view, names.end);
  const strings = indexAt(view, tops.end);
  for (const { start, end } of tops.items)
    for (const sid of saidBy(view, start, end)) {
      const place = strings.items[sid - standardStrings];
      if (place) made.fill(0x20, place.start, place.end);
    }
  return made;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function indexAt(view: DataView, at: number): { readonly items: readonly Place[]; readonly end: number } {
  const count = view.getUint16(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = view.getUint8(at + 2);
  const base = at + 3 + (count + 1) * size - 1;
  const offset = (k: number) => {
    let value = 0;
    for (let byte = 0; byte < size; byte++) value = value * 256 + view.getUint8(at + 3 + k * size + byte);
    return base + value;
  };
  const items = Array.from({ length: count }, (_, k) => ({ start: offset(k), end: offset(k + 1) }));
  return { items, end: offset(count) };
}

/** Numbers of strings that a dictionary's describing operators name. */
function saidBy(view: DataView, start: number, end: number): number[] {
  const found: number[] = [];
  let last = -1;
  for (let at = start; at < end; ) {
    const byte = view.getUint8(at++);
    if (byte === 28) {
      last = view.getInt16(at);
      at += 2;
    } else if (byte === 29) {
      last = view.getInt32(at);
      at += 4;
    } else if (byte === 30) {
      while (at < end && (view.getUint8(at) & 15) !== 15 && view.getUint8(at) >> 4 !== 15) at++;
      at++;
    } else if (byte >= 247 && byte <= 254) {
      const low = view.getUint8(at++);
      last = byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108;
    } else if (byte >= 32 && byte <= 246) last = byte - 139;
    else if (byte === 12) {
      if (sayingAfter.has(view.getUint8(at++))) found.push(last);
    } else if (saying.has(byte)) found.push(last);
  }
  return found;
}
