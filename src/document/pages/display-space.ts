/** Coordinates on a page as displayed: points from its lower left corner, whatever its boxes, rotation and unit. */
import type { Box, PageBoxes } from "./boxes.ts";
import { inverse, type Matrix, transformBox } from "./matrix.ts";

export interface DisplaySpace {
  /** Points, as displayed. */
  readonly width: number;
  readonly height: number;
  /** From points as displayed to the page's user space. */
  readonly toUser: Matrix;
}

/** A page's display space: its visible part is the CropBox, rotated by Rotate, in units of UserUnit points. */
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

/** Points from the top left corner of a page as displayed, y downward. */
export interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The displayed position of a rectangle in user space. */
export function shownBox(rect: Box, boxes: PageBoxes): Box {
  const { height, toUser } = displaySpace(boxes);
  const { x0, y0, x1, y1 } = transformBox(inverse(toUser), rect);
  return { x0, y0: height - y1, x1, y1: height - y0 };
}
