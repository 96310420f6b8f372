/** A CFF program without tables around it, as those of the standard fonts, opened for its outlines. */
import { blankFont } from "../fonts/opentype/blank-font.ts";
import { buildSfnt } from "../fonts/opentype/sfnt.ts";
import { readTables } from "../fonts/programs/truetype-program.ts";
import { type HarfbuzzFont, loadShaper } from "./harfbuzz.ts";

const openTypeCff = 0x4f54544f;
/** One for each standard font: they stay in the shaper's memory. */
const opened = new Map<string, Promise<HarfbuzzFont>>();

/** `glyphs`: how many the program has. */
export function standardFace(name: string, program: Uint8Array, glyphs: number): Promise<HarfbuzzFont> {
  const known = opened.get(name);
  if (known) return known;
  const tables = new Map<string, Uint8Array>([["CFF ", program]]);
  for (const [tag, { buffer, byteOffset, byteLength }] of readTables(blankFont(glyphs - 1)))
    if (tag !== "glyf" && tag !== "loca") tables.set(tag, new Uint8Array(buffer, byteOffset, byteLength));
  const opening = loadShaper().then((shaper) => shaper.font(buildSfnt(tables, openTypeCff)));
  opened.set(name, opening);
  return opening;
}
