/** Compares rendered pages. */
import type { Picture } from "./ink.ts";

/** The gray levels by which a pixel may differ, because edges fall differently on pixels. */
const tolerance = 96;

/** The share of different pixels; 1 if the sizes differ. */
export function difference(a: Picture, b: Picture): number {
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return 1;
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  let differing = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [one, other] = [a.grey[y * a.width + x] ?? 0, b.grey[y * b.width + x] ?? 0];
      if (Math.abs(one - other) > tolerance) differing++;
    }
  }
  return differing / (width * height);
}

/** A part of an image, in pixels. */
export function part(picture: Picture, left: number, top: number, width: number, height: number): Picture {
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      grey[y * width + x] = picture.grey[(y + top) * picture.width + x + left] ?? 0;
  return { width, height, grey };
}
