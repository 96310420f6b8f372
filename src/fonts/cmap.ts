/** Which characters a font has: its `cmap` table, formats 4 and 12. */

/** Glyph of a code point; 0 when the font has none. */
export type CharacterMap = (codePoint: number) => number;

/** The Unicode mapping of a font; one without any maps nothing. */
export function readCmap(cmap: DataView | undefined): CharacterMap {
  if (!cmap) return () => 0;
  let best = -1;
  let bestFormat = 0;
  for (let k = 0; k < cmap.getUint16(2); k++) {
    const row = 4 + k * 8;
    const platform = cmap.getUint16(row);
    const encoding = cmap.getUint16(row + 2);
    const at = cmap.getUint32(row + 4);
    const unicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    const format = cmap.getUint16(at);
    if (unicode && (format === 4 || format === 12) && format > bestFormat) {
      best = at;
      bestFormat = format;
    }
  }
  if (best < 0) return () => 0;
  return bestFormat === 12 ? groups(cmap, best) : segments(cmap, best);
}

function groups(cmap: DataView, at: number): CharacterMap {
  const count = cmap.getUint32(at + 12);
  return (code) => {
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const row = at + 16 + middle * 12;
      if (code < cmap.getUint32(row)) high = middle - 1;
      else if (code > cmap.getUint32(row + 4)) low = middle + 1;
      else return cmap.getUint32(row + 8) + code - cmap.getUint32(row);
    }
    return 0;
  };
}

function segments(cmap: DataView, at: number): CharacterMap {
  const doubled = cmap.getUint16(at + 6);
  const ends = at + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const offsets = deltas + doubled;
  return (code) => {
    if (code > 0xffff) return 0;
    for (let k = 0; k < doubled; k += 2) {
      if (cmap.getUint16(ends + k) < code) continue;
      const start = cmap.getUint16(starts + k);
      if (start > code) return 0;
      const offset = cmap.getUint16(offsets + k);
      const delta = cmap.getUint16(deltas + k);
      if (offset === 0) return (code + delta) & 0xffff;
      const place = offsets + k + offset + (code - start) * 2;
      const glyph = place + 2 <= cmap.byteLength ? cmap.getUint16(place) : 0;
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
