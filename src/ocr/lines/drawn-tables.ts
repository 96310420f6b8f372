/**
 * Tables with drawn cell lines. A page recognizer takes the lines for letters, reads across cells, and skips some: so the
 * cells are cut out and read stacked.
 */
import { boxAround, centerY } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import { isInk, withWhite } from "../picture/bitmap.ts";
import type { FoundLine } from "../tesseract/tesseract.ts";
import { inPixels, drawnTable as t } from "../tolerances/tolerances.ts";
import { columnsOf, spaceBetween } from "./columns.ts";
import { isSure } from "./found-lines.ts";

/** Maximum positions for cells: more are a pattern. */
const mostPlaces = 4000;

/** Where something begins and ends. */
type Extent = readonly [number, number];

/** A line's two edges (`low`, `high`) and its extent, in pixels. */
interface Rule {
  readonly low: number;
  readonly high: number;
  readonly from: number;
  readonly to: number;
}

/** Horizontal and vertical lines that meet. */
interface Grid {
  readonly along: readonly Rule[];
  readonly down: readonly Rule[];
}

export interface DrawnTable {
  readonly box: Box;
  /** The paper inside the lines, row by row. */
  readonly cells: readonly Box[];
}

const meets = (one: Rule, other: Rule, slack: number): boolean =>
  one.low <= other.to + slack &&
  one.high >= other.from - slack &&
  other.low <= one.to + slack &&
  other.high >= one.from - slack;

function gridsOf(lines: readonly Box[], slack: number): Grid[] {
  const along: Rule[] = [];
  const down: Rule[] = [];
  for (const { x0, y0, x1, y1 } of lines)
    if (x1 - x0 > y1 - y0) along.push({ low: y0, high: y1, from: x0, to: x1 });
    else down.push({ low: x0, high: x1, from: y0, to: y1 });

  let grids: Grid[] = [];
  for (const rule of along) {
    const own = new Set(down.filter((other) => meets(rule, other, slack)));
    const met = grids.filter((grid) => grid.down.some((other) => own.has(other)));
    const joined = {
      along: [rule, ...met.flatMap((grid) => grid.along)],
      down: [...new Set([...own, ...met.flatMap((grid) => grid.down)])],
    };
    grids = [...grids.filter((grid) => !met.includes(grid)), joined];
  }

  return grids.filter(({ along, down }) => along.length > 1 && down.length > 1);
}

/** Positions of lines, and the ends of perpendicular ones. */
function placesOf(rules: readonly Rule[], others: readonly Rule[], slack: number): number[] {
  const ends = [Math.min(...others.map(({ from }) => from)), Math.max(...others.map(({ to }) => to))];
  const found: number[] = [];
  for (const at of [...rules.map(({ low, high }) => (low + high) / 2), ...ends].sort((a, b) => a - b))
    if (at - (found.at(-1) ?? Number.NEGATIVE_INFINITY) > 2 * slack) found.push(at);
  return found;
}

/** The lines at a position that form a border; none if they leave too much open. */
function borderOf(rules: readonly Rule[], at: number, [from, to]: Extent, slack: number): readonly Rule[] {
  const near = ({ low, high }: Rule) => low - slack <= at && at <= high + slack;
  const own = rules.filter((rule) => near(rule) && rule.from < to && rule.to > from);
  const length = own.reduce((sum, rule) => sum + Math.min(rule.to, to) - Math.max(rule.from, from), 0);
  return length >= t.mostOfSide * (to - from) ? own : [];
}

/** A range between positions, by the indices of the first and last one. */
interface Span {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** Joins grid positions without a border between them; a shape that isn't a rectangle isn't a cell. */
function spansOf({ along, down }: Grid, xs: readonly number[], ys: readonly number[], slack: number): Span[] {
  const [rows, columns] = [ys.length - 1, xs.length - 1];
  const regionOf = Array.from({ length: rows * columns }, (_, at) => at);
  const regions = new Map<number, number[]>(regionOf.map((at) => [at, [at]]));

  const join = (a: number, b: number) => {
    const [kept = 0, other = 0] = [regionOf[a], regionOf[b]];
    if (kept === other) return;
    const moved = regions.get(other) ?? [];
    for (const at of moved) regionOf[at] = kept;
    regions.get(kept)?.push(...moved);
    regions.delete(other);
  };

  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [xs[column], xs[column + 1], ys[row], ys[row + 1]];
      if (column > 0 && borderOf(down, x0, [y0, y1], slack).length === 0) join(at - 1, at);
      if (row > 0 && borderOf(along, y0, [x0, x1], slack).length === 0) join(at - columns, at);
    }

  return [...regions.values()].flatMap((places): Span[] => {
    const [ofRows, ofColumns] = [
      places.map((at) => Math.floor(at / columns)),
      places.map((at) => at % columns),
    ];
    const span: Span = {
      rows: [Math.min(...ofRows), Math.max(...ofRows)],
      columns: [Math.min(...ofColumns), Math.max(...ofColumns)],
    };
    const count = (span.rows[1] - span.rows[0] + 1) * (span.columns[1] - span.columns[0] + 1);
    return count === places.length ? [span] : [];
  });
}

