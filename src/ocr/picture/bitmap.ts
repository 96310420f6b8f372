/** Gray pictures: quarter turns, rotation by small angles, and detection of straight lines. */
import { boxAround } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import type { Projection } from "../../core/projection.ts";
import { grayValues, inPixels, kept, ruled, strokes } from "../tolerances/tolerances.ts";

export const white = 255;
const { blackInk, darkestPart, faintInk, grain, ink, lightestInk, noInk } = grayValues;

/** The picture turned clockwise. */
export function turned(image: GrayImage, turn: 0 | 90 | 180 | 270): GrayImage {
  const { width, height, pixels } = image;
  if (turn === 0) return image;

  const across = turn !== 180;
  const made = new Uint8Array(pixels.length);

  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const value = pixels[y * width + x] ?? white;
      if (turn === 90) made[x * height + (height - 1 - y)] = value;
      else if (turn === 180) made[(height - 1 - y) * width + (width - 1 - x)] = value;
      else made[(width - 1 - x) * height + y] = value;
    }

  return { width: across ? height : width, height: across ? width : height, pixels: made };
}

/** Cuts out a page at this place; white fills in at the edges. */
export function seenThrough({ width, height, pixels }: GrayImage, projection: Projection): GrayImage {
  const [a, b, c, d, e, f, g, h, i] = projection;
  const [middleX, middleY] = [width / 2, height / 2];
  const made = new Uint8Array(pixels.length).fill(white);

  for (let y = 0; y < height; y += 1) {
    const under = y - middleY;
    for (let x = 0; x < width; x += 1) {
      const across = x - middleX;
      const depth = g * across + h * under + i;
      const fromX = middleX + (a * across + b * under + c) / depth;
      const fromY = middleY + (d * across + e * under + f) / depth;
      if (!(fromX >= 0 && fromY >= 0 && fromX < width - 1 && fromY < height - 1)) continue;
      const left = Math.trunc(fromX);
      const top = Math.trunc(fromY);
      const right = fromX - left;
      const at = top * width + left;
      const above = (pixels[at] ?? white) * (1 - right) + (pixels[at + 1] ?? white) * right;
      const below = (pixels[at + width] ?? white) * (1 - right) + (pixels[at + width + 1] ?? white) * right;
      made[y * width + x] = above + (below - above) * (fromY - top);
    }
  }

  return { width, height, pixels: made };
}

/** The picture, white outside these boxes. */
export function withOnly(
  { width, height, pixels }: GrayImage,
  boxes: readonly Box[],
  dpi: number,
): GrayImage {
  const edge = inPixels(kept.edge, dpi);
  const made = new Uint8Array(pixels.length).fill(white);
  for (const { x0, y0, x1, y1 } of boxes)
    for (let y = Math.max(0, y0 - edge); y < Math.min(height, y1 + edge); y += 1) {
      const [from, to] = [y * width + Math.max(0, x0 - edge), y * width + Math.min(width, x1 + edge)];
      made.set(pixels.subarray(from, to), from);
    }
  return { width, height, pixels: made };
}

/** The picture, white inside these boxes and so many pixels around them. */
export function withWhite(image: GrayImage, boxes: readonly Box[], around = 0): GrayImage {
  const { width, height } = image;
  const pixels = image.pixels.slice();
  for (const { x0, y0, x1, y1 } of boxes)
    for (let y = Math.max(0, y0 - around); y < Math.min(height, y1 + around); y += 1)
      pixels.fill(white, y * width + Math.max(0, x0 - around), y * width + Math.min(width, x1 + around));
  return { width, height, pixels };
}

/** More lines are a pattern, not a table. */
const maxLines = 2000;

/** Straight horizontal and vertical lines, in pixels. */
export function ruledLines(image: GrayImage, dpi: number): Box[] {
  const along = linesAlong(image, dpi);
  // After a clockwise turn, rows correspond to upward columns of the page.
  const upright = linesAlong(turned(image, 90), dpi).map(({ x0, y0, x1, y1 }) => ({
    x0: y0,
    x1: y1,
    y0: image.height - x1,
    y1: image.height - x0,
  }));
  return along.length + upright.length > maxLines ? [] : [...along, ...upright];
}

