/** Where things are on a page as it is displayed: points from its lower left corner, whatever its boxes, rotation and unit are. */
import type { Box, PageBoxes } from "./boxes.ts";
import { inverse, type Matrix, transformBox } from "./matrix.ts";

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

/** Points from the top left corner of a page as displayed, y downwards. */
export interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where a rectangle of user space shows. */
export function shownBox(rect: Box, boxes: PageBoxes): Sides {
  const { height, toUser } = displaySpace(boxes);
  const { x0, y0, x1, y1 } = transformBox(inverse(toUser), rect);
  return { left: x0, top: height - y1, right: x1, bottom: height - y0 };
}
