/** The interpreter's view of a font: its codes as text, their advances, and its face (ISO 32000-2, 9). */
import type { Face } from "../core/page-layout.ts";

/** A font's code. Always the same object for the same code and text. Lengths are in ems. */
export interface Glyph {
  /** -1 for a text that several codes have together. */
  readonly code: number;
  /** Bytes of the code in the string: 1 to 4. */
  readonly length: number;
  /** Its text in the file: one or more characters; undefined if the file doesn't say with certainty. */
  readonly text: string | undefined;
  /** The first character as read, -1 if none, and the rest: the letters of ligatures, a space for any kind of space. */
  readonly first: number;
  readonly more: readonly number[] | undefined;
  /** The advance: width/1000, or by FontMatrix in Type 3 fonts; in vertical writing along y, negative downward. */
  readonly advance: number;
  /** In vertical writing the position vector (9.7.4.3), otherwise 0. */
  readonly originX: number;
  readonly originY: number;
  /** The single byte 32, to which word spacing applies (9.3.3). */
  readonly isSpace: boolean;
}

export interface PageFont {
  /** The same object for the same font. */
  readonly face: Face;
  readonly vertical: boolean;
  /** Whether its glyphs are content streams, which may paint anything (Type 3). */
  readonly drawn?: boolean;
  /** Extent of character boxes above and below (negative) the baseline, in ems. */
  readonly ascender: number;
  readonly descender: number;
  /** The code that begins at `at`, which is inside the string. */
  glyph(bytes: Uint8Array, at: number): Glyph;
  /** The text of a code by the names or characters of its shape, whatever ToUnicode says; undefined if the font has none. */
  shapeText?(code: number): string | undefined;
}
