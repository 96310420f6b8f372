/** The relevant parts of a font program: its declared style, and the names of its codes and glyphs. */

export interface FontProgram {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  /** In ems; undefined if useless, or not read from this kind of program. */
  readonly ascender?: number | undefined;
  readonly descender?: number | undefined;
  /**
   * The program's own glyph name for a single-byte code; undefined if none. `symbolic` selects among the maps of a TrueType
   * program (ISO 32000-2, 9.6.5.4).
   */
  codeName(code: number, symbolic: boolean): string | undefined;
  /** The character of a glyph; absent if the program doesn't specify it. */
  glyphText?(glyph: number): string | undefined;
}

/** Bytes at the start of a program searched for cleartext. */
export const maxClearText = 512 * 1024;
