/** Which characters a font has: its `cmap` table, formats 4 and 12. */
import { glyphInGroups, glyphInSegments } from "./cmap-lookup.ts";

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
  const glyph = bestFormat === 12 ? glyphInGroups : glyphInSegments;
  return (codePoint) => glyph(cmap, best, codePoint);
}
