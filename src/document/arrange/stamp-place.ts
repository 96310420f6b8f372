/** Where a page of another document is drawn on a page, both as displayed. */
import type { Box } from "../pages/boxes.ts";
import { centered, fitFactor, type Size, sizeOf } from "../pages/fit.ts";
import { type Matrix, multiply, transformBox } from "../pages/matrix.ts";
import { anchorOf, type Position } from "../stamp/place.ts";

export interface StampPlace {
  /** One of nine places, or a box in points from the page's lower left corner, which the stamp fills with its proportions kept. */
  readonly at: Position | Box;
  /** At one of the nine places: in points, before the turn; undefined: the stamp's own. */
  readonly width: number | undefined;
  /** Degrees clockwise. */
  readonly rotate: number;
}

/** Points between the nine places and the edges of the page, fewer where the stamp wouldn't fit. */
const margin = 36;

/** From the stamp to the page, each in points from its lower left corner. The turned stamp is at most as large as the page. */
export function stampMatrix(stamp: Size, page: Size, { at, width, rotate }: StampPlace): Matrix {
  const turn = turned(rotate);
  const bounds = transformBox(turn, { x0: 0, y0: 0, x1: stamp.width, y1: stamp.height });
  const size = sizeOf(bounds);
  const whole = { x0: 0, y0: 0, x1: page.width, y1: page.height };
  const place =
    typeof at === "string"
      ? anchored(
          size,
          Math.min(width === undefined ? 1 : width / stamp.width, fitFactor(size, whole)),
          page,
          at,
        )
      : centered(size, fitFactor(size, at), at);
  const factor = (place.x1 - place.x0) / size.width;
  return multiply(turn, [factor, 0, 0, factor, place.x0 - bounds.x0 * factor, place.y0 - bounds.y0 * factor]);
}

/** Quarter turns are exact. */
function turned(degrees: number): Matrix {
  const angle = ((degrees % 360) * Math.PI) / 180;
  const exact = (part: number) => Math.round(part * 1e12) / 1e12;
  const [cos, sin] = [exact(Math.cos(angle)), exact(Math.sin(angle))];
  return [cos, -sin, sin, cos, 0, 0];
}

function anchored(size: Size, factor: number, page: Size, position: Position): Box {
  const [alongX, alongY] = anchorOf(position);
  const [width, height] = [size.width * factor, size.height * factor];
  const start = (left: number, along: number) => {
    const inset = Math.min(margin, left / 2);
    return inset + along * (left - 2 * inset);
  };
  const [x, y] = [start(page.width - width, alongX), start(page.height - height, alongY)];
  return { x0: x, y0: y, x1: x + width, y1: y + height };
}
