/** The position and size of a line of text on a page as displayed. */
import type { Bounds } from "../../typeset/outlines.ts";
import type { Line } from "../../typeset/typeset.ts";
import type { DisplaySpace } from "../pages/display-space.ts";
import type { Matrix } from "../pages/matrix.ts";

/** Fractions of the distance from the left and the bottom of a page. */
const anchors = {
  "top-left": [0, 1],
  "top-center": [0.5, 1],
  "top-right": [1, 1],
  "middle-left": [0, 0.5],
  "middle-center": [0.5, 0.5],
  "middle-right": [1, 0.5],
  "bottom-left": [0, 0],
  "bottom-center": [0.5, 0],
  "bottom-right": [1, 0],
} as const;

export type Position = keyof typeof anchors;

export const anchorOf = (position: Position) => anchors[position];

// Object.keys types its result as strings.
export const positions = Object.keys(anchors) as Position[];

/** Minimum space above and below the baseline, in ems: similar labels then have the same height. */
const above = 0.75;
const below = 0.25;
/** Default margin in points, limited to this fraction of a page's width or height. */
const usualMargin = 28;
const usualPart = 0.15;
/** A given margin leaves at least a tenth of the page. */
const largestPart = 0.45;
/** Text takes at most this fraction of a page's height. */
const tallest = 0.5;

/** A label's text matrix: at most `size`, `margin` points from the edges; both are reduced on small pages. */
export function labelPlace(
  { width, height }: DisplaySpace,
  line: Line,
  position: Position,
  size: number,
  margin: number | undefined,
): Matrix {
  const [alongX, alongY] = anchorOf(position);
  const marginOf = (extent: number) =>
    margin === undefined ? Math.min(usualMargin, extent * usualPart) : Math.min(margin, extent * largestPart);
  const marginX = marginOf(width);
  const marginY = marginOf(height);
  const roomX = width - 2 * marginX;
  const roomY = height - 2 * marginY;
  const top = Math.max(above, line.ink?.y1 ?? 0);
  const bottom = Math.max(below, -(line.ink?.y0 ?? 0));
  const used = Math.min(size, roomX / Math.max(line.width, 1e-3), (height * tallest) / (top + bottom));
  const x = marginX + alongX * (roomX - line.width * used);
  const y = marginY + alongY * (roomY - (top + bottom) * used) + bottom * used;

  return [used, 0, 0, used, x, y];
}

/** The maximum fraction of a page's width and height for a watermark. */
const watermarkRoom = 0.92;
/** Largest watermark text size, as a fraction of the page's diagonal. */
const largestSize = 0.15;

/**
 * A watermark's text matrix: along the diagonal from the lower left, with its ink centered on and inside the page. `size` in
 * points is a maximum: text that would leave the page is shrunk.
 */
export function watermarkPlace(
  { width, height }: DisplaySpace,
  ink: Bounds,
  size: number | undefined,
): Matrix {
  const diagonal = Math.hypot(width, height);
  const cos = width / diagonal;
  const sin = height / diagonal;
  const long = ink.x1 - ink.x0;
  const tall = ink.y1 - ink.y0;
  const used = Math.min(
    size ?? diagonal * largestSize,
    (width * watermarkRoom) / (long * cos + tall * sin),
    (height * watermarkRoom) / (long * sin + tall * cos),
  );
  const x = ((ink.x0 + ink.x1) / 2) * used;
  const y = ((ink.y0 + ink.y1) / 2) * used;

  return [
    used * cos,
    used * sin,
    -used * sin,
    used * cos,
    width / 2 - x * cos + y * sin,
    height / 2 - x * sin - y * cos,
  ];
}
