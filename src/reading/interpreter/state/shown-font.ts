/** A font as the interpreter uses it: its glyphs' text as character codes, made once for each. */
import type { Face } from "../../../core/page-layout.ts";
import type { Glyph, PageFont } from "../fonts/font.ts";
import { plainCodes } from "./unicode.ts";
import { Unsupported } from "./unsupported.ts";

/** What showing a code comes to. */
export interface ShownGlyph {
  /** Bytes of the code. */
  readonly length: number;
  /** The first character. */
  readonly code: number;
  /** Those after it: of ligatures, and where the file says that one glyph is several letters. */
  readonly more: readonly number[] | undefined;
  /** All characters as the file has them: ligatures and spaces are not yet what they read as. */
  readonly raw: string;
  /** In ems: how far the next one stands; for vertical writing, where this one's origin is. */
  readonly advance: number;
  readonly originX: number;
  readonly originY: number;
  readonly isSpace: boolean;
}

/** Glyphs kept of one font of more than 256. */
const maxKept = 70_000;

export class ShownFont {
  readonly font: PageFont;
  /** All codes are single bytes. */
  readonly single: boolean;
  readonly vertical: boolean;
  readonly ascender: number;
  readonly descender: number;
  /** By byte, of fonts whose codes are single bytes. */
  readonly #bytes: (ShownGlyph | undefined)[] | undefined;
  #face: Face | undefined;
  readonly #codes = new Map<number, ShownGlyph>();

  constructor(font: PageFont, single: boolean) {
    this.font = font;
    this.single = single;
    this.vertical = font.vertical;
    this.ascender = font.ascender;
    this.descender = font.descender;
    this.#bytes = single ? new Array<ShownGlyph | undefined>(256).fill(undefined) : undefined;
  }

  /** The font's face; what it is named and looks like is read once. */
  get face(): Face {
    this.#face ??= this.font.face;
    return this.#face;
  }

  /** The glyph whose code begins at `at`. Throws `Unsupported` when nobody says what it reads as. */
  glyph(bytes: Uint8Array, at: number): ShownGlyph {
    if (this.#bytes !== undefined) {
      const byte = bytes[at] ?? 0;
      const known = this.#bytes[byte];
      if (known !== undefined) return known;
      const shown = shownGlyph(this.font.glyph(bytes, at));
      this.#bytes[byte] = shown;
      return shown;
    }
    const glyph = this.font.glyph(bytes, at);
    const key = glyph.code * 8 + glyph.length;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const shown = shownGlyph(glyph);
    if (this.#codes.size < maxKept) this.#codes.set(key, shown);
    return shown;
  }
}

function shownGlyph({ text, length, advance, originX, originY, isSpace }: Glyph): ShownGlyph {
  if (text === undefined) throw new Unsupported("character");
  const [code = -1, ...more] = plainCodes(text);
  return {
    length: Math.max(1, length),
    code,
    more: more.length > 0 ? more : undefined,
    raw: text,
    advance,
    originX,
    originY,
    isSpace,
  };
}
