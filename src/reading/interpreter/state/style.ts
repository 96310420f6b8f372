/** How characters stand on the page: what all characters of one show of text have in common. */
import type { ShownFont } from "./shown-font.ts";

export interface Style {
  readonly font: ShownFont;
  /** Font size on the page, in points. */
  readonly size: number;
  /** From glyph space (ems) to the page, without its origin. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  /** Where text leads: one em, and as a direction of length 1. */
  readonly emX: number;
  readonly emY: number;
  readonly directionX: number;
  readonly directionY: number;
  /** From a character's origin to the corners of its box: above and below. */
  readonly upX: number;
  readonly upY: number;
  readonly downX: number;
  readonly downY: number;
}

/** The style of text in `font` under the matrix [a b c d] from ems to the page. */
export function makeStyle(font: ShownFont, a: number, b: number, c: number, d: number): Style {
  const { vertical, ascender, descender } = font;
  const [emX, emY] = vertical ? [-c, -d] : [a, b];
  const length = Math.sqrt(emX * emX + emY * emY) || 1;
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
    upX: vertical ? a : c * ascender,
    upY: vertical ? b : d * ascender,
    downX: vertical ? 0 : c * descender,
    downY: vertical ? 0 : d * descender,
  };
}
