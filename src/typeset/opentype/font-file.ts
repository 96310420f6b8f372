/** A TrueType font of chosen glyphs: each cluster of a text becomes one glyph, made of others where it has several parts. */
import { addWeights, type Bounds, moved, type Outlines, union, type Weight } from "./outlines.ts";
import { buildSfnt } from "./sfnt.ts";

/** A glyph of the old font, moved; in its units. */
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

interface Row {
  readonly data: Uint8Array;
  readonly advance: number;
  readonly bearing: number;
  readonly weight: Weight;
  readonly bounds: Bounds | undefined;
  /** The glyph whose data this is: its components' numbers are still the old font's. */
  readonly copied?: number;
}

/** Flags of a component: offsets are 16-bit numbers, in units of the font; another component follows. */
const wordOffsets = 0x0001 | 0x0002;
const more = 0x0020;

/**
 * Glyph 0 is the old font's .notdef, glyph k the k-th recipe (counted from 1); what those are made of comes behind. Only
 * the tables that PDF asks for are there (ISO 32000-2, 9.9.2).
 */
export function makeFontFile(outlines: Outlines, recipes: readonly Recipe[]): FontFile {
  const rows: Row[] = [copy(outlines, 0, outlines.advance(0))];
  for (const { parts, advance } of recipes) {
    const only = unmoved(parts);
    rows.push(only === undefined ? blank(advance) : copy(outlines, only, advance));
  }
  const numbers = new Map<number, number>();
  const place = (gid: number): number => {
    const known = numbers.get(gid);
    if (known !== undefined) return known;
    numbers.set(gid, rows.length);
    rows.push(copy(outlines, gid, outlines.advance(gid)));
    return rows.length - 1;
  };
  recipes.forEach(({ parts, advance }, k) => {
    if (unmoved(parts) === undefined) rows[k + 1] = composite(outlines, parts, advance, place);
  });
  for (let num = 0; num < rows.length; num++) {
    const row = rows[num];
    if (row?.copied === undefined) continue;
    const data = new DataView(row.data.buffer);
    for (const { at, gid } of outlines.components(row.copied)) data.setUint16(at, place(gid));
  }
  return assemble(outlines, rows);
}

/** The glyph of a recipe that is nothing but that glyph. */
function unmoved(parts: readonly Part[]): number | undefined {
  const [only] = parts;
  return parts.length === 1 && only?.x === 0 && only.y === 0 ? only.gid : undefined;
}

function blank(advance: number): Row {
  const weight = { points: 0, contours: 0, depth: 0 };
  return { data: new Uint8Array(0), advance, bearing: 0, weight, bounds: undefined };
}

function copy(outlines: Outlines, gid: number, advance: number): Row {
  const bounds = outlines.bounds(gid);
  if (!bounds) return blank(advance);
  const data = Uint8Array.from(outlines.data(gid));
  const bearing = outlines.leftBearing(gid);
  return { data, advance, bearing, weight: outlines.weight(gid), bounds, copied: gid };
}

function composite(
  outlines: Outlines,
  parts: readonly Part[],
  advance: number,
  place: (gid: number) => number,
): Row {
  const inked = parts.filter(({ gid }) => outlines.bounds(gid) !== undefined);
  const bounds = union(inked.map(({ gid, x, y }) => moved(outlines.bounds(gid), x, y)));
  if (!bounds) return blank(advance);
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
  const weight = addWeights(inked.map(({ gid }) => outlines.weight(gid)));
  // The bearing is where the outline begins, so that nothing moves it.
  return { data: bytes, advance, bearing: bounds.x0, weight, bounds };
}

function assemble(outlines: Outlines, rows: readonly Row[]): FontFile {
  const bounds = union(rows.map((row) => row.bounds)) ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
  const even = (length: number) => (length + 3) & ~3;
  const glyf = new Uint8Array(rows.reduce((sum, { data }) => sum + even(data.length), 0));
  const loca = new DataView(new ArrayBuffer((rows.length + 1) * 4));
  const hmtx = new DataView(new ArrayBuffer(rows.length * 4));
  let at = 0;
  rows.forEach(({ data, advance, bearing }, num) => {
    loca.setUint32(num * 4, at);
    glyf.set(data, at);
    at += even(data.length);
    hmtx.setUint16(num * 4, Math.max(0, advance));
    hmtx.setInt16(num * 4 + 2, bearing);
  });
  loca.setUint32(rows.length * 4, at);
  const tables = new Map<string, Uint8Array>([
    ["glyf", glyf],
    ["head", head(outlines, bounds)],
    ["hhea", hhea(outlines, rows)],
    ["hmtx", new Uint8Array(hmtx.buffer)],
    ["loca", new Uint8Array(loca.buffer)],
    ["maxp", maxp(rows)],
  ]);
  return { bytes: buildSfnt(tables), bounds };
}

function head({ unitsPerEm }: Outlines, bounds: Bounds): Uint8Array {
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

function hhea({ ascent, descent }: Outlines, rows: readonly Row[]): Uint8Array {
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

function maxp(rows: readonly Row[]): Uint8Array {
  const data = new DataView(new ArrayBuffer(32));
  const most = (of: (row: Row) => number) => rows.reduce((top, row) => Math.max(top, of(row)), 0);
  const made = ({ weight }: Row) => weight.depth > 0;
  data.setUint32(0, 0x00010000);
  data.setUint16(4, rows.length);
  data.setUint16(
    6,
    most((row) => (made(row) ? 0 : row.weight.points)),
  );
  data.setUint16(
    8,
    most((row) => (made(row) ? 0 : row.weight.contours)),
  );
  data.setUint16(
    10,
    most((row) => (made(row) ? row.weight.points : 0)),
  );
  data.setUint16(
    12,
    most((row) => (made(row) ? row.weight.contours : 0)),
  );
  data.setUint16(14, 2);
  // The number of components is not kept: no more than the whole glyph has contours.
  data.setUint16(
    28,
    most((row) => (made(row) ? Math.max(1, row.weight.contours) : 0)),
  );
  data.setUint16(
    30,
    most((row) => row.weight.depth),
  );
  return new Uint8Array(data.buffer);
}
