/** Estimates the cost of drawing a page from its operations, because MuPDF can't be interrupted while drawing. */
import type { BlendMode, ColorSpace, Device, Image, Matrix, Path, Rect, StrokeState } from "mupdf";
import type { PageSize } from "../../core/readers.ts";
import { type Mupdf, release } from "./load.ts";

/** In filled pixels. Drawing this many takes about 15 seconds; few real pages need a hundredth of it. */
export const mostPixelsDrawn = 1e10;

/** Cost per pixel of an image, a soft mask, a shading and a blended group, and the minimum cost of a pattern tile. */
const [imagePixel, maskedPixel, shadedPixel, blendedPixel, leastOfTile] = [2, 2, 8, 8, 80];

const areaOf = ([x0, y0, x1, y1]: Rect) => Math.max(0, x1 - x0) * Math.max(0, y1 - y0);

const intersection = (a: Rect, b: Rect): Rect => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

/** Estimates how many pixels are filled when `run` draws on an image of this size. */
export function pixelsDrawn(
  mupdf: Mupdf,
  { width, height }: PageSize,
  run: (device: Device) => void,
): number {
  let drawn = 0;
  const clips: Rect[] = [[0, 0, width, height]];
  const clip = (): Rect => clips.at(-1) ?? [0, 0, width, height];
  const seen = (box: Rect) => areaOf(intersection(box, clip()));
  // MuPDF's types don't say that the stroke may be null.
  const bounds = (path: Path, stroke: StrokeState | null, matrix: Matrix) =>
    path.getBounds(stroke as StrokeState, matrix);
  const imageBox = (matrix: Matrix) => mupdf.Rect.transform([0, 0, 1, 1], matrix);
  const shade = () => {
    drawn += shadedPixel * areaOf(clip());
  };
  const keepClip = () => void clips.push(clip());

  const functions = {
    fillPath(path: Path, _: boolean, matrix: Matrix, space: ColorSpace) {
      drawn += seen(bounds(path, null, matrix));
      release(path, space);
    },
    strokePath(path: Path, stroke: StrokeState, matrix: Matrix, space: ColorSpace) {
      drawn += seen(bounds(path, stroke, matrix));
      release(path, stroke, space);
    },
    fillImage(image: Image, matrix: Matrix) {
      drawn += imagePixel * seen(imageBox(matrix));
      release(image);
    },
    fillImageMask(image: Image, matrix: Matrix, space: ColorSpace) {
      drawn += imagePixel * seen(imageBox(matrix));
      release(image, space);
    },
    clipPath(path: Path, _: boolean, matrix: Matrix) {
      clips.push(intersection(bounds(path, null, matrix), clip()));
      release(path);
    },
    popClip() {
      if (clips.length > 1) clips.pop();
    },
    beginMask(box: Rect, _: boolean, space: ColorSpace) {
      drawn += maskedPixel * seen(box);
      release(space);
    },
    endMask: keepClip,
    beginGroup(box: Rect, space: ColorSpace, _: boolean, __: boolean, mode: BlendMode) {
      drawn += (mode === "Normal" ? 1 : blendedPixel) * seen(box);
      release(space);
    },
    beginTile(box: Rect, view: Rect, across: number, down: number, [a, b, c, d]: Matrix) {
      const tiles = areaOf(box) / Math.max(Math.abs(across * down), Number.MIN_VALUE);
      drawn += tiles * Math.max(areaOf(view) * Math.abs(a * d - b * c), leastOfTile);
      return 0;
    },
  };
  // MuPDF creates arguments for these functions that nobody would free, so only the property access is counted.
  Object.defineProperties(functions, {
    fillShade: { get: shade },
    clipText: { get: keepClip },
    clipStrokePath: { get: keepClip },
    clipStrokeText: { get: keepClip },
    clipImageMask: { get: keepClip },
  });

  const device = new mupdf.Device(functions);
  try {
    run(device);
    device.close();
  } finally {
    release(device);
  }
  return drawn;
}
