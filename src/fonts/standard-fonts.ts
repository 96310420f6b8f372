/** The standard 14 fonts (ISO 32000-2, 9.6.2.2) and the substitutes for fonts missing from a document. */

import { Font } from "@pdf-lib/standard-fonts";
import type { Height } from "./descriptor.ts";
import type { FontStyle } from "./face.ts";

/**
 * Above and below the baseline, in thousandths of the size: those of MuPDF's own fonts, whose boxes are the reference for
 * everything else.
 */
const heights = {
  Courier: [932, -317],
  "Courier-Bold": [1007, -393],
  "Courier-Oblique": [920, -317],
  "Courier-BoldOblique": [997, -393],
  Helvetica: [1075, -299],
  "Helvetica-Bold": [1070, -307],
  "Helvetica-Oblique": [1070, -284],
  "Helvetica-BoldOblique": [1073, -309],
  "Times-Roman": [1053, -281],
  "Times-Bold": [1044, -341],
  "Times-Italic": [951, -270],
  "Times-BoldItalic": [972, -324],
  Symbol: [1010, -293],
  ZapfDingbats: [819, -144],
} as const satisfies Readonly<Record<string, readonly [ascender: number, descender: number]>>;

export type StandardFont = keyof typeof heights;

/** Other names for the standard fonts, as producers write them, without spaces. */
const otherNames: Readonly<Record<StandardFont, string>> = {
  Courier: "CourierNew CourierNewPSMT",
  "Courier-Bold": "CourierNew,Bold Courier,Bold CourierNewPS-BoldMT CourierNew-Bold",
  "Courier-Oblique": "CourierNew,Italic Courier,Italic CourierNewPS-ItalicMT CourierNew-Italic",
  "Courier-BoldOblique":
    "CourierNew,BoldItalic Courier,BoldItalic CourierNewPS-BoldItalicMT CourierNew-BoldItalic",
  Helvetica: "ArialMT Arial",
  "Helvetica-Bold": "Arial-BoldMT Arial,Bold Arial-Bold Helvetica,Bold",
  "Helvetica-Oblique": "Arial-ItalicMT Arial,Italic Arial-Italic Helvetica,Italic Helvetica-Italic",
  "Helvetica-BoldOblique":
    "Arial-BoldItalicMT Arial,BoldItalic Arial-BoldItalic Helvetica,BoldItalic Helvetica-BoldItalic",
  "Times-Roman": "TimesNewRomanPSMT TimesNewRoman TimesNewRomanPS",
  "Times-Bold": "TimesNewRomanPS-BoldMT TimesNewRoman,Bold TimesNewRomanPS-Bold TimesNewRoman-Bold",
  "Times-Italic": "TimesNewRomanPS-ItalicMT TimesNewRoman,Italic TimesNewRomanPS-Italic TimesNewRoman-Italic",
  "Times-BoldItalic":
    "TimesNewRomanPS-BoldItalicMT TimesNewRoman,BoldItalic TimesNewRomanPS-BoldItalic TimesNewRoman-BoldItalic",
  Symbol:
    "Symbol,Italic Symbol,Bold Symbol,BoldItalic SymbolMT SymbolMT,Italic SymbolMT,Bold SymbolMT,BoldItalic",
  ZapfDingbats: "",
};

const isStandard = (name: string): name is StandardFont => Object.hasOwn(heights, name);

const byName = new Map<string, StandardFont>();
for (const [font, others] of Object.entries(otherNames))
  if (isStandard(font))
    for (const name of [font, ...others.split(" ")]) if (name !== "") byName.set(name, font);

export function standardFont(baseFont: string): StandardFont | undefined {
  return byName.get(baseFont.replaceAll(" ", ""));
}

/** In ems. */
export function standardHeight(font: StandardFont): Height {
  const [ascender, descender] = heights[font];
  return { ascender: ascender / 1000, descender: descender / 1000 };
}

export function substituteFont(look: FontStyle & { readonly serif: boolean }): StandardFont {
  const { mono, serif, bold, italic } = look;
  const slant = `${bold ? "Bold" : ""}${italic ? "Oblique" : ""}` as const;
  if (mono) return slant === "" ? "Courier" : `Courier-${slant}`;
  if (!serif) return slant === "" ? "Helvetica" : `Helvetica-${slant}`;
  if (bold) return italic ? "Times-BoldItalic" : "Times-Bold";
  return italic ? "Times-Italic" : "Times-Roman";
}

/** The width of a code without a glyph, in thousandths of the size. Files may omit widths (ISO 32000-2, 9.6.2.2). */
const missing = { Courier: 600, Times: 250, Symbol: 250, other: 278 } as const;

/** A glyph's width in thousandths of the size; undefined if the font has no glyph with this name. */
export function standardWidth(font: StandardFont, name: string | undefined): number | undefined {
  if (font.startsWith("Courier")) return missing.Courier;
  if (name !== undefined && name !== ".notdef") return Font.load(font).getWidthOfGlyph(name) ?? undefined;
  if (font === "Symbol") return missing.Symbol;
  return font.startsWith("Times") ? missing.Times : missing.other;
}
