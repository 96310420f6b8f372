/** The graphics state (ISO 32000-2, 8.4) as far as reading needs it; `q` copies it. */

import type { Box } from "../../../core/page-layout.ts";
import type { Matrix } from "../../../document/pages/matrix.ts";
import type { PageFont } from "../fonts/font.ts";
import { blackInk } from "./ink.ts";

/** A font set with `Tf`: an unreadable one matters only when text is shown. */
export type FontChoice = PageFont | "unreadable" | undefined;

export const unitSquare: Box = { x0: 0, y0: 0, x1: 1, y1: 1 };

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

  copy(): GraphicsState {
    // The constructor's values would all be overwritten, which takes several times as long.
    return Object.assign(Object.create(GraphicsState.prototype), this);
  }

  /** `cm`: concatenates a matrix. */
  concat(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const { a: g, b: h, c: i, d: j } = this;
    this.e = e * g + f * i + this.e;
    this.f = e * h + f * j + this.f;
    this.a = a * g + b * i;
    this.b = a * h + b * j;
    this.c = c * g + d * i;
    this.d = c * h + d * j;
  }

  get matrix(): Matrix {
    return [this.a, this.b, this.c, this.d, this.e, this.f];
  }

  /** Restricts the visible area to the box. */
  clip({ x0, y0, x1, y1 }: Box): void {
    this.clipX0 = Math.max(this.clipX0, x0);
    this.clipY0 = Math.max(this.clipY0, y0);
    this.clipX1 = Math.min(this.clipX1, x1);
    this.clipY1 = Math.min(this.clipY1, y1);
  }
}
