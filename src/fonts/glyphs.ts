/** A font's glyphs, each created once. */
import { unlessDoubtful } from "./encodings/font-doubt.ts";
import type { Glyph } from "./font.ts";

const spaces = /[\0-\u0020\u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]/;

/** Marks of a direction, which the places of letters show by themselves. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Characters as read: every space as U+0020, no marks of directions, ligatures and presentation forms as their letters. */
export function plainCodes(text: string): number[] {
  const codes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (spaces.test(character)) codes.push(0x20);
    else if ((code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc))
      for (const one of character.normalize("NFKC")) codes.push(one.codePointAt(0) ?? 0);
    else if (!directions.test(character)) codes.push(code);
  }
  return codes;
}

const space = 32;

/** A glyph; without an origin, in a horizontal font. */
export function makeGlyph(
  code: number,
  length: number,
  text: string | undefined,
  advance: number,
  originX = 0,
  originY = 0,
): Glyph {
  const [first = -1, ...more] = plainCodes(text ?? "");
  return {
    code,
    length,
    text,
    first,
    more: more.length > 0 ? more : undefined,
    advance,
    originX,
    originY,
    isSpace: length === 1 && code === space,
  };
}

/** Glyphs of a font with single-byte codes; undefined text if it can't be read with certainty. */
export function byteGlyphs(make: (code: number) => Glyph): (bytes: Uint8Array, at: number) => Glyph {
  const known = new Array<Glyph | undefined>(256).fill(undefined);
  return (bytes, at) => {
    const code = bytes[at] ?? 0;
    const glyph = known[code];
    if (glyph !== undefined) return glyph;
    const made = unlessDoubtful(() => make(code)) ?? makeGlyph(code, 1, undefined, 0);
    known[code] = made;
    return made;
  };
}

/** Replaces a character that a file doesn't specify, as readers show it. */
export const unknownText = "\ufffd";

/** The letter that a code is in ASCII: the likely meaning in a font without names. */
export const codeText = (code: number) =>
  code >= 32 && code < 127 ? String.fromCharCode(code) : unknownText;

/** Control characters that maps use for white space, and codes that no text has. */
const isBlank = (code: number): boolean => code >= 8 && code <= 13;

/** A ToUnicode map's text, if plausible (as in MuPDF). Undefined if it says nothing. */
export function mappedText(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 1) return text === "" ? undefined : text;
  const code = text.charCodeAt(0);
  if (isBlank(code)) return " ";
  return code < 32 || (code >= 127 && code < 160) ? undefined : text;
}