/** Horizontal lines: dark ones and faint ones. An area with a faint edge may be a line without it. */
function linesAlong(image: GrayImage, dpi: number): Box[] {
  const faint = linesDarker(faintInk, image, dpi);
  const isPart = (line: Box) =>
    faint.some(({ x0, y0, x1, y1 }) => line.x0 >= x0 && line.x1 <= x1 && line.y0 >= y0 && line.y1 <= y1);
  return [...faint, ...linesDarker(ink, image, dpi).filter((line) => !isPart(line))];
}

interface Run {
  readonly x0: number;
  readonly x1: number;
}

/** Dark runs in a row that are long enough to be part of a line. */
function runsOf(darker: number, { width, pixels }: GrayImage, y: number, dpi: number): Run[] {
  const [shortest, gap] = [ruled.shortestLine * dpi, inPixels(ruled.gap, dpi)];
  const runs: Run[] = [];
  let begin = -1;
  let end = -1;

  for (let x = 0; x <= width; x += 1) {
    const dark = x < width && (pixels[y * width + x] ?? white) < darker;
    if (dark) {
      if (begin < 0) begin = x;
      end = x + 1;
    } else if (begin >= 0 && x - end >= gap) {
      if (end - begin >= shortest) runs.push({ x0: begin, x1: end });
      begin = -1;
    }
  }

  if (begin >= 0 && end - begin >= shortest) runs.push({ x0: begin, x1: end });
  return runs;
}

/** Joins runs darker than this that overlap in adjacent rows; anything too thick is an area. */
function linesDarker(darker: number, image: GrayImage, dpi: number): Box[] {
  const [thickest, gap] = [Math.max(ruled.thickestLine * dpi, 4), inPixels(ruled.gap, dpi)];
  const closed: Box[] = [];
  let open: Box[] = [];

  for (let y = 0; y < image.height; y += 1) {
    for (const run of runsOf(darker, image, y, dpi)) {
      const met = open.filter(({ x0, x1 }) => run.x0 < x1 && run.x1 > x0);
      const joined = boxAround([{ ...run, y0: y, y1: y + 1 }, ...met]);
      open = [...open.filter((line) => !met.includes(line)), joined];
    }
    const ended = open.filter(({ y1 }) => y1 + gap < y);
    if (ended.length === 0) continue;
    closed.push(...ended);
    open = open.filter(({ y1 }) => y1 + gap >= y);
    if (closed.length > maxLines * 4) return [];
  }

  return [...closed, ...open].filter(
    (line) => line.y1 - line.y0 <= thickest && standsAlone(line, image, dpi),
  );
}

export const isInk = ({ width, height, pixels }: GrayImage, x: number, y: number): boolean =>
  y >= 0 && y < height && (pixels[y * width + x] ?? white) < ink;

/** Whether a horizontal line has paper above and below it. */
function standsAlone({ x0, y0, x1, y1 }: Box, image: GrayImage, dpi: number): boolean {
  const besideLine = inPixels(ruled.besideLine, dpi);
  let met = 0;
  for (let x = x0; x < x1; x += 1)
    if (isInk(image, x, y0 - 1 - besideLine) || isInk(image, x, y1 + besideLine)) met += 1;
  return met <= ruled.mostMet * (x1 - x0);
}

/** The picture with black ink in these boxes, so that type of any color is measured alike. Black ink is unchanged. */
export function withBlackInk(image: GrayImage, boxes: readonly Box[]): GrayImage {
  const pixels = image.pixels.slice();
  for (const box of boxes) {
    const places = inkPlaces(image, box);
    const values = places.map((at) => pixels[at] ?? white).sort((a, b) => a - b);
    const ink = (values[Math.floor(values.length * darkestPart)] ?? 0) + grain;
    if (ink <= blackInk || ink >= lightestInk) continue;
    const scale = (noInk - blackInk) / (noInk - ink);
    for (const at of places) pixels[at] = Math.max(noInk - (noInk - (pixels[at] ?? white)) * scale, 0);
  }
  return { ...image, pixels };
}

