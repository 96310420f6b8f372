/** The glyphs of a font program: which there are, by which names and codes, and how wide each one is. */
import { once } from "../../core/once.ts";
import { type CffParts, openCff, readCff, readDict, readIndex } from "./cff-program.ts";
import { type CodeMap, readCodeMaps } from "./truetype-cmap.ts";
import { readNames, readTables } from "./truetype-program.ts";
import { openType1 } from "./type1-program.ts";

export interface ProgramGlyphs {
  readonly kind: "truetype" | "cff" | "type1";
  readonly count: number;
  /** In thousandths of the size; undefined if it can't be read. */
  width(glyph: number): number | undefined;
  /** The glyph with a name. */
  named(name: string): number | undefined;
  nameOf(glyph: number): string | undefined;
  /** The glyph of a CID: in a program that isn't keyed by CIDs, glyph numbers are CIDs. */
  ofCid(cid: number): number | undefined;
  /** CIDs of all glyphs; empty if it isn't keyed by CIDs. */
  readonly cids: readonly number[];
  readonly isKeyed: boolean;
  /** A TrueType program's code maps. */
  readonly maps: readonly CodeMap[];
  /** The program's own name for a code. */
  codeName(code: number): string | undefined;
  /** Names of all glyphs. */
  names(): readonly string[];
}

