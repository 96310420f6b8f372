/** Glyphs of one font, each made once. */
import { unlessDoubtful } from "./encodings/font-doubt.ts";
import type { Glyph } from "./font.ts";

/** Code of a space of one byte. */
const space = 32;

/** A glyph of a font that writes along the line. */
export function makeGlyph(code: number, length: number, text: string | undefined, width: number): Glyph {
  return {
    code,
    length,
    text,
    advance: width,
    originX: 0,
    originY: 0,
    width,
    isSpace: length === 1 && code === space,
  };
}

/** Glyphs of a font whose codes are single bytes; of one that cannot be read with certainty the text is undefined. */
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

/** What stands for a character that a file does not tell, as readers show it. */
export const unknownText = "\ufffd";

/** Controls that a map has for white space, and codes that no text has. */
function isBlank(code: number): boolean {
  return code >= 8 && code <= 13;
}

/** The text that a ToUnicode map gives, if it is one that can be meant (as MuPDF takes it). Undefined: it says nothing. */
export function mappedText(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 1) return text === "" ? undefined : text;
  const code = text.charCodeAt(0);
  if (isBlank(code)) return " ";
  return code < 32 || (code >= 127 && code < 160) ? undefined : text;
}
