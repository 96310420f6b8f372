/** The graphics state (ISO 32000-2, 8.4) as far as reading needs it; `q` copies it. */

import type { Box } from "../../../core/page-layout.ts";
import type { Matrix } from "../../../document/pages/matrix.ts";
import type { PageFont } from "../../../fonts/font.ts";
import { blackInk } from "./ink.ts";

/** A font set with `Tf`: an unreadable one matters only when text is shown. */
export type FontChoice = PageFont | "unreadable" | undefined;

export const unitSquare: Box = { x0: 0, y0: 0, x1: 1, y1: 1 };

/** Without methods: copied with the spread operator, which is much faster than anything else. */
export class GraphicsState {
  /** From user space to the displayed page. */
  a = 1;
  b = 0;
  c = 0;
  d = 1;
  e = 0;
  f = 0;
  /** The box around the visible area, on the page. */
  clipX0 = Number.NEGATIVE_INFINITY;
  clipY0 = Number.NEGATIVE_INFINITY;
  clipX1 = Number.POSITIVE_INFINITY;
  clipY1 = Number.POSITIVE_INFINITY;
  /** Whether that whole box is visible. */
  clipsByBox = true;

  font: FontChoice = undefined;
  fontSize = -1;
  charSpace = 0;
  wordSpace = 0;
  scale = 1;
  leading = 0;
  rise = 0;
  render = 0;

  ink = blackInk;
  fillAlpha = 1;
  lineWidth = 1;
}

/** `cm`: concatenates a matrix. */
export function concat(state: GraphicsState, [a, b, c, d, e, f]: Matrix): void {
  const { a: g, b: h, c: i, d: j } = state;
  state.e = e * g + f * i + state.e;
  state.f = e * h + f * j + state.f;
  state.a = a * g + b * i;
  state.b = a * h + b * j;
  state.c = c * g + d * i;
  state.d = c * h + d * j;
}

export const matrixOf = ({ a, b, c, d, e, f }: GraphicsState): Matrix => [a, b, c, d, e, f];

/** Restricts the visible area to the box. */
export function clip(state: GraphicsState, { x0, y0, x1, y1 }: Box): void {
  state.clipX0 = Math.max(state.clipX0, x0);
  state.clipY0 = Math.max(state.clipY0, y0);
  state.clipX1 = Math.min(state.clipX1, x1);
  state.clipY1 = Math.min(state.clipY1, y1);
}
