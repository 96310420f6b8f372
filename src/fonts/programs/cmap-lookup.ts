/**
 * Looks up glyphs by code in the two `cmap` subtables for Unicode (OpenType, formats 4 and 12). Like FreeType, finds what it
 * can in damaged tables; both throw a RangeError if a table is truncated before a code's entry.
 */

/** Format 4, the subtable at `at`. Segments are scanned from the first: one that begins after the code doesn't end the search. */
export function glyphInSegments(table: DataView, at: number, code: number): number {
  const doubled = table.getUint16(at + 6) & ~1;
  const [ends, starts] = [at + 14, at + 16 + doubled];
  const [deltas, offsets] = [starts + doubled, starts + doubled * 2];

  for (let k = 0; k < doubled; k += 2) {
    if (table.getUint16(ends + k) < code) continue;
    const start = table.getUint16(starts + k);
    if (start > code) continue;
    const offset = table.getUint16(offsets + k);
    const delta = table.getUint16(deltas + k);
    // Some writers end with a segment with this offset, which leads nowhere.
    if (offset === 0xffff) continue;
    if (offset === 0) return (code + delta) & 0xffff;
    const place = offsets + k + offset + (code - start) * 2;
    if (place + 2 > table.byteLength) return 0;
    const glyph = table.getUint16(place);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }

  return 0;
}

/** Format 12, the subtable at `at`; groups beyond the table's end are ignored. */
export function glyphInGroups(table: DataView, at: number, code: number): number {
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
