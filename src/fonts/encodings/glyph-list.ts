/**
 * Glyph names as code points: the Adobe Glyph List 2.0 for names of single characters, and the names in TeX's symbol fonts.
 * Its names and values are those of Adobe's list: Copyright 2002-2019 Adobe; BSD 3-Clause License.
 */
import glyphList from "./glyph-list.json" with { type: "json" };

/** Name → code point in hexadecimal, as in Adobe's list. */
const listed: ReadonlyMap<string, string> = new Map(Object.entries(glyphList));

/** The code point of a name exactly as it is listed. */
export function listedCodePoint(name: string): number | undefined {
  const digits = listed.get(name);
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

/** The character that a glyph name represents, listed or by its number (`uni20AC`); undefined if none. */
export function glyphCharacter(glyph: string): string | undefined {
  const digits = /^uni([0-9A-F]{4})$/.exec(glyph)?.[1] ?? listed.get(glyph);
  return digits === undefined ? undefined : String.fromCodePoint(Number.parseInt(digits, 16));
}
