/** Maps from codes to glyphs of a TrueType program (OpenType, table `cmap`), as a simple font uses them. */

export interface CodeMap {
  readonly platform: number;
  readonly encoding: number;
  /** 0: none. May throw a RangeError where the table is cut off. */
  glyph(code: number): number;
}

/** A font has a handful of maps. */
const maxMaps = 64;

export function readCodeMaps(table: DataView | undefined): readonly CodeMap[] {
  if (!table) return [];
  const maps: CodeMap[] = [];
  const count = Math.min(table.getUint16(2), maxMaps);
  for (let k = 0; k < count; k += 1) {
    const row = 4 + k * 8;
    const offset = table.getUint32(row + 4);
    if (offset + 8 > table.byteLength) continue;
    const glyph = lookup(table, offset, table.getUint16(offset));
    if (glyph) maps.push({ platform: table.getUint16(row), encoding: table.getUint16(row + 2), glyph });
  }
  return maps;
}

function lookup(table: DataView, at: number, format: number): ((code: number) => number) | undefined {
  if (format === 0)
    return (code) => (code < 256 && at + 6 + code < table.byteLength ? table.getUint8(at + 6 + code) : 0);
  if (format === 4) return (code) => inSegments(table, at, code);
  if (format === 6) {
    const first = table.getUint16(at + 6);
    const count = table.getUint16(at + 8);
    return (code) =>
      code >= first && code < first + count ? table.getUint16(at + 10 + (code - first) * 2) : 0;
  }
  if (format === 12) return (code) => inGroups(table, at, code);
  return undefined;
}

/** Simple fonts have 256 codes: segments are gone through from the first. */
function inSegments(table: DataView, at: number, code: number): number {
  const doubled = table.getUint16(at + 6) & ~1;
  const [ends, starts] = [at + 14, at + 16 + doubled];
  const [deltas, offsets] = [starts + doubled, starts + doubled * 2];
  for (let k = 0; k < doubled; k += 2) {
    if (table.getUint16(ends + k) < code) continue;
    const start = table.getUint16(starts + k);
    if (start > code) continue;
    const offset = table.getUint16(offsets + k);
    const delta = table.getUint16(deltas + k);
    if (offset === 0xffff) continue;
    if (offset === 0) return (code + delta) & 0xffff;
    const place = offsets + k + offset + (code - start) * 2;
    if (place + 2 > table.byteLength) return 0;
    const glyph = table.getUint16(place);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

function inGroups(table: DataView, at: number, code: number): number {
  let low = 0;
  let high = Math.min(table.getUint32(at + 12), Math.floor((table.byteLength - at - 16) / 12)) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = at + 16 + middle * 12;
    if (code < table.getUint32(row)) high = middle - 1;
    else if (code > table.getUint32(row + 4)) low = middle + 1;
    else return table.getUint32(row + 8) + code - table.getUint32(row);
  }
  return 0;
}
