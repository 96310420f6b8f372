/**
 * Removes the parts of paths in an area. An area is convex: if a path crosses it, a straight line from its entry to its exit
 * changes nothing outside, whatever the fill rule.
 */
import { contains } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { steps } from "../../reading/interpreter/state/path.ts";

type Point = readonly [number, number];
/** A curve's control points, or a line's ends. */
type Piece = readonly Point[];

export interface CutPath {
  readonly codes: readonly number[];
  readonly points: readonly number[];
  /** It is filled, and not stroked. */
  readonly isFilled: boolean;
}

interface Subpath {
  readonly pieces: readonly Piece[];
  readonly start: Point;
  readonly closed: boolean;
}

/** In points: shorter pieces of a curve aren't split further. */
const finest = 0.01;

/** Pays for work in steps, as a budget does. */
type Spend = (steps: number) => void;
/** Steps for a piece that is looked at, and for one that is split: its points are new, and may all be kept and written. */
const pieceSteps = 4;
const splitSteps = 96;

/** The subpaths of recorded steps and their points. `isFilled`: all of them are closed, as filling does (8.5.3.1). */
function subpathsOf({ codes, points, isFilled }: CutPath): Subpath[] {
  const found: { pieces: Piece[]; start: Point; closed: boolean }[] = [];
  let at = 0;
  let here: Point = [0, 0];

  const point = (): Point => {
    const next: Point = [points[at] ?? 0, points[at + 1] ?? 0];
    at += 2;
    return next;
  };

  for (const code of codes) {
    let open = found.at(-1);
    if (code === steps.move) {
      here = point();
      found.push({ pieces: [], start: here, closed: false });
      continue;
    }
    if (open?.closed) {
      open = { pieces: [], start: open.start, closed: false };
      here = open.start;
      found.push(open);
    }
    if (code === steps.close) {
      if (open) closeSubpath(open);
      continue;
    }
    const piece: Piece = code === steps.line ? [here, point()] : [here, point(), point(), point()];
    open?.pieces.push(piece);
    here = piece.at(-1) ?? here;
  }

  if (isFilled) found.forEach(closeSubpath);
  return found;
}

/** Adds the closing line as a piece: it may cross an area like any other. */
function closeSubpath(open: { pieces: Piece[]; start: Point; closed: boolean }): void {
  const end = open.pieces.at(-1)?.at(-1);
  if (end && !open.closed) open.pieces.push([end, open.start]);
  open.closed = true;
}

/** Around the points of all pieces. */
function boxOf(pieces: readonly Piece[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const piece of pieces)
    for (const [x, y] of piece) {
      x0 = Math.min(x0, x);
      y0 = Math.min(y0, y);
      x1 = Math.max(x1, x);
      y1 = Math.max(y1, y);
    }
  return { x0, y0, x1, y1 };
}

const isApart = (one: Box, other: Box) =>
  one.x1 <= other.x0 || other.x1 <= one.x0 || one.y1 <= other.y0 || other.y1 <= one.y0;

const middle = ([a, b]: Point, [c, d]: Point): Point => [(a + c) / 2, (b + d) / 2];

/** Both halves of a line or curve (de Casteljau). */
function halves(piece: Piece): readonly [Piece, Piece] {
  const first: Point[] = [];
  const last: Point[] = [];
  let level = piece;
  while (level.length > 0) {
    const [begin, end] = [level[0], level.at(-1)];
    if (begin) first.push(begin);
    if (end) last.unshift(end);
    level = level.slice(1).map((point, k) => middle(level[k] ?? point, point));
  }
  return [first, last];
}

/** Splits a piece into parts outside an area and parts inside, in their order. */
function* parted(
  whole: Piece,
  area: Box,
  spend: Spend,
): Generator<{ readonly piece: Piece; readonly inside: boolean }> {
  const rest = [whole];
  for (let piece = rest.pop(); piece; piece = rest.pop()) {
    const box = boxOf([piece]);
    const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
    // No half of a piece without end is smaller.
    if (!Number.isFinite(width + height)) throw new Unsupported("path");
    if (isApart(box, area)) yield { piece, inside: false };
    else if (contains(area, box)) yield { piece, inside: true };
    else if (width < finest && height < finest) yield { piece, inside: false };
    else {
      spend(splitSteps);
      rest.push(...halves(piece).toReversed());
    }
  }
}

/** A subpath with a straight line for each part in the area; undefined if all of it is there. */
function cutSubpath(subpath: Subpath, area: Box, spend: Spend): Subpath | undefined {
  const { pieces, start, closed } = subpath;
  if (pieces.length === 0) return subpath;
  spend(pieceSteps * pieces.length);
  const all = boxOf(pieces);
  if (isApart(all, area)) return subpath;
  if (contains(area, all)) return undefined;
  // Lines that cross an area reveal nothing about its content.
  const hasCorner = pieces.some((piece) => piece.length > 2 || piece.some((point) => isIn(point, area)));
  if (!hasCorner) return subpath;

  const kept: Piece[] = [];
  let entered: Point | undefined;

  const leave = (point: Point) => {
    if (entered) kept.push([entered, point]);
    entered = undefined;
  };

  for (const piece of pieces)
    for (const { piece: part, inside } of parted(piece, area, spend)) {
      const [first] = part;
      if (inside) entered ??= first;
      else {
        if (first) leave(first);
        kept.push(part);
      }
    }

  // If a path starts in the area, it now starts where it leaves the area.
  const begin = isIn(start, area) ? kept.shift()?.at(-1) : start;
  if (!begin) return undefined;

  return { pieces: kept, start: begin, closed };
}

const isIn = ([x, y]: Point, { x0, y0, x1, y1 }: Box) => x > x0 && x < x1 && y > y0 && y < y1;

/**
 * A path's operators without the parts in the areas; undefined if nothing is in them. `back`: from the page to its space.
 * Throws `Unsupported` for a path without end.
 */
export function cutPath(
  path: CutPath,
  areas: readonly Box[],
  back: (point: Point) => Point,
  spend: Spend,
): string | undefined {
  let subpaths = subpathsOf(path);
  let changed = false;
  for (const area of areas) {
    spend(subpaths.length);
    subpaths = subpaths.flatMap((subpath) => {
      const cut = cutSubpath(subpath, area, spend);
      changed ||= cut !== subpath;
      return cut ?? [];
    });
  }
  return changed ? subpaths.map((subpath) => operatorsOf(subpath, back)).join("") : undefined;
}

const number = (value: number) => String(Math.round(value * 1e4) / 1e4);

function operatorsOf({ pieces, start, closed }: Subpath, back: (point: Point) => Point): string {
  const written = (points: readonly Point[]) => points.flatMap(back).map(number).join(" ");
  const lines = pieces.map((piece) => `${written(piece.slice(1))} ${piece.length > 2 ? "c" : "l"}\n`);
  return `${written([start])} m\n${lines.join("")}${closed ? "h\n" : ""}`;
}
