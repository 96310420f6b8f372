/**
 * Patch codes, by which scanners separate documents: four horizontal bars, two wide ones and two narrow ones. From the top, patch
 * T has a narrow, a wide, a narrow and a wide bar. Narrow bars and spaces are 0.08 inches high, wide bars 0.2.
 */
import { boxAround } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";

/** Units of bars and spaces, of which a whole code has ten. */
const patchT = [1, 1, 2.5, 1, 1, 1, 2.5];
const units = patchT.reduce((sum, one) => sum + one, 0);
/** In inches: a unit, and how much a bar or a space may differ, in units: copies are scaled, and ink spreads. */
const [leastUnit, largestUnit, tolerance] = [0.045, 0.125, 0.55];
/** In inches: how far a code is from an end of the sheet, and the length of its bars. */
const [reach, leastLength] = [4, 0.7];
/** In inches, the distance between columns that are read; so many in a row may show no code. */
const [columnStep, mostMissed] = [0.04, 3];
/** In inches: how far bars lean between two columns. */
const lean = 0.02;

/** Patch codes T near the upper or the lower end of a page, in pixels. Linear in its pixels. */
export function patchCodesT(image: GrayImage, dpi: number): Box[] {
  const { width, height } = image;
  const step = Math.max(1, Math.round(columnStep * dpi));
  const open: Box[] = [];
  const found: Box[] = [];
  for (let x = 0; x < width; x += step)
    for (const [y0, y1] of codesInColumn(image, x, dpi)) {
      if (y0 > reach * dpi && y1 < height - reach * dpi) continue;
      const at = open.findIndex((box) => {
        const columns = (x + 1 - box.x1) / step;
        return columns <= mostMissed + 1 && Math.abs(box.y0 - y0) <= lean * dpi * columns + 2;
      });
      const own = { x0: x, y0, x1: x + 1, y1 };
      // The last column's place is kept, since bars may lean.
      if (at >= 0) open[at] = { ...own, x0: open[at]?.x0 ?? x };
      else open.push(own);
      const box = open[at];
      if (box && box.x1 - box.x0 >= leastLength * dpi) found.push(box);
    }
  return merged(found);
}

function merged(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const box of boxes) {
    const at = result.findIndex(({ x0, y0, y1 }) => x0 === box.x0 && y0 < box.y1 && y1 > box.y0);
    const known = result[at];
    if (known) result[at] = boxAround([known, box]);
    else result.push(box);
  }
  return result;
}

/** Places of codes in a column, from the top: first and last row. */
function codesInColumn({ width, height, pixels }: GrayImage, x: number, dpi: number): [number, number][] {
  const ends: number[] = [];
  let dark = false;
  // Ends of runs of paper and ink in turns, beginning with paper.
  for (let y = 0; y < height; y += 1)
    if ((pixels[y * width + x] ?? 0) < ink !== dark) {
      ends.push(y);
      dark = !dark;
    }
  ends.push(height);

  const found: [number, number][] = [];
  for (let first = 0; first + 8 < ends.length; first += 2) {
    const [top, bottom] = [ends[first] ?? 0, ends[first + 7] ?? 0];
    const unit = (bottom - top) / units;
    if (unit < leastUnit * dpi || unit > largestUnit * dpi) continue;
    const lengthAt = (run: number) => (ends[first + run + 1] ?? 0) - (ends[first + run] ?? 0);
    const isCode = patchT.every((wanted, run) => Math.abs(lengthAt(run) / unit - wanted) <= tolerance);
    const above = top - (ends[first - 1] ?? 0);
    const isAlone = above >= unit && (ends[first + 8] ?? height) - bottom >= unit;
    if (isCode && isAlone) found.push([top, bottom]);
  }
  return found;
}

/** Anything darker is a bar. */
const ink = 140;
