/**
 * Names of glyphs as code points: the Adobe Glyph List 2.0 where a name stands for one character, and the names of TeX's
 * symbol fonts. Its names and values are those of Adobe's list: Copyright 2002-2019 Adobe; BSD 3-Clause License.
 */
import glyphList from "./glyph-list.json" with { type: "json" };

/** Name → code point in hexadecimal, as Adobe's list has it. */
const listed: ReadonlyMap<string, string> = new Map(Object.entries(glyphList));

/** The code point of a name exactly as it is listed. */
export function listedCodePoint(name: string): number | undefined {
  const digits = listed.get(name);
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

/** The character that a glyph's name stands for, listed or by its number (`uni20AC`); undefined: it stands for none. */
export function glyphCharacter(glyph: string): string | undefined {
  const digits = /^uni([0-9A-F]{4})$/.exec(glyph)?.[1] ?? listed.get(glyph);
  return digits === undefined ? undefined : String.fromCodePoint(Number.parseInt(digits, 16));
}
