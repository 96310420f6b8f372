/** A TrueType font with chosen glyphs: each cluster of a text becomes one glyph, composed of others if it has several parts. */
import { getOrInsert } from "../core/collections/maps.ts";
import { buildSfnt } from "../fonts/opentype/sfnt.ts";
import type { Face } from "./faces.ts";
import type { HarfbuzzFont } from "./harfbuzz.ts";
import { type Bounds, moved, type Outline, type Outlines, union } from "./outlines.ts";

/** A glyph of the old font and its offset, in that font's units. */
export interface Part {
  readonly gid: number;
  readonly x: number;
  readonly y: number;
}

/** A glyph of the new font. */
export interface Recipe {
  readonly parts: readonly Part[];
  readonly advance: number;
}

export interface FontFile {
  readonly bytes: Uint8Array;
  readonly bounds: Bounds;
}

interface Row extends Outline {
  readonly advance: number;
  /** Whether it is composed of other glyphs. */
  readonly isComposite: boolean;
}

/** Flags of a component: offsets are 16-bit numbers in font units; another component follows. */
const wordOffsets = 0x0001 | 0x0002;
const more = 0x0020;

/**
 * Glyph 0 is the old font's .notdef, glyph k the k-th recipe (counted from 1); their components come after them. Includes only
 * the tables that PDF requires (ISO 32000-2, 9.9.2).
 */
export function makeFontFile(face: Pick<Face, "outlines" | "font">, recipes: readonly Recipe[]): FontFile {
  const { outlines, font } = face;
  const copy = (gid: number, advance: number): Row => ({ ...outlines(gid), advance, isComposite: false });
  const numbers = new Map<number, number>();
  const components: Row[] = [];
  const place = (gid: number): number =>
    getOrInsert(numbers, gid, () => recipes.length + components.push(copy(gid, font.advance(gid))));
  const rows = recipes.map(({ parts, advance }) => {
    const only = unmoved(parts);
    return only === undefined ? composite(outlines, parts, advance, place) : copy(only, advance);
  });
  return assemble(font, [copy(0, font.advance(0)), ...rows, ...components]);
}

/** The glyph of a recipe that consists only of that glyph. */
function unmoved(parts: readonly Part[]): number | undefined {
  const [only] = parts;
  return parts.length === 1 && only?.x === 0 && only.y === 0 ? only.gid : undefined;
}

function composite(
  outlines: Outlines,
  parts: readonly Part[],
  advance: number,
  place: (gid: number) => number,
): Row {
  const inked = parts.filter(({ gid }) => outlines(gid).bounds !== undefined);
  const bounds = union(inked.map(({ gid, x, y }) => moved(outlines(gid).bounds, x, y)));
  if (!bounds) return { ...outlines(parts[0]?.gid ?? 0), advance, isComposite: false };

  const bytes = new Uint8Array(10 + inked.length * 8);
  const data = new DataView(bytes.buffer);
  data.setInt16(0, -1);
  [bounds.x0, bounds.y0, bounds.x1, bounds.y1].forEach((value, k) => {
    data.setInt16(2 + k * 2, value);
  });
  inked.forEach(({ gid, x, y }, k) => {
    const at = 10 + k * 8;
    data.setUint16(at, wordOffsets | (k + 1 < inked.length ? more : 0));
    data.setUint16(at + 2, place(gid));
    data.setInt16(at + 4, x);
    data.setInt16(at + 6, y);
  });
  const sum = (of: (outline: Outline) => number) =>
    inked.reduce((total, { gid }) => total + of(outlines(gid)), 0);
  const [points, contours] = [sum((part) => part.points), sum((part) => part.contours)];

  return { data: bytes, advance, bounds, points, contours, isComposite: true };
}

function assemble(font: HarfbuzzFont, rows: readonly Row[]): FontFile {
  const bounds = union(rows.map((row) => row.bounds)) ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
  const even = (length: number) => (length + 3) & ~3;
  const glyf = new Uint8Array(rows.reduce((sum, { data }) => sum + even(data.length), 0));
  const loca = new DataView(new ArrayBuffer((rows.length + 1) * 4));
  const hmtx = new DataView(new ArrayBuffer(rows.length * 4));
  let at = 0;
  rows.forEach(({ data, advance, bounds: box }, num) => {
    loca.setUint32(num * 4, at);
    glyf.set(data, at);
    at += even(data.length);
    hmtx.setUint16(num * 4, Math.max(0, advance));
    // The bearing is where the outline begins, so that nothing moves it.
    hmtx.setInt16(num * 4 + 2, box?.x0 ?? 0);
  });
  loca.setUint32(rows.length * 4, at);
  const tables = new Map<string, Uint8Array>([
    ["glyf", glyf],
    ["head", head(font, bounds)],
    ["hhea", hhea(font, rows)],
    ["hmtx", new Uint8Array(hmtx.buffer)],
    ["loca", new Uint8Array(loca.buffer)],
    ["maxp", maxp(rows)],
  ]);

  return { bytes: buildSfnt(tables), bounds };
}

function head({ unitsPerEm }: HarfbuzzFont, bounds: Bounds): Uint8Array {
  const data = new DataView(new ArrayBuffer(54));
  data.setUint32(0, 0x00010000);
  data.setUint32(4, 0x00010000);
  data.setUint32(12, 0x5f0f3cf5);
  // Baseline at y = 0, left bearing at x = 0.
  data.setUint16(16, 0x0003);
  data.setUint16(18, unitsPerEm);
  [bounds.x0, bounds.y0, bounds.x1, bounds.y1].forEach((value, k) => {
    data.setInt16(36 + k * 2, value);
  });
  data.setUint16(46, 8);
  data.setInt16(48, 2);
  data.setInt16(50, 1);

  return new Uint8Array(data.buffer);
}

function hhea({ ascent, descent }: HarfbuzzFont, rows: readonly Row[]): Uint8Array {
  const data = new DataView(new ArrayBuffer(36));
  data.setUint32(0, 0x00010000);
  data.setInt16(4, ascent);
  data.setInt16(6, descent);
  data.setUint16(
    10,
    rows.reduce((widest, { advance }) => Math.max(widest, advance), 0),
  );
  data.setInt16(18, 1);
  data.setUint16(34, rows.length);
  return new Uint8Array(data.buffer);
}

/** Maximum values for the rasterizer. */
function maxp(rows: readonly Row[]): Uint8Array {
  const data = new DataView(new ArrayBuffer(32));
  const most = (isComposite: boolean, of: (row: Row) => number) =>
    rows.reduce((top, row) => (row.isComposite === isComposite ? Math.max(top, of(row)) : top), 0);
  const contours = most(true, (row) => row.contours);
  data.setUint32(0, 0x00010000);
  data.setUint16(4, rows.length);
  const values = [
    most(false, (row) => row.points),
    most(false, (row) => row.contours),
    most(true, (row) => row.points),
    contours,
    2,
  ];
  for (const [k, value] of values.entries()) data.setUint16(6 + k * 2, value);
  // The number of components is not kept: no more than the whole glyph has contours.
  data.setUint16(28, contours);
  data.setUint16(30, contours > 0 ? 1 : 0);

  return new Uint8Array(data.buffer);
}
