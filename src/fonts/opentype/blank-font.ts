/** A TrueType font with empty glyphs of equal width: for invisible text in any script. */
import { buildSfnt } from "./sfnt.ts";

/** Per 1000. */
export const blankMetrics = { width: 500, ascent: 800, descent: -200 } as const;

/** The font with glyphs 0 to `glyphs` (ISO/IEC 14496-22): all share one width. */
export function blankFont(glyphs: number): Uint8Array {
  const count = glyphs + 1;

  /** A table by its numbers of 16 bits, at their offsets. */
  const table = (length: number, values: Readonly<Record<number, number>>) => {
    const view = new DataView(new ArrayBuffer(length));
    for (const [at, value] of Object.entries(values)) view.setUint16(Number(at), value & 0xffff);
    return new Uint8Array(view.buffer);
  };

  const { width, ascent, descent } = blankMetrics;
  // Version, magic number, units per em, box, and the longer form of `loca`.
  const magic = { 12: 0x5f0f, 14: 0x3cf5 };
  const head = { 0: 1, ...magic, 18: 1000, 38: descent, 40: width, 42: ascent, 46: 8, 50: 1 };
  return buildSfnt(
    new Map([
      ["head", table(54, head)],
      ["hhea", table(36, { 0: 1, 4: ascent, 6: descent, 10: width, 34: 1 })],
      ["maxp", table(32, { 0: 1, 4: count, 14: 2 })],
      ["hmtx", table(4 + 2 * glyphs, { 0: width })],
      ["loca", table(4 * (count + 1), {})],
      ["glyf", new Uint8Array(4)],
    ]),
  );
}
