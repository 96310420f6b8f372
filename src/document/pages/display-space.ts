/** Where things are on a page as it is displayed: points from its lower left corner, whatever its boxes, rotation and unit are. */
import type { PageBoxes } from "./boxes.ts";

/** `[a b c d e f]` of ISO 32000-2, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

export interface DisplaySpace {
  /** Points, as displayed. */
  readonly width: number;
  readonly height: number;
  /** From points as displayed to the page's user space. */
  readonly toUser: Matrix;
}

/** The space of a page: what is seen of it is its CropBox, turned by Rotate, in units of UserUnit points. */
export function displaySpace({ cropBox, rotation, userUnit }: PageBoxes): DisplaySpace {
  const { x0, y0, x1, y1 } = cropBox;
  const unit = 1 / userUnit;
  const across = (x1 - x0) * userUnit;
  const up = (y1 - y0) * userUnit;
  switch (rotation) {
    case 0:
      return { width: across, height: up, toUser: [unit, 0, 0, unit, x0, y0] };
    case 90:
      return { width: up, height: across, toUser: [0, unit, -unit, 0, x1, y0] };
    case 180:
      return { width: across, height: up, toUser: [-unit, 0, 0, -unit, x1, y1] };
    case 270:
      return { width: up, height: across, toUser: [0, -unit, unit, 0, x0, y1] };
  }
}
