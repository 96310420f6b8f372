/**
 * Photographs of pages, seen from a side: their lines run together towards a point, and so do their margins. Both points are found
 * where edges lie in the sharpest rows and columns, and the picture is drawn as if it were seen from above.
 */
import type { GrayImage } from "../../core/page-reading.ts";
import { asItIs, type Projection, tilted } from "../../core/projection.ts";
import { inPixels, perspective } from "../tolerances/tolerances.ts";

/** Maximum edges examined; more add nothing. */
const mostPoints = 8000;
const { contrast, fewestPoints, leastSlope, mostChange, steepest, surely } = perspective;

interface Points {
  /** Relative to the image's center, in pixels. */
  readonly along: Float32Array;
  readonly across: Float32Array;
  readonly reach: number;
}

/** A family of lines: the line through (0, p) has the slope `slope + change × p`. */
interface Family {
  readonly slope: number;
  readonly change: number;
  readonly sharpness: number;
}

/** Points where the image becomes dark, downward or to the right: edges of letters and of the paper. */
function edgesOf({ width, height, pixels }: GrayImage, dpi: number, downwards: boolean): Points {
  const edge = inPixels(perspective.edge, dpi);
  const all: number[] = [];
  const before = edge * (downwards ? width : 1);
  for (let at = edge * width; at < pixels.length; at += 1)
    if ((pixels[at - before] ?? 0) - (pixels[at] ?? 0) > contrast) all.push(at);
  const every = Math.max(1, Math.ceil(all.length / mostPoints));
  const kept = all.filter((_, k) => k % every === 0);
  const [x, y] = [
    (at: number) => (at % width) - width / 2,
    (at: number) => Math.floor(at / width) - height / 2,
  ];
  return {
    along: Float32Array.from(kept, downwards ? x : y),
    across: Float32Array.from(kept, downwards ? y : x),
    reach: Math.max(width, height),
  };
}

/** How sharply edges align with the lines of a family: the sum of squared counts per line. */
function sharpness({ along, across, reach }: Points, slope: number, change: number): number {
  const rows = new Uint32Array(2 * reach);
  for (let k = 0; k < along.length; k += 1) {
    const x = along[k] ?? 0;
    const row = Math.round(((across[k] ?? 0) - slope * x) / (1 + change * x)) + reach;
    if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
  }
  let sum = 0;
  for (const count of rows) sum += count * count;
  return sum;
}

/** The sharpest family near this one, found with steps that are halved. `bend`: slopes may change across the image. */
function sharpest(points: Points, start: Family, bend: boolean): Family {
  let best = start;
  const side = points.reach / 2;
  for (let step = steepest / 10; step * side > 0.5; step /= 2) {
    const around = best;
    const reach = step * 10 > steepest / 2 ? 10 : 2;
    const changes = bend ? Math.min(reach, Math.round(mostChange / step)) : 0;
    for (let turn = -reach; turn <= reach; turn += 1)
      for (let change = -changes; change <= changes; change += 1) {
        const [own, more] = [around.slope + turn * step, around.change + (change * step) / side];
        if (Math.abs(own) > steepest || Math.abs(more) * points.reach > mostChange) continue;
        const found = sharpness(points, own, more);
        if (found > best.sharpness) best = { slope: own, change: more, sharpness: found };
      }
  }
  return best;
}

function familyOf(points: Points): Family {
  const none = { slope: 0, change: 0, sharpness: sharpness(points, 0, 0) };
  const parallel = sharpest(points, none, false);
  const bent = sharpest(points, parallel, true);
  return bent.sharpness > surely * parallel.sharpness ? bent : parallel;
}

/** How the page is projected on the image; undefined if there are too few letters to tell. */
export function projectionOf(image: GrayImage, dpi: number): Projection | undefined {
  const tops = edgesOf(image, dpi, true);
  if (tops.along.length < fewestPoints) return undefined;
  const lines = familyOf(tops);
  // If lines are parallel, margins alone are too weak as evidence.
  const isParallel = Math.abs(lines.change) * (tops.reach / 2) ** 2 < perspective.leastShift * dpi;
  const isLevel = Math.abs(lines.slope) < leastSlope || lines.sharpness < surely * sharpness(tops, 0, 0);
  if (isParallel) return isLevel ? asItIs : tilted(lines.slope);

  const sides = edgesOf(image, dpi, false);
  if (sides.along.length < fewestPoints) return asItIs;
  const margins = familyOf(sides);
  // On a page that is only rotated, margins lean as much as lines fall.
  const isSquare = margins.sharpness < surely * sharpness(sides, -lines.slope, 0);
  const [a, b] = [lines.slope, lines.change];
  const [c, d] = isSquare ? [-a, 0] : [margins.slope, margins.change];
  const [right, down] = [(b - a * d) / (1 - a * c), (d - c * b) / (1 - a * c)];
  const [width, height] = [Math.hypot(1, a), Math.hypot(1, c)];
  const [across, below]: [Triple, Triple] = [
    [1 / width, a / width, -(right + down * a) / width],
    [c / height, 1 / height, -(right * c + down) / height],
  ];
  return [across[0], below[0], 0, across[1], below[1], 0, across[2], below[2], 1];
}

type Triple = readonly [number, number, number];
