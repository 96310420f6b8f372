/** Fits a rectangle into another without distorting it. */
import type { Box } from "./boxes.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const sizeOf = ({ x0, y0, x1, y1 }: Box): Size => ({ width: x1 - x0, height: y1 - y0 });

/** The largest factor at which a size fits into a box. */
export function fitFactor(size: Size, into: Box): number {
  const { width, height } = sizeOf(into);
  return Math.min(width / size.width, height / size.height);
}

/** The place of a size, times `factor`, in the middle of a box. */
export function centered(size: Size, factor: number, { x0, y0, x1, y1 }: Box): Box {
  const [width, height] = [size.width * factor, size.height * factor];
  const [left, bottom] = [(x0 + x1 - width) / 2, (y0 + y1 - height) / 2];
  return { x0: left, y0: bottom, x1: left + width, y1: bottom + height };
}