/** By its first bytes. Undefined for a kind that isn't supported; throws a RangeError or FontDoubt for a damaged one. */
export function openGlyphs(bytes: Uint8Array): ProgramGlyphs | undefined {
  if (bytes.length < 12) return undefined;
  const tag = String.fromCharCode(...bytes.subarray(0, 4));
  if (tag === "OTTO") {
    const table = readTables(bytes).get("CFF ");
    return table && cffGlyphs(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
  }
  if (tag === "\0\x01\0\0" || tag === "true" || tag === "ttcf") return trueTypeGlyphs(bytes);
  if (tag.startsWith("%!") || bytes[0] === 0x80) return type1Glyphs(bytes);
  return cffGlyphs(bytes);
}

function trueTypeGlyphs(bytes: Uint8Array): ProgramGlyphs | undefined {
  const tables = readTables(bytes);
  const [head, hhea, hmtx, maxp] = ["head", "hhea", "hmtx", "maxp"].map((tag) => tables.get(tag));
  if (!head || !hhea || !hmtx || !maxp) return undefined;
  const em = head.getUint16(18) || 1000;
  const metrics = hhea.getUint16(34);
  const count = maxp.getUint16(4);
  const nameOf = readNames(tables.get("post")) ?? (() => undefined);
  const byName = once(() => {
    const found = new Map<string, number>();
    for (let glyph = 0; glyph < count; glyph++) {
      const name = nameOf(glyph);
      if (name !== undefined && !found.has(name)) found.set(name, glyph);
    }
    return found;
  });
  return {
    kind: "truetype",
    count,
    width(glyph) {
      const place = Math.min(glyph, metrics - 1) * 4;
      return place < 0 || place + 2 > hmtx.byteLength ? undefined : (hmtx.getUint16(place) * 1000) / em;
    },
    named: (name) => byName().get(name),
    nameOf,
    ofCid: (cid) => (cid < count ? cid : undefined),
    cids: [],
    isKeyed: false,
    maps: readCodeMaps(tables.get("cmap")),
    codeName: () => undefined,
    names: () => [...byName().keys()],
  };
}

const dict = {
  private: 18,
  matrix: 1207,
  fdArray: 1236,
  fdSelect: 1237,
  defaultWidth: 20,
  nominalWidth: 21,
  subroutines: 19,
} as const;

interface PrivatePart {
  readonly usual: number;
  readonly nominal: number;
  readonly subroutines: readonly number[];
  /** Of the font's matrix: units to thousandths. */
  readonly scale: number;
}

/** How wide the glyphs of a CFF program are: the private part of each, and the number that its charstring begins with. */
export function cffWidths({ data, top, keyed, charStrings, globalSubroutines }: CffParts) {
  const starts = charStrings();
  const outer = top.get(dict.matrix)?.[0];

  const privateOf = (entries: ReadonlyMap<number, readonly number[]>, isInner: boolean): PrivatePart => {
    const [size = 0, offset = 0] = entries.get(dict.private) ?? [];
    const own = readDict(data, offset, offset + size);
    const local = own.get(dict.subroutines)?.[0];
    const inner = isInner ? entries.get(dict.matrix)?.[0] : undefined;
    const matrix = (outer ?? (inner === undefined ? 0.001 : 1)) * (inner ?? 1);
    return {
      usual: own.get(dict.defaultWidth)?.[0] ?? 0,
      nominal: own.get(dict.nominalWidth)?.[0] ?? 0,
      subroutines: local === undefined ? [] : readIndex(data, offset + local).starts,
      scale: matrix * 1000,
    };
  };
  const privates = once((): readonly PrivatePart[] => {
    const array = top.get(dict.fdArray)?.[0];
    if (!keyed || array === undefined) return [privateOf(top, false)];
    const { starts: fonts } = readIndex(data, array);
    return fonts
      .slice(0, -1)
      .map((start, k) => privateOf(readDict(data, start, fonts[k + 1] ?? start), true));
  });
  const select = once(() =>
    readSelect(data, keyed ? top.get(dict.fdSelect)?.[0] : undefined, starts.length - 1),
  );
  const globals = once(globalSubroutines);

  return (glyph: number) => {
    const own = privates()[select()(glyph)];
    const [start, end] = [starts[glyph], starts[glyph + 1]];
    if (!own || start === undefined || end === undefined) return undefined;
    return { ...own, globals: globals(), extra: leadingWidth(data, start, end, globals(), own.subroutines) };
  };
}

function cffGlyphs(bytes: Uint8Array): ProgramGlyphs | undefined {
  const parts = openCff(bytes);
  if (!parts) return undefined;
  const { keyed, sidName, charStrings, charset } = parts;
  const count = charStrings().length - 1;
  const ids = charset() ?? [];
  const widthOf = cffWidths(parts);
  const glyphOf = once(() => new Map(ids.map((id, glyph) => [keyed ? id : (sidName(id) ?? ""), glyph])));
  const codes = once(() => readCff(bytes));

  return {
    kind: "cff",
    count,
    width(glyph) {
      const own = widthOf(glyph);
      return own && (own.extra === undefined ? own.usual : own.nominal + own.extra) * own.scale;
    },
    named: (name) => (keyed ? undefined : glyphOf().get(name)),
    nameOf: (glyph) => (keyed ? undefined : sidName(ids[glyph] ?? -1)),
    ofCid(cid) {
      if (keyed) return glyphOf().get(cid);
      return cid < count ? cid : undefined;
    },
    cids: keyed ? ids : [],
    isKeyed: keyed,
    maps: [],
    codeName: (code) => codes()?.codeName(code, false),
    names: () => (keyed ? [] : ids.flatMap((id) => sidName(id) ?? [])),
  };
}

/** The private part of each glyph (Adobe Technical Note 5176, 19). */
function readSelect(data: DataView, at: number | undefined, count: number): (glyph: number) => number {
  if (at === undefined) return () => 0;
  if (data.getUint8(at) === 0) return (glyph) => (glyph < count ? data.getUint8(at + 1 + glyph) : 0);
  const ranges = data.getUint16(at + 1);
  return (glyph) => {
    let [low, high] = [0, ranges - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (data.getUint16(at + 3 + middle * 3) <= glyph) low = middle;
      else high = middle - 1;
    }
    return data.getUint8(at + 5 + low * 3);
  };
}

/** The number added to those of subroutines (Adobe Technical Note 5177, 4.7). */
export function biasOf(count: number): number {
  if (count < 1240) return 107;
  return count < 33_900 ? 1131 : 32_768;
}

const maxSteps = 10_000;
const maxCalls = 10;

/** The width before a charstring's first operator (Adobe Technical Note 5177, 4.1); undefined: the usual width. */
function leadingWidth(
  data: DataView,
  start: number,
  end: number,
  globals: readonly number[],
  locals: readonly number[],
): number | undefined {
  const stack: number[] = [];
  const frames = [{ at: start, end }];
  for (let steps = 0; steps < maxSteps; steps++) {
    const frame = frames.at(-1);
    if (!frame) return undefined;
    if (frame.at >= frame.end) {
      frames.pop();
      continue;
    }
    const byte = data.getUint8(frame.at++);
    if (byte === 28) {
      stack.push(data.getInt16(frame.at));
      frame.at += 2;
    } else if (byte === 255) {
      stack.push(data.getInt32(frame.at) / 65_536);
      frame.at += 4;
    } else if (byte >= 32 && byte <= 246) stack.push(byte - 139);
    else if (byte >= 247) {
      const low = data.getUint8(frame.at++);
      stack.push(byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108);
    } else if (byte === 10 || byte === 29) {
      const list = byte === 10 ? locals : globals;
      const which = (stack.pop() ?? 0) + biasOf(list.length - 1);
      const [from, to] = [list[which], list[which + 1]];
      if (from === undefined || to === undefined || frames.length > maxCalls) return undefined;
      frames.push({ at: from, end: to });
    } else if (byte === 11) frames.pop();
    else return widthBefore(byte, stack);
  }
  return undefined;
}

/** Whether an operator that clears the stack has one operand too many: the width. */
function widthBefore(operator: number, stack: readonly number[]): number | undefined {
  const stems = [1, 3, 18, 23, 19, 20];
  const usual: Readonly<Record<number, number>> = { 4: 1, 22: 1, 21: 2, 14: 0 };
  if (stems.includes(operator)) return stack.length % 2 === 1 ? stack[0] : undefined;
  const expected = usual[operator];
  if (expected === undefined) return undefined;
  // `endchar` may have the four operands of an accented letter.
  const isAccent = operator === 14 && stack.length >= 4;
  return stack.length > expected + (isAccent ? 4 : 0) ? stack[0] : undefined;
}

function type1Glyphs(bytes: Uint8Array): ProgramGlyphs | undefined {
  const font = openType1(bytes);
  if (!font) return undefined;
  const names = [...font.charStrings.keys()];
  const places = new Map(names.map((name, glyph) => [name, glyph]));
  const matrix = /\/FontMatrix\s*\[\s*([-+.\deE]{1,20})/.exec(font.clear)?.[1];
  const scale = (matrix === undefined ? 0.001 : Number(matrix)) * 1000;
  return {
    kind: "type1",
    count: names.length,
    width(glyph) {
      const width = type1Width(
        font.charStrings.get(names[glyph] ?? "") ?? new Uint8Array(0),
        font.subroutines,
      );
      return width === undefined ? undefined : width * scale;
    },
    named: (name) => places.get(name),
    nameOf: (glyph) => names[glyph],
    ofCid: () => undefined,
    cids: [],
    isKeyed: false,
    maps: [],
    codeName: (code) => font.codeName(code, false),
    names: () => names,
  };
}

/** The width by `hsbw` or `sbw`, with which each charstring begins. */
function type1Width(code: Uint8Array, subroutines: readonly (Uint8Array | undefined)[]): number | undefined {
  const stack: number[] = [];
  const frames = [{ bytes: code, at: 0 }];
  for (let steps = 0; steps < maxSteps; steps++) {
    const frame = frames.at(-1);
    if (!frame) return undefined;
    if (frame.at >= frame.bytes.length) {
      frames.pop();
      continue;
    }
    const next = () => frame.bytes[frame.at++] ?? 0;
    const byte = next();
    if (byte >= 32 && byte <= 246) stack.push(byte - 139);
    else if (byte >= 247 && byte <= 250) stack.push((byte - 247) * 256 + next() + 108);
    else if (byte >= 251 && byte <= 254) stack.push(-(byte - 251) * 256 - next() - 108);
    else if (byte === 255) stack.push((next() << 24) | (next() << 16) | (next() << 8) | next());
    else if (byte === 10) {
      const bytes = subroutines[stack.pop() ?? -1];
      if (!bytes || frames.length > maxCalls) return undefined;
      frames.push({ bytes, at: 0 });
    } else if (byte === 11) frames.pop();
    else if (byte === 13) return stack[1];
    else if (byte === 12) {
      const second = next();
      if (second === 7) return stack[2];
      if (second !== 12) return undefined;
      const divisor = stack.pop() ?? 1;
      stack.push((stack.pop() ?? 0) / divisor);
    } else return undefined;
  }
  return undefined;
}
