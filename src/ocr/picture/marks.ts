/** Connected marks on a page's picture, without those that a blank scan has too. */
import { centerX, centerY, height as heightOf, width as widthOf } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import type { PageSize, Samples } from "../../core/readers.ts";

/** A set of touching pixels, and the box around them in whole pixels. */
export interface Mark extends Box {
  /** Pixels. */
  readonly area: number;
  /** Whether some are in the inner part of the picture. */
  readonly inner: boolean;
}

/** The marks of a mask, whose pixels are cleared; `depth`: how far its inner part is from its edges. Linear in its pixels. */
export function marksIn(mask: Uint8Array, width: number, depth = 0): Mark[] {
  const height = mask.length / width;
  const found: Mark[] = [];
  const open: number[] = [];
  for (let start = mask.indexOf(1); start >= 0; start = mask.indexOf(1, start)) {
    let [x0, y0, x1, y1, area, inner] = [width, height, 0, 0, 0, false];
    mask[start] = 0;
    open.push(start);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      x0 = Math.min(x0, x);
      y0 = Math.min(y0, y);
      x1 = Math.max(x1, x + 1);
      y1 = Math.max(y1, y + 1);
      area += 1;
      inner ||= x >= depth && y >= depth && x < width - depth && y < height - depth;
      for (let row = at - width; row <= at + width; row += width)
        for (let next = row - (x > 0 ? 1 : 0); next <= row + (x < width - 1 ? 1 : 0); next += 1)
          if (mask[next] === 1) {
            mask[next] = 0;
            open.push(next);
          }
    }
    found.push({ x0, y0, x1, y1, area, inner });
  }
  return found;
}

const longer = (box: Box) => Math.max(widthOf(box), heightOf(box));

/** So large a mark isn't a speck, in pixels: on a small page, less than elsewhere. */
const leastMark = (inches: number, dpi: number, { width, height }: PageSize) =>
  Math.min(inches * dpi, Math.max(width, height) / 50);

/** The least difference of something drawn from the background: 6 % of 255, rounded as colors are. */
const drawnDifference = 15;
/** A drawn speck is smaller than this, in inches. */
const drawnSpeck = 0.03;

/** Whether a picture in color shows one color only, but for specks: nothing is drawn on the page. */
export function isPlain(picture: Samples, dpi: number): boolean {
  const { width, components, data } = picture;
  const background = mostFrequent(data, components);
  const mask = new Uint8Array(data.length / components);
  for (let at = 0; at < data.length; at += 1)
    if (Math.abs((data[at] ?? 0) - (background[at % components] ?? 0)) >= drawnDifference)
      mask[Math.floor(at / components)] = 1;
  return marksIn(mask, width).every((mark) => longer(mark) < leastMark(drawnSpeck, dpi, picture));
}

/** The most frequent color of some of the pixels. */
function mostFrequent(data: Uint8Array, components: number): Uint8Array {
  const counts = new Map<number, number>();
  let [most, place] = [0, 0];
  for (let at = 0; at < data.length; at += 11 * components) {
    const color = data.subarray(at, at + components).reduce((sum, value) => sum * 256 + value, 0);
    const count = (counts.get(color) ?? 0) + 1;
    counts.set(color, count);
    if (count > most) [most, place] = [count, at];
  }
  return data.subarray(place, place + components);
}

/** The side of blocks in inches, and how many blocks around a pixel show its paper. */
const [blockSide, blocksAround] = [0.05, 3];
/** The share of paper by which ink is darker, somewhere and all over: what shows through is lighter. */
const [ink, faintInk] = [0.26, 0.15];
/** The same in standard deviations of the paper's grain. */
const [grains, faintGrains] = [5, 3.5];
/** The share of paper that a standard deviation of its grain is at most: pictures and text differ more. */
const mostGrain = 0.06;
/** In inches: a speck is smaller. */
const speck = 0.06;
/** In inches: how deep a dark edge is; it is so long, or begins at the picture's edge. */
const [edgeDepth, edgeLength] = [0.7, 2];

