/**
 * Glyphs as TrueType outlines (OpenType 1.9, glyf: simple glyph description): HarfBuzz draws them from any kind of font, and
 * each cubic curve becomes quadratic ones. Numbers are in font units.
 */

import { getOrInsert } from "../core/collections/maps.ts";
import { boxAround } from "../core/geometry.ts";
import type { Box as Bounds } from "../core/page-layout.ts";
import type { HarfbuzzFont, Pen } from "./harfbuzz.ts";

export type { Bounds };

interface Point {
  readonly x: number;
  readonly y: number;
  /** On the curve; otherwise the control point of a quadratic curve. */
  readonly on: boolean;
}

/** The outline of a glyph. */
export interface Outline {
  /** In the format of table `glyf`; empty for an invisible glyph. */
  readonly data: Uint8Array;
  readonly bounds: Bounds | undefined;
  readonly points: number;
  readonly contours: number;
}

/** The outlines of a font, each drawn once. */
export type Outlines = (gid: number) => Outline;

const nothing: Outline = { data: new Uint8Array(0), bounds: undefined, points: 0, contours: 0 };

/** Points per glyph: anything with more isn't a letter. */
const maxPoints = 20_000;
/** Approximating a cubic curve by this many quadratic ones is accurate to one unit in fonts with 1000 per em. */
const pieces = 4;

export function drawnOutlines({ draw }: Pick<HarfbuzzFont, "draw">): Outlines {
  const known = new Map<number, Outline>();
  return (gid) => getOrInsert(known, gid, () => asGlyph(contoursOf((pen) => draw(gid, pen))));
}

function contoursOf(draw: (pen: Pen) => void): readonly (readonly Point[])[] {
  const contours: Point[][] = [];
  let [fromX, fromY] = [0, 0];
  let count = 0;

  const add = (x: number, y: number, on: boolean) => {
    if (++count > maxPoints) throw new Error("a glyph with too many points");
    contours.at(-1)?.push({ x: Math.round(x), y: Math.round(y), on });
    if (on) [fromX, fromY] = [x, y];
  };

  draw({
    moveTo(x, y) {
      contours.push([]);
      add(x, y, true);
    },
    lineTo: (x, y) => add(x, y, true),
    quadTo(x1, y1, x, y) {
      add(x1, y1, false);
      add(x, y, true);
    },
    cubicTo(x1, y1, x2, y2, x, y) {
      const [x0, y0] = [fromX, fromY];
      const at = (a: number, b: number, c: number, d: number, t: number) =>
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t ** 3 * d;
      const slope = (a: number, b: number, c: number, d: number, t: number) =>
        3 * ((1 - t) ** 2 * (b - a) + 2 * (1 - t) * t * (c - b) + t * t * (d - c));

      for (let k = 0; k < pieces; k++) {
        // A piece's control point is approximately where the tangents of its ends meet.
        const [t, u] = [k / pieces, (k + 1) / pieces];
        const control = (a: number, b: number, c: number, d: number) =>
          (at(a, b, c, d, t) + at(a, b, c, d, u)) / 2 +
          ((slope(a, b, c, d, t) - slope(a, b, c, d, u)) * (u - t)) / 4;
        add(control(x0, x1, x2, x), control(y0, y1, y2, y), false);
        add(at(x0, x1, x2, x, u), at(y0, y1, y2, y, u), true);
      }
    },
  });

  return contours.map(closed).filter((points) => points.length > 2);
}

/** A contour closes by itself: a last point that repeats the first is dropped. */
function closed(points: readonly Point[]): readonly Point[] {
  const [first] = points;
  const last = points.at(-1);
  return points.length > 1 && last?.on && first?.x === last.x && first.y === last.y
    ? points.slice(0, -1)
    : points;
}

function asGlyph(contours: readonly (readonly Point[])[]): Outline {
  const points = contours.flat();
  const bounds = union(points.map(({ x, y }) => ({ x0: x, y0: y, x1: x, y1: y })));
  if (!bounds) return nothing;

  // Number of contours, box; last points of the contours, no instructions; a flag, x and y for each point.
  const bytes = new Uint8Array(10 + contours.length * 2 + 2 + points.length * 5);
  const data = new DataView(bytes.buffer);
  [contours.length, bounds.x0, bounds.y0, bounds.x1, bounds.y1].forEach((value, k) => {
    data.setInt16(k * 2, value);
  });
  let last = -1;
  contours.forEach(({ length }, k) => {
    last += length;
    data.setUint16(10 + k * 2, last);
  });
  const flags = 10 + contours.length * 2 + 2;
  const [xs, ys] = [flags + points.length, flags + points.length * 3];
  let [x, y] = [0, 0];
  points.forEach((point, k) => {
    bytes[flags + k] = point.on ? 1 : 0;
    data.setInt16(xs + k * 2, point.x - x);
    data.setInt16(ys + k * 2, point.y - y);
    [x, y] = [point.x, point.y];
  });

  return { data: bytes, bounds, points: points.length, contours: contours.length };
}

/** The box around boxes, each moved; undefined when there is none. */
export function union(boxes: Iterable<Bounds | undefined>): Bounds | undefined {
  const some = [...boxes].filter((box) => box !== undefined);
  return some.length > 0 ? boxAround(some) : undefined;
}

export function moved(box: Bounds | undefined, x: number, y: number): Bounds | undefined {
  return box && { x0: box.x0 + x, y0: box.y0 + y, x1: box.x1 + x, y1: box.y1 + y };
}
