/** Sets widths of glyphs in a TrueType program, adds copies of glyphs, and gives it one map of codes (OpenType 1.9). */
import { buildSfnt } from "../opentype/sfnt.ts";
import { readTables } from "../programs/truetype-program.ts";

/** A new glyph: the outline of another one, or none. */
export interface GlyphCopy {
  readonly of: number | undefined;
  /** In thousandths of the size. */
  readonly width: number;
}

export interface TrueTypeChange {
  /** Widths of glyphs by number, in thousandths of the size. */
  readonly widths: ReadonlyMap<number, number>;
  /** Added after the last glyph, in order. */
  readonly copies: readonly GlyphCopy[];
  /** Glyphs by code, as the only map, which is for symbols; otherwise the maps stay. */
  readonly codes?: ReadonlyMap<number, number> | undefined;
}

const bytesOf = (data: DataView): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const maxGlyphs = 65_535;

/** undefined: it lacks a table. Throws a RangeError for a truncated one. */
export function changedTrueType(
  bytes: Uint8Array,
  { widths, copies, codes }: TrueTypeChange,
): Uint8Array | undefined {
  const old = readTables(bytes);
  const copied = new Map([...old].map(([tag, table]): [string, Uint8Array] => [tag, bytesOf(table).slice()]));
  const [head, hhea, hmtx, maxp] = ["head", "hhea", "hmtx", "maxp"].map((tag) => {
    const table = copied.get(tag);
    return table && viewOf(table);
  });
  if (!head || !hhea || !hmtx || !maxp) return undefined;
  const count = maxp.getUint16(4);
  const long = hhea.getUint16(34);
  if (count + copies.length > maxGlyphs || long === 0) return undefined;

  const em = head.getUint16(18) || 1000;
  const metrics = new DataView(new ArrayBuffer((count + copies.length) * 4));
  const put = (glyph: number, like: number | undefined, width: number | undefined) => {
    const from = Math.min(like ?? 0, long - 1) * 4;
    const bearing = like === undefined || like < long ? from + 2 : long * 4 + (like - long) * 2;
    const own = from + 2 <= hmtx.byteLength ? hmtx.getUint16(from) : 0;
    metrics.setUint16(glyph * 4, width === undefined ? own : Math.round((width * em) / 1000));
    metrics.setInt16(glyph * 4 + 2, bearing + 2 <= hmtx.byteLength ? hmtx.getInt16(bearing) : 0);
  };
  for (let glyph = 0; glyph < count; glyph++) put(glyph, glyph, widths.get(glyph));
  for (const [k, { of, width }] of copies.entries()) put(count + k, of, width);
  copied.set("hmtx", bytesOf(metrics));
  hhea.setUint16(34, count + copies.length);
  maxp.setUint16(4, count + copies.length);

  if (copies.length > 0) {
    if (!addOutlines(copied, head, count, copies)) return undefined;
    // Names and device metrics are for the old number of glyphs.
    for (const tag of ["post", "hdmx", "LTSH", "vmtx", "vhea"]) copied.delete(tag);
  }
  if (codes) copied.set("cmap", symbolMap(codes));
  return buildSfnt(copied);
}

function addOutlines(
  tables: Map<string, Uint8Array>,
  head: DataView,
  count: number,
  copies: readonly GlyphCopy[],
): boolean {
  const [glyf, old] = [tables.get("glyf"), tables.get("loca")];
  if (!glyf || !old) return false;
  const loca = viewOf(old);
  const isLong = head.getInt16(50) !== 0;
  const at = (glyph: number) => (isLong ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2);
  const ends = Array.from({ length: count + 1 }, (_, glyph) => at(glyph));
  let end = at(count);
  const parts = [glyf.subarray(0, end)];
  for (const { of } of copies) {
    const outline = of === undefined ? glyf.subarray(0, 0) : glyf.subarray(ends[of], ends[of + 1]);
    parts.push(outline);
    end += outline.length;
    ends.push(end);
  }
  const places = new DataView(new ArrayBuffer(ends.length * 4));
  for (const [glyph, place] of ends.entries()) places.setUint32(glyph * 4, place);
  head.setInt16(50, 1);
  tables.set("glyf", Buffer.concat(parts));
  tables.set("loca", bytesOf(places));
  return true;
}

/** Where codes begin in a map for symbols. */
const symbols = 0xf000;

/** A table `cmap` with one map of codes 0 to 255 (platform 3, encoding 0, format 4 with a segment for each code). */
function symbolMap(codes: ReadonlyMap<number, number>): Uint8Array {
  const rows = [...codes].filter(([, glyph]) => glyph > 0).sort(([a], [b]) => a - b);
  const segments = rows.length + 1;
  const size = 16 + segments * 8;
  const table = new DataView(new ArrayBuffer(12 + size));
  const power = Math.floor(Math.log2(segments));
  [0, 1, 3, 0, 0, 12, 4, size, 0, segments * 2, 2 << power, power, segments * 2 - (2 << power)].forEach(
    (value, k) => {
      table.setUint16(k * 2, value);
    },
  );
  const start = 12 + 14;
  for (const [k, [code, glyph]] of [...rows, [0xffff - symbols, 0] as const].entries()) {
    const character = symbols + code;
    table.setUint16(start + k * 2, character);
    table.setUint16(start + 2 + (segments + k) * 2, character);
    table.setUint16(start + 2 + (segments * 2 + k) * 2, (glyph - character) & 0xffff);
  }
  return bytesOf(table);
}
