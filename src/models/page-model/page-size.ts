/** The size at which a page is rendered for a model: its picture goes into the encoder without further scaling. */
import type { PageSize } from "../../core/readers.ts";

/** The encoder takes squares of 16 pixels, four per token. */
export const sideUnit = 32;
/** Resolution at which print is read well; larger pages get less. */
const dotsPerInch = 150;
/** A4 at 1.3 megapixels is 960 × 1344: 1,260 image tokens. More costs time and memory out of proportion. */
export const maxPixels = 1_310_720;
/** Tiny pages are enlarged: below this, the encoder sees too little. */
const minPixels = 65_536;
/** Longest side in units: a page ten times as long as it is wide isn't a page of text. */
const maxUnits = 200;

/** Pixels for a page of this size in points: sides are multiples of 32, with proportions kept as far as possible. */
export function pixelSize(points: PageSize): PageSize {
  const width = side(points.width);
  const height = side(points.height);
  const scale = dotsPerInch / 72;
  const wished = width * scale * height * scale;
  const wanted = Math.min(Math.max(wished, minPixels), maxPixels);
  const factor = scale * Math.sqrt(wanted / wished);
  let columns = units(width * factor);
  let rows = units(height * factor);

  // Rounding up may exceed the limit: shorten the longer side.
  while (columns * rows * sideUnit * sideUnit > maxPixels) {
    if (columns > rows) columns -= 1;
    else rows -= 1;
  }

  return { width: columns * sideUnit, height: rows * sideUnit };
}

const side = (points: number) => (Number.isFinite(points) && points >= 1 ? points : 1);
const units = (pixels: number) => Math.min(maxUnits, Math.max(1, Math.round(pixels / sideUnit)));
