/** What is read of a font program: the style it says it has, and what its codes and glyphs are called. */

export interface FontProgram {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  /** In ems; undefined: of no use, or not looked at in this kind of program. */
  readonly ascender?: number | undefined;
  readonly descender?: number | undefined;
  /**
   * Name of the glyph that the program itself has for a code of one byte; undefined: it has none. `symbolic` chooses among the
   * maps of a TrueType program (ISO 32000-2, 9.6.5.4).
   */
  codeName(code: number, symbolic: boolean): string | undefined;
  /** The character that a glyph is of; without it, the program does not say. */
  glyphText?(glyph: number): string | undefined;
}

/** Bytes at the start of a program that are searched for clear text. */
export const maxClearText = 512 * 1024;
