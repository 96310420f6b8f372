/** A font for characters that are placed by hand. */
import { expect } from "vitest";
import type { PageFont } from "../../../src/fonts/font.ts";

export const font: PageFont = {
  face: { name: "Test", bold: false, italic: false, mono: false },
  vertical: false,
  ascender: 0.8,
  descender: -0.2,
  glyph: () => expect.unreachable(),
};
