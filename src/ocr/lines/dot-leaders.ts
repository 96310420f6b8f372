/** Dot leaders: Tesseract takes rows of dots for letters and loses the words next to them, so they are erased first. */
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import { isInk, withWhite } from "../picture/bitmap.ts";
import { inPixels, dotLeaders as t } from "../tolerances/tolerances.ts";

/** The image without evenly spaced rows of dots. */
export function withoutLeaders(image: GrayImage, dpi: number): GrayImage {
  const rows = leaders(blobsOf(image, inPixels(t.largestDot, dpi)), dpi);
  if (rows.length === 0) return image;

  // With their gray edges.
  return withWhite(image, rows.flat(), 1);
}

/** Blobs of ink of at most `most` pixels, from left to right. */
export function blobsOf(image: GrayImage, most: number): Box[] {
  const { width, height } = image;
  const seen = new Uint8Array(width * height);
  const dots: Box[] = [];

  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      if (seen[y * width + x] === 1 || !isInk(image, x, y)) continue;
      const blob = blobAt(image, { x, y, most }, seen);
      if (isAlone(image, blob)) dots.push(blob);
    }
  return dots;
}

/** The connected ink around a pixel, up to the size of a dot. */
function blobAt(
  image: GrayImage,
  { x, y, most }: { readonly x: number; readonly y: number; readonly most: number },
  seen: Uint8Array,
): Box {
  const { width } = image;
  const blob = { x0: x, y0: y, x1: x + 1, y1: y + 1 };
  const left = [y * width + x];
  seen[y * width + x] = 1;

  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const [atX, atY] = [at % width, Math.floor(at / width)];
    blob.x0 = Math.min(blob.x0, atX);
    blob.y0 = Math.min(blob.y0, atY);
    blob.x1 = Math.max(blob.x1, atX + 1);
    blob.y1 = Math.max(blob.y1, atY + 1);
    if (blob.x1 - blob.x0 > most || blob.y1 - blob.y0 > most) break;
    for (const next of [at - 1, at + 1, at - width, at + width])
      if (seen[next] === 0 && isInk(image, next % width, Math.floor(next / width))) {
        seen[next] = 1;
        left.push(next);
      }
  }
  return blob;
}

/** Whether nothing touches the box. */
function isAlone(image: GrayImage, { x0, y0, x1, y1 }: Box): boolean {
  for (let x = x0 - 1; x <= x1; x += 1) if (isInk(image, x, y0 - 1) || isInk(image, x, y1)) return false;
  for (let y = y0; y < y1; y += 1) if (isInk(image, x0 - 1, y) || isInk(image, x1, y)) return false;
  return true;
}

/** Rows of evenly spaced dots. */
function leaders(dots: readonly Box[], dpi: number): Box[][] {
  const [widest, uneven] = [t.widestGap * dpi, inPixels(t.uneven, dpi)];
  /** Rows, keyed by the baseline of their last dot. */
  const open = new Map<number, Box[]>();
  const rows: Box[][] = [];
  const gapOf = (row: readonly Box[]) => (row.at(-1)?.x0 ?? 0) - (row.at(-2)?.x0 ?? 0);

  for (const dot of dots) {
    const row = [dot.y1, dot.y1 - 1, dot.y1 + 1].map((y) => open.get(y)).find((one) => one !== undefined);
    const last = row?.at(-1);
    const gap = dot.x0 - (last?.x0 ?? 0);
    const goesOn = row && last && gap <= widest && (row.length < 2 || Math.abs(gap - gapOf(row)) <= uneven);
    const own = goesOn ? row : [dot];
    if (goesOn) row.push(dot);
    else rows.push(own);
    if (row) open.delete(last?.y1 ?? 0);
    open.set(dot.y1, own);
  }
  return rows.filter((row) => row.length >= t.fewestDots);
}
