/** Plans sheets of several pages: the paper, the grid, the order of the pages, and the place of each. */
import { invalid } from "../../core/problem.ts";
import type { Box } from "../pages/boxes.ts";
import { centered, fitFactor, type Size } from "../pages/fit.ts";

export interface SheetOptions {
  /** Pages on a sheet; undefined: a booklet, with two on each side. */
  readonly perSheet: number | undefined;
  /** Pages of a booklet that are folded together; undefined: all. A multiple of 4. */
  readonly signature: number | undefined;
  /** In points; turned if that shows the first page larger. */
  readonly paper: Size;
  readonly order: "rows" | "columns";
  readonly rightToLeft: boolean;
  /** Points at the edges of a sheet, and between its pages. */
  readonly margin: number;
  readonly gap: number;
}

/** A page's place on its sheet. */
export interface SheetPlace {
  /** 0-based. */
  readonly sheet: number;
  /** The visible part of the page, in points from the lower left corner of the sheet. */
  readonly box: Box;
}

export interface Sheets extends Size {
  readonly count: number;
  /** By the page's index. */
  readonly places: readonly SheetPlace[];
  /** Blank pages at the end of a booklet. */
  readonly blanks: number;
}

/** The least side of a cell in points. */
const leastCell = 18;

interface Grid {
  readonly paper: Size;
  readonly columns: number;
  readonly rows: number;
}

/** Plans sheets for pages of these sizes, as displayed, in points. Throws 422 on `margin` or `gap` if they leave no room. */
export function planSheets(sizes: readonly Size[], options: SheetOptions): Sheets {
  const { margin, gap, perSheet } = options;
  const [first = options.paper] = sizes;
  const factorOf = (grid: Grid) => fitFactor(first, cellAt(grid, 0, options));
  const grid = gridsOf(options).reduce((best, one) => (factorOf(one) > factorOf(best) + 1e-9 ? one : best));
  requireRoom(grid, margin, gap);

  const cells = perSheet ?? 2;
  const total = perSheet === undefined ? padded(sizes.length, options.signature ?? 4) : sizes.length;
  const spots = perSheet === undefined ? bookletSpots(total, options.signature ?? total) : undefined;
  const places = sizes.map((size, k): SheetPlace => {
    const spot = spots?.[k] ?? k;
    const cell = cellAt(grid, spot % cells, options);
    return { sheet: Math.floor(spot / cells), box: centered(size, fitFactor(size, cell), cell) };
  });

  return { ...grid.paper, count: Math.ceil(total / cells), places, blanks: total - sizes.length };
}

/** All ways to divide the paper, in either orientation; of equal ones the first is used. */
function gridsOf({ perSheet, paper }: SheetOptions): Grid[] {
  const turned = { width: paper.height, height: paper.width };
  const cells = perSheet ?? 2;
  // A booklet is folded between two pages side by side.
  const columns = perSheet === undefined ? [2] : Array.from({ length: cells }, (_, k) => cells - k);
  const divisions = columns.filter((count) => cells % count === 0);
  return [paper, turned].flatMap((size) =>
    divisions.map((count) => ({ paper: size, columns: count, rows: cells / count })),
  );
}

/** At least a tiny cell, so that grids can be compared. */
function cellSize({ paper, columns, rows }: Grid, margin: number, gap: number): Size {
  const side = (whole: number, count: number) =>
    Math.max(1e-6, (whole - 2 * margin - gap * (count - 1)) / count);
  return { width: side(paper.width, columns), height: side(paper.height, rows) };
}

function requireRoom(grid: Grid, margin: number, gap: number): void {
  const least = (between: number) => Math.min(...Object.values(cellSize(grid, margin, between)));
  if (least(gap) >= leastCell) return;
  const field = least(0) < leastCell ? "margin" : "gap";
  throw invalid(field, `leaves each page less than ${leastCell} points; use a smaller one, or larger paper`);
}

function cellAt(grid: Grid, spot: number, { margin, gap, order, rightToLeft }: SheetOptions): Box {
  const { columns, rows, paper } = grid;
  const [across, down] =
    order === "rows" ? [spot % columns, Math.floor(spot / columns)] : [Math.floor(spot / rows), spot % rows];
  const column = rightToLeft ? columns - 1 - across : across;
  const { width, height } = cellSize(grid, margin, gap);
  const left = margin + column * (width + gap);
  const top = paper.height - margin - down * (height + gap);
  return { x0: left, y0: top - height, x1: left + width, y1: top };
}

const padded = (count: number, multiple: number) => Math.ceil(count / multiple) * multiple;

/**
 * The spots of a booklet's pages, two on each side: of a stack of 8 the first side has pages 8 and 1, its back 2 and 7, the
 * next 6 and 3, its back 4 and 5. `total` is a multiple of `stack`, and that of 4.
 */
function bookletSpots(total: number, stack: number): number[] {
  return Array.from({ length: total }, (_, page) => {
    const at = page % stack;
    const isFirstHalf = at < stack / 2;
    const side = isFirstHalf ? at : stack - 1 - at;
    // The first half lies right on fronts and left on backs.
    const right = isFirstHalf === (side % 2 === 0);
    return page - at + side * 2 + (right ? 1 : 0);
  });
}