function inkPlaces({ width, height, pixels }: GrayImage, { x0, y0, x1, y1 }: Box): number[] {
  const places: number[] = [];
  for (let y = Math.max(y0, 0); y < Math.min(y1, height); y += 1)
    for (let x = Math.max(x0, 0); x < Math.min(x1, width); x += 1)
      if ((pixels[y * width + x] ?? white) < noInk) places.push(y * width + x);
  return places;
}

/** A pixel's darkness, 0 to 1: paper grain counts as white. */
const darkness = (value: number): number => Math.min(Math.max((noInk - value) / (noInk - blackInk), 0), 1);

/** The ink in a box and the length of its edges, in fractional pixels: twice their ratio is the width of the strokes. */
export function strokesIn(
  { width, height, pixels }: GrayImage,
  { x0, y0, x1, y1 }: Box,
): { readonly area: number; readonly edges: number } {
  let [area, edges] = [0, 0];
  for (let y = Math.max(y0, 0); y < Math.min(y1, height - 1); y += 1)
    for (let x = Math.max(x0, 0); x < Math.min(x1, width - 1); x += 1) {
      const at = y * width + x;
      const here = darkness(pixels[at] ?? white);
      const across = darkness(pixels[at + 1] ?? white) - here;
      const down = darkness(pixels[at + width] ?? white) - here;
      area += here;
      edges += Math.hypot(across, down);
    }
  return { area, edges };
}

/**
 * How sharply upright strokes show in a box whose rows are moved back by a slant, the tangent of its angle: the sum of its
 * columns' squared ink.
 */
export function uprightness(image: GrayImage, { x0, y0, x1, y1 }: Box, slant: number): number {
  const { width, height, pixels } = image;
  const columns = new Float64Array(Math.max(x1 - x0, 0) + Math.ceil(slant * Math.max(y1 - y0, 0)) + 2);

  for (let y = Math.max(y0, 0); y < Math.min(y1, height); y += 1) {
    const moved = Math.floor(slant * (y - y0));
    const part = slant * (y - y0) - moved;
    for (let x = Math.max(x0, 0); x < Math.min(x1, width); x += 1) {
      const ink = darkness(pixels[y * width + x] ?? white);
      const at = x - x0 + moved;
      columns[at] = (columns[at] ?? 0) + ink * (1 - part);
      columns[at + 1] = (columns[at + 1] ?? 0) + ink * part;
    }
  }
  return columns.reduce((sum, ink) => sum + ink * ink, 0);
}

/** The darkest row in a box, and how far ink reaches above and below it without a white row between, in pixels. */
export function inkAround(
  image: GrayImage,
  { x0, y0, x1, y1 }: Box,
): { readonly above: number; readonly below: number } {
  const rows: number[] = [];
  for (let y = Math.max(y0, 0); y < Math.min(y1, image.height); y += 1) {
    const ink = inkIn(image, { x0, x1, y0: y, y1: y + 1 });
    const isLow = x1 - x0 > y1 - y0 && 2 * y > y0 + y1;
    rows.push(isLow && ink > strokes.underline * (x1 - x0) ? 0 : ink);
  }
  const darkest = rows.lastIndexOf(Math.max(...rows));
  const end = rows.findIndex((ink, row) => row > darkest && ink < strokes.faintRow);
  const begin = rows.findLastIndex((ink, row) => row < darkest && ink < strokes.faintRow);
  const last = end < 0 ? rows.length : end;
  const part = (edge: number, inner: number) =>
    edge === darkest || inner === darkest
      ? 0
      : 1 - Math.min((rows[edge] ?? 0) / Math.max(rows[inner] ?? 0, 0.01), 1);
  return {
    above: darkest - begin - part(begin + 1, begin + 2),
    below: last - darkest - part(last - 1, last - 2),
  };
}

/** The ink in a box, in fractional pixels. */
export function inkIn({ width, height, pixels }: GrayImage, { x0, y0, x1, y1 }: Box): number {
  let ink = 0;
  for (let y = Math.max(y0, 0); y < Math.min(y1, height); y += 1)
    for (let x = Math.max(x0, 0); x < Math.min(x1, width); x += 1)
      ink += darkness(pixels[y * width + x] ?? white);
  return ink;
}
