/** Properties shared by all characters in one show of text. */
import type { PageFont } from "../../../fonts/font.ts";

export interface Style {
  readonly font: PageFont;
  /** Font size on the page, in points. */
  readonly size: number;
  /** From glyph space (ems) to the page, without the origin. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  /** The text direction: one em, and as a unit vector. */
  readonly emX: number;
  readonly emY: number;
  readonly directionX: number;
  readonly directionY: number;
  /** How far a character's box extends beyond the line between its start and end: negative, then positive. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The style of text in `font` under the matrix [a b c d] from ems to the page. */
export function makeStyle(font: PageFont, a: number, b: number, c: number, d: number): Style {
  const { vertical, ascender, descender } = font;
  const [emX, emY] = vertical ? [-c, -d] : [a, b];
  const length = Math.sqrt(emX * emX + emY * emY) || 1;
  const [upX, upY] = vertical ? [a, b] : [c * ascender, d * ascender];
  const [downX, downY] = vertical ? [0, 0] : [c * descender, d * descender];

  return {
    font,
    size: Math.sqrt(Math.abs(a * d + -b * c)),
    a,
    b,
    c,
    d,
    emX,
    emY,
    directionX: emX / length,
    directionY: emY / length,
    left: Math.min(upX, downX),
    top: Math.min(upY, downY),
    right: Math.max(upX, downX),
    bottom: Math.max(upY, downY),
  };
}
