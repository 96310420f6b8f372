/** Where a line of text goes on a page as it is displayed, and how large. */
import type { Bounds } from "../../typeset/outlines.ts";
import type { Line } from "../../typeset/typeset.ts";
import type { DisplaySpace } from "../pages/display-space.ts";
import type { Matrix } from "../pages/matrix.ts";

/** Parts of the way from the left and from the bottom of a page. */
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

// Object.keys types its result as strings.
export const positions = Object.keys(anchors) as Position[];

/** What a line takes above and below its baseline at least, in ems: labels of like text sit on one height. */
const above = 0.75;
const below = 0.25;
/** The margin where none is asked for, in points, and at most this part of a page's width or height. */
const usualMargin = 28;
const usualPart = 0.15;
/** A margin that is asked for leaves at least a tenth of the page. */
const largestPart = 0.45;
/** Text takes at most this part of the height of a page. */
const tallest = 0.5;

/** The text matrix of a label: at most `size`, `margin` points from the edges; both are less on pages too small for them. */
export function labelPlace(
  { width, height }: DisplaySpace,
  line: Line,
  position: Position,
  size: number,
  margin: number | undefined,
): Matrix {
  const [alongX, alongY] = anchors[position];
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

/** The part of a page's width and height that a watermark takes at most. */
const watermarkRoom = 0.92;
/** Largest size of a watermark's text, as part of the page's diagonal. */
const largestSize = 0.15;

/**
 * The text matrix of a watermark: along the diagonal from the lower left, its ink centred on the page and inside it.
 * `size` in points is a wish: text that would leave the page is made smaller.
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
