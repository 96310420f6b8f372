/** The part of a page to render, and its size: for the tools that render pages. */
import type { Box } from "../../../core/page-layout.ts";
import { failed, invalid } from "../../../core/problem.ts";
import type { PageRenderer, PageSize, Picture, Samples } from "../../../core/readers.ts";

/** A field from the caller: `[x0, y0, x1, y1]`. */
export type Bbox = readonly [number, number, number, number];

/** Dots per inch, or the longer side in pixels. */
export type Resolution = { readonly dpi: number } | { readonly maxSize: number };

/** The part of a page to render, and its pixels. */
export type PictureFrame = Pick<Picture, "box" | "scale" | "pixels">;

/** The part of a page given by a bbox, clipped to the page. Throws 422 on `field` if it is off the page. */
export function boxOnPage(
  { width, height }: PageSize,
  bbox: Bbox | undefined,
  page: number,
  field = "bbox",
): Box {
  if (width * height === 0) throw failed(`Page ${page} has no size and can't be drawn`);
  if (bbox === undefined) return { x0: 0, y0: 0, x1: width, y1: height };
  const [x0, y0, x1, y1] = bbox;
  if (x1 <= 0 || y1 <= 0 || x0 >= width || y0 >= height)
    throw invalid(field, `lies outside page ${page}, which is ${rounded(width)} × ${rounded(height)} points`);
  return { x0: Math.max(x0, 0), y0: Math.max(y0, 0), x1: Math.min(x1, width), y1: Math.min(y1, height) };
}

/** The picture of a box at a resolution: each side is rounded to whole pixels, at least one. */
export function frameOf(box: Box, resolution: Resolution): PictureFrame {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  const scale =
    "dpi" in resolution ? resolution.dpi / 72 : resolution.maxSize / Math.max(width, height, Number.EPSILON);
  const side = (points: number) => Math.max(1, Math.round(points * scale));
  return { box, scale, pixels: { width: side(width), height: side(height) } };
}

/** Pixels of a picture by which a page is judged, at most. */
const mostJudged = 10_000_000;

/** A whole page as a picture to judge it by, in gray or RGB: large ones have fewer dots per inch than requested. */
export function wholePage(
  drawing: PageRenderer,
  page: number,
  { dpi: usual, gray }: { readonly dpi: number; readonly gray: boolean },
): Samples & { readonly dpi: number } {
  const { width, height } = drawing.size(page);
  const dpi = Math.min(usual, 72 * Math.sqrt(mostJudged / Math.max(width * height, 1)));
  const frame = frameOf({ x0: 0, y0: 0, x1: width, y1: height }, { dpi });
  return { ...frame.pixels, components: gray ? 1 : 3, data: drawing.samples(page, { ...frame, gray }), dpi };
}

/** Rounds to two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A box in the callers' format. */
export const bboxOf = ({ x0, y0, x1, y1 }: Box): [number, number, number, number] => [
  rounded(x0),
  rounded(y0),
  rounded(x1),
  rounded(y1),
];
