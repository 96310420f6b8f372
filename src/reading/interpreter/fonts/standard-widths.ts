/** Glyph widths of the standard fonts, which files may omit (ISO 32000-2, 9.6.2.2). */
import { Font } from "@pdf-lib/standard-fonts";
import type { StandardFont } from "./standard-fonts.ts";

/** The width of a code without a glyph, in thousandths of the size. */
const missing = { Courier: 600, Times: 250, Symbol: 250, other: 278 } as const;

/** A glyph's width in thousandths of the size; undefined if the font has no glyph with this name. */
export function standardWidth(font: StandardFont, name: string | undefined): number | undefined {
  if (font.startsWith("Courier")) return missing.Courier;
  if (name !== undefined && name !== ".notdef") return Font.load(font).getWidthOfGlyph(name) ?? undefined;
  if (font === "Symbol") return missing.Symbol;
  return font.startsWith("Times") ? missing.Times : missing.other;
}
