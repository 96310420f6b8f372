/** A TrueType program's code maps (OpenType, table `cmap`), as simple fonts use them. */
import { glyphInGroups, glyphInSegments } from "./cmap-lookup.ts";

export interface CodeMap {
  readonly platform: number;
  readonly encoding: number;
  /** 0 if none. May throw a RangeError for a truncated table. */
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
  if (format === 4) return (code) => glyphInSegments(table, at, code);
  if (format === 6) {
    const first = table.getUint16(at + 6);
    const count = table.getUint16(at + 8);
    return (code) =>
      code >= first && code < first + count ? table.getUint16(at + 10 + (code - first) * 2) : 0;
  }
  if (format === 12) return (code) => glyphInGroups(table, at, code);
  return undefined;
}
