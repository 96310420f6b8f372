/** Positions an appearance on a page (ISO 32000-2, 12.5.5, algorithm "appearance streams"). */
import type { CosDocument } from "../../cos/document.ts";
import type { CosDict, CosValue } from "../../cos/syntax/value.ts";
import { type Rotation, readBox } from "../pages/boxes.ts";
import { type Matrix, multiply, transformBox } from "../pages/matrix.ts";
import { matrixAt } from "../typed-get.ts";

/**
 * The matrix for drawing a form XObject so that its box fills `rect`; undefined if nothing is visible. `rotation`: the page's
 * rotation, if the appearance must not be rotated (flag NoRotate), around its upper left corner.
 */
export function placeAppearance(
  cos: CosDocument,
  form: CosDict,
  rect: CosValue | undefined,
  rotation: Rotation,
): Matrix | undefined {
  const box = readBox(cos, form.get("BBox"));
  const place = readBox(cos, rect);
  if (!box || !place) return undefined;
  const drawn = transformBox(matrixAt(cos, form.get("Matrix")), box);
  const [width, height] = [drawn.x1 - drawn.x0, drawn.y1 - drawn.y0];
  if (!(width > 0) || !(height > 0)) return undefined;
  const across = (place.x1 - place.x0) / width;
  const up = (place.y1 - place.y0) / height;
  const fitted: Matrix = [across, 0, 0, up, place.x0 - drawn.x0 * across, place.y0 - drawn.y0 * up];
  if (rotation === 0) return fitted;

  const toCorner: Matrix = [1, 0, 0, 1, -place.x0, -place.y1];
  const back: Matrix = [1, 0, 0, 1, place.x0, place.y1];

  return multiply(multiply(multiply(fitted, toCorner), turns[rotation]), back);
}

/** Counterclockwise in user space, to undo a page's clockwise rotation. */
const turns: Readonly<Record<Rotation, Matrix>> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};