/** The tables drawn by these lines of a picture. */
export function drawnTables(lines: readonly Box[], { width, height }: GrayImage, dpi: number): DrawnTable[] {
  const [slack, soft] = [inPixels(t.slack, dpi), inPixels(t.soft, dpi)];
  const smallest = inPixels(t.smallest, dpi);
  return gridsOf(lines, slack).flatMap((grid): DrawnTable[] => {
    const { along, down } = grid;
    const [xs, ys] = [placesOf(down, along, slack), placesOf(along, down, slack)];
    if ((xs.length - 1) * (ys.length - 1) > mostPlaces) return [];

    const cells = spansOf(grid, xs, ys, slack).map(({ rows, columns }): Box => {
      const [x0 = 0, x1 = 0] = [xs[columns[0]], xs[columns[1] + 1]];
      const [y0 = 0, y1 = 0] = [ys[rows[0]], ys[rows[1] + 1]];
      return {
        x0: Math.ceil(Math.max(x0, ...borderOf(down, x0, [y0, y1], slack).map(({ high }) => high))) + soft,
        y0: Math.ceil(Math.max(y0, ...borderOf(along, y0, [x0, x1], slack).map(({ high }) => high))) + soft,
        x1: Math.floor(Math.min(x1, ...borderOf(down, x1, [y0, y1], slack).map(({ low }) => low))) - soft,
        y1: Math.floor(Math.min(y1, ...borderOf(along, y1, [x0, x1], slack).map(({ low }) => low))) - soft,
      };
    });
    const fitting = cells.filter(({ x0, y0, x1, y1 }) => {
      const [across, high] = [x1 - x0, y1 - y0];
      return across >= smallest && high >= smallest && across * high <= t.largest * width * height;
    });
    if (fitting.length < t.fewest) return [];
    const box = { x0: xs[0] ?? 0, y0: ys[0] ?? 0, x1: xs.at(-1) ?? 0, y1: ys.at(-1) ?? 0 };

    return [{ box, cells: fitting }];
  });
}

/** The picture with these tables' cells and the lines around them whited out. */
export const withoutTables = (image: GrayImage, tables: readonly DrawnTable[], dpi: number): GrayImage =>
  withWhite(
    image,
    tables.flatMap(({ cells }) => cells),
    inPixels(t.slack, dpi),
  );

/** The dark area of a cell; undefined if it is empty. */
function inkBox(image: GrayImage, { x0, y0, x1, y1 }: Box): Box | undefined {
  let [left, top, right, low] = [x1, y1, x0, y0];
  for (let y = y0; y < y1; y += 1)
    for (let x = x0; x < x1; x += 1)
      if (isInk(image, x, y)) {
        [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
        [top, low] = [Math.min(top, y), y + 1];
      }
  return right - left > 1 && low - top > 1 ? { x0: left, y0: top, x1: right, y1: low } : undefined;
}

const moved = (line: FoundLine, right: number, down: number): FoundLine => ({
  ...line,
  baseline: line.baseline + down,
  words: line.words.map((word) => ({
    ...word,
    x0: word.x0 + right,
    x1: word.x1 + right,
    y0: word.y0 + down,
    y1: word.y1 + down,
  })),
});

/** A table's lines, cell by cell. `read`: those of a single-column picture. */
export function linesIn(
  { cells }: Pick<DrawnTable, "cells">,
  image: GrayImage,
  dpi: number,
  read: (column: GrayImage) => readonly FoundLine[],
): FoundLine[] {
  const between = spaceBetween(dpi);
  const filled = cells.flatMap((cell) => inkBox(image, cell) ?? []);
  const found = new Map(filled.map((part): [Box, FoundLine[]] => [part, []]));
  for (const { image: column, parts } of columnsOf(image, filled, dpi))
    for (const line of read(column)) {
      const [{ y0, y1 } = { y0: 0, y1: 0 }] = line.words;
      const part = parts.findLast(({ top }) => top - between / 2 <= (y0 + y1) / 2);
      if (part) found.get(part.from)?.push(moved(line, part.from.x0 - between, part.from.y0 - part.top));
    }
  return [...found.values()].flat();
}

/**
 * The strip between upright lines in which lines seem to run downward, but can't be read: the columns of a table without drawn
 * lines look so, if their words are short.
 */
export function tableOfColumns(
  lines: readonly FoundLine[],
  { width, height }: Pick<GrayImage, "width" | "height">,
): Box | undefined {
  const mistaken = lines.filter((line) => line.vertical && !isSure(line));
  if (mistaken.length < 2) return undefined;

  const middle = centerY(boxAround(mistaken.flatMap(({ words }) => words)));
  const others = lines.filter((line) => !line.vertical && isSure(line)).flatMap(({ words }) => words);
  // A page of downward lines has no others.
  if (others.length === 0) return undefined;
  const y0 = Math.max(0, ...others.flatMap((box) => (centerY(box) < middle ? box.y1 : [])));
  const y1 = Math.min(height, ...others.flatMap((box) => (centerY(box) < middle ? [] : box.y0)));
  return y1 > y0 ? { x0: 0, x1: width, y0, y1 } : undefined;
}

/** The page's lines with those of a table in this box inserted, after the last one above it. */
export function withTable(lines: readonly FoundLine[], box: Box, own: readonly FoundLine[]): FoundLine[] {
  const over = lines.findLastIndex(
    ({ words, baseline }) =>
      baseline < (box.y0 + box.y1) / 2 && words.some(({ x0, x1 }) => x0 < box.x1 && x1 > box.x0),
  );
  return lines.toSpliced(over + 1, 0, ...own);
}