/** The marks on a scan that an empty sheet doesn't have: no specks, punch holes or dark edge, and nothing that shows through. */
export function inkOf(image: GrayImage, dpi: number): Mark[] {
  const { width, height } = image;
  const darkness = darknessOf(image, Math.max(2, Math.round(blockSide * dpi)));
  const least = leastMark(speck, dpi, image);
  const isDark = ({ x0, y0, x1, y1 }: Box) => {
    for (let y = y0; y < y1; y += 1)
      if (darkness.subarray(y * width + x0, y * width + x1).includes(2)) return true;
    return false;
  };
  const marks = marksIn(
    darkness.map((level) => Math.min(level, 1)),
    width,
    Math.min(edgeDepth * dpi, width / 10, height / 10),
  ).filter((mark) => longer(mark) >= least && isDark(mark));
  const isAtEdge = (mark: Mark) =>
    !mark.inner &&
    (longer(mark) >= edgeLength * dpi ||
      mark.x0 === 0 ||
      mark.y0 === 0 ||
      mark.x1 === width ||
      mark.y1 === height);
  const isHole = holesIn(image, marks, dpi);
  return marks.filter((mark) => !isAtEdge(mark) && !isHole(mark));
}

/** For each pixel: 0 paper, 1 faint ink, 2 ink. Paper is the brightest block near it; blocks have this side. */
function darknessOf({ width, height, pixels }: GrayImage, side: number): Uint8Array {
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const means = new Float64Array(across * down);
  const deviations = new Float64Array(across * down);
  for (let block = 0; block < means.length; block += 1) {
    const [x0, y0] = [(block % across) * side, Math.floor(block / across) * side];
    let [sum, squares, count] = [0, 0, 0];
    for (let y = y0; y < Math.min(y0 + side, height); y += 1)
      for (let x = x0; x < Math.min(x0 + side, width); x += 1) {
        const value = pixels[y * width + x] ?? 0;
        sum += value;
        squares += value * value;
        count += 1;
      }
    means[block] = sum / count;
    deviations[block] = Math.sqrt(Math.max(squares / count - (sum / count) ** 2, 0));
  }
  const quantile = (values: Float64Array, part: number) =>
    values.toSorted()[Math.floor(part * (values.length - 1))] ?? 0;
  const paper = quantile(means, 0.9);
  const grain = Math.min(quantile(deviations, 0.25), mostGrain * paper);
  const dark = Math.max(ink * paper, grains * grain);
  const faint = Math.max(faintInk * paper, faintGrains * grain, 1);
  const around = brightestNear(brightestNear(means, across, down, 1), across, down, across);

  const levels = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / side) * across;
    for (let x = 0; x < width; x += 1) {
      const darker = (around[row + Math.floor(x / side)] ?? 0) - (pixels[y * width + x] ?? 0);
      if (darker >= faint) levels[y * width + x] = darker >= dark ? 2 : 1;
    }
  }
  return levels;
}

/** Each block's brightest neighbor, in a row (`step` 1) or in a column (`step` is the length of a row). */
function brightestNear(blocks: Float64Array, across: number, down: number, step: number): Float64Array {
  return blocks.map((_, at) => {
    const place = step === 1 ? at % across : Math.floor(at / across);
    const last = (step === 1 ? across : down) - 1;
    let most = 0;
    for (let k = Math.max(place - blocksAround, 0); k <= Math.min(place + blocksAround, last); k += 1)
      most = Math.max(most, blocks[at + (k - place) * step] ?? 0);
    return most;
  });
}

/** In inches: the sides of punch holes, how near to an edge their centers are, and the least distance between two. */
const [leastHole, largestHole, holeDepth, holeDistance] = [0.14, 0.4, 1.1, 2.4];
/** How far holes are aligned and alike, in inches; how round one alone is, and the share of its box that it fills. */
const [holeTolerance, roundness, solid] = [0.1, 0.75, 0.6];

/** Whether a mark is a punch hole: a disk, or one of two alike along an edge. */
function holesIn({ width, height }: GrayImage, marks: readonly Mark[], dpi: number) {
  const near = marks.filter((mark) => {
    const [x, y] = [centerX(mark), centerY(mark)];
    const depth = Math.min(x, y, width - x, height - y);
    return longer(mark) >= leastHole * dpi && longer(mark) <= largestHole * dpi && depth <= holeDepth * dpi;
  });
  const isSmall = (difference: number) => Math.abs(difference) <= holeTolerance * dpi;
  const arePair = (one: Mark, other: Mark) => {
    const [across, down] = [centerX(one) - centerX(other), centerY(one) - centerY(other)];
    const isAligned = isSmall(across) || isSmall(down);
    const areAlike = isSmall(widthOf(one) - widthOf(other)) && isSmall(heightOf(one) - heightOf(other));
    return isAligned && areAlike && Math.hypot(across, down) >= holeDistance * dpi;
  };
  return (mark: Mark): boolean => {
    if (!near.includes(mark)) return false;
    const [across, down] = [widthOf(mark), heightOf(mark)];
    const isDisk = Math.min(across, down) >= roundness * longer(mark) && mark.area >= solid * across * down;
    return isDisk || near.some((other) => arePair(mark, other));
  };
}
