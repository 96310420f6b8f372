/** Stacks parts of a picture so that they can be read as one column of text. */
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import { white } from "../picture/bitmap.ts";
import { inPixels, stacked } from "../tolerances/tolerances.ts";

/** White space around the parts, in pixels. */
export const spaceBetween = (dpi: number): number => inPixels(stacked.between, dpi);
/** Height in pixels above which a column gets no more parts. */
const highColumn = 4000;

/** Stacked parts of a picture, each with its offset from the top of the column. */
export interface Column {
  readonly image: GrayImage;
  readonly parts: readonly { readonly from: Box; readonly top: number }[];
}

/** Columns of similar width: together they are hardly larger than the parts. */
export function columnsOf(image: GrayImage, parts: readonly Box[], dpi: number): Column[] {
  const between = spaceBetween(dpi);
  const columns: { width: number; height: number; parts: { from: Box; top: number }[] }[] = [];

  for (const from of parts.toSorted((a, b) => b.x1 - b.x0 - (a.x1 - a.x0))) {
    let open = columns.at(-1);
    if (open === undefined || open.height > highColumn) {
      open = { width: from.x1 - from.x0 + 2 * between, height: between, parts: [] };
      columns.push(open);
    }
    open.parts.push({ from, top: open.height });
    open.height += from.y1 - from.y0 + between;
  }

  return columns.map(({ width, height, parts }) => {
    const pixels = new Uint8Array(width * height).fill(white);
    for (const { from, top } of parts)
      for (let y = from.y0; y < from.y1; y += 1) {
        const row = image.pixels.subarray(y * image.width + from.x0, y * image.width + from.x1);
        pixels.set(row, (top + y - from.y0) * width + between);
      }
    return { image: { width, height, pixels }, parts };
  });
}
