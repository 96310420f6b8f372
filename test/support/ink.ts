/** The ink on a rendered page, which the tests of stamps measure. */
import { runProgram } from "./run-program.ts";
import { withFile } from "./run-tool.ts";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Gray values, row by row from the top. */
  readonly grey: Uint8Array;
}

/** A page rendered by poppler, one pixel per point; pages are numbered from 1. */
export function render(bytes: Uint8Array, page = 1, resolution = 72): Picture {
  return withFile(bytes, (path) => {
    const args = [
      "-gray",
      "-cropbox",
      "-r",
      String(resolution),
      "-f",
      String(page),
      "-l",
      String(page),
      path,
    ];
    const { stdout, stderr } = runProgram("pdftoppm", args);
    const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 40).toString("latin1"));
    if (!head) throw new Error(`pdftoppm drew nothing: ${stderr.toString("utf8")}`);
    const [whole, width, height] = head;
    return { width: Number(width), height: Number(height), grey: stdout.subarray(whole.length) };
  });
}

export interface Ink {
  /** The number of dark pixels. */
  readonly count: number;
  /** The center of their bounding box, and its size, as fractions of the page from its top left corner. */
  readonly centre: readonly [number, number];
  readonly size: readonly [number, number];
  /** The ink's center of mass, as fractions of the page. */
  readonly weight: readonly [number, number];
  /** The counterclockwise angle of its main axis in degrees, from -90 to 90; in pixels. */
  readonly angle: number;
}

/** The ink of an image: all pixels darker than `threshold`. */
export function inkOf({ width, height, grey }: Picture, threshold = 250): Ink {
  let [count, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0];
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((grey[y * width + x] ?? 255) > threshold) continue;
      count++;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumYY += y * y;
      sumXY += x * y;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const [meanX, meanY] = [sumX / count, sumY / count];
  const [xx, yy, xy] = [
    sumXX / count - meanX * meanX,
    sumYY / count - meanY * meanY,
    sumXY / count - meanX * meanY,
  ];
  return {
    count,
    centre: [(left + right + 1) / 2 / width, (top + bottom + 1) / 2 / height],
    size: [(right + 1 - left) / width, (bottom + 1 - top) / height],
    weight: [meanX / width, meanY / height],
    // Rows count downward.
    angle: (-Math.atan2(2 * xy, xx - yy) * 90) / Math.PI,
  };
}
