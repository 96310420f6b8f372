/** Where the ink of glyphs is. */
import type { Box } from "../../core/page-layout.ts";
import { transformBox } from "../../document/pages/matrix.ts";
import type { ShownGlyph } from "../../reading/interpreter/device/text-object.ts";

/** In ems: how far the ink of letters extends above and below the line. */
const inkAbove = 0.75;
const inkBelow = -0.22;

/** The approximate area of a glyph's ink: its advance, from descenders to capitals. */
export function inkBox({ glyph, style, x, y }: ShownGlyph): Box {
  const { a, b, c, d, font } = style;
  if (font.vertical) {
    const box = { x0: 0, x1: 2 * glyph.originX || 1, y0: glyph.originY + glyph.advance, y1: glyph.originY };
    return transformBox([a, b, c, d, x, y], box);
  }
  const up = font.drawn ? font.ascender : Math.min(inkAbove, Math.max(font.ascender, 0.5));
  const down = font.drawn ? font.descender : Math.max(inkBelow, Math.min(font.descender, 0));
  return transformBox([a, b, c, d, x, y], { x0: 0, x1: glyph.advance, y0: down, y1: up });
}
