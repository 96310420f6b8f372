/** What a page's interpreter needs of a font: its codes as text, how far each leads, and what its face is (ISO 32000-2, 9). */
import type { Face } from "../../../core/page-layout.ts";

/** One code of a font. The same object for the same code every time. Lengths are in ems. */
export interface Glyph {
  /** Bytes of the code in the string: 1 to 4. */
  readonly length: number;
  /** What it reads as, as the file has it: one or more characters; undefined: the file does not say so with certainty. */
  readonly text: string | undefined;
  /** The first of them as it is read, -1 of none, and those after it: the letters of ligatures, a space for every kind of space. */
  readonly first: number;
  readonly more: readonly number[] | undefined;
  /** How far the next one stands: width/1000, of Type 3 by its FontMatrix; of vertical writing along y, negative downwards. */
  readonly advance: number;
  /** Of vertical writing the position vector (9.7.4.3), else 0. */
  readonly originX: number;
  readonly originY: number;
  /** The single byte 32: word spacing applies to it (9.3.3). */
  readonly isSpace: boolean;
}

export interface PageFont {
  /** The same object for the same font. */
  readonly face: Face;
  readonly vertical: boolean;
  /** Its glyphs are content streams, which may paint anything (Type 3). */
  readonly drawn?: boolean;
  /** How far boxes of characters reach above the baseline, and below it (negative), in ems. */
  readonly ascender: number;
  readonly descender: number;
  /** The code that begins at `at`, which is inside the string. */
  glyph(bytes: Uint8Array, at: number): Glyph;
}
