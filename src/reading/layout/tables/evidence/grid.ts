/** Tables with drawn cells: touching horizontal and vertical lines. */

import { boxAround, holds, width } from "../../../../core/geometry.ts";
import { once } from "../../../../core/once.ts";
import type { Box } from "../../../../core/page-layout.ts";
import { placesOf } from "../../columns/rules.ts";
import type { Line } from "../../model/blocks.ts";
import type { Rule, Rules } from "../../model/rules.ts";
import * as t from "../../tolerances/tables.ts";
import { type DrawnCell, type Evidence, rulesGroup } from "../build-table.ts";
import { cellLines, wholeWords } from "../cells.ts";
import { type Column, columnsWithin, type PlacedRow, placeRow } from "../text-columns.ts";
import { rowOf, rowsOf } from "../text-rows.ts";
import { isValue } from "../wrapped-rows.ts";
import { type Component, components, type GridCell, gridCells } from "./drawn-grid.ts";
import { ruleEvidence } from "./rules.ts";

/** Positions of the rules in one direction, adding the grid's edges where there is none. */
function withEdges(rules: readonly Rule[], from: number, to: number): number[] {
  const found = placesOf(t.meeting, rules);
  if ((found[0] ?? from) - from > t.gridEdge) found.unshift(from);
  if (to - (found.at(-1) ?? to) > t.gridEdge) found.push(to);
  return found;
}

/** A cell over several columns with separate words in each: its inner borders just aren't drawn. */
function partSpan(cell: GridCell, lines: readonly Line[], xs: readonly number[]): GridCell[] {
  if (cell.colSpan === 1) return [cell];
  const own = cellLines(lines, cell.box);
  const borders = xs.slice(cell.column + 1, cell.column + cell.colSpan);
  const chunks = own.flatMap((line) => rowOf([line]).chunks);
  const columns = new Set(chunks.map(({ from, to }) => borders.filter((x) => x < (from + to) / 2).length));
  const crossed = chunks.some(({ from, to }) => borders.some((x) => x > from + 1 && x < to - 1));
  if (columns.size < 2 || crossed) return [cell];

  return Array.from({ length: cell.colSpan }, (_, at): GridCell => {
    const column = cell.column + at;
    return {
      ...cell,
      column,
      colSpan: 1,
      box: { ...cell.box, x0: xs[column] ?? 0, x1: xs[column + 1] ?? 0 },
    };
  });
}

/** The lines in a grid; rotated ones, such as headers of narrow columns, if a cell contains them and most others are upright. */
function gridLines(lines: readonly Line[], box: Box, cells: readonly GridCell[]): Line[] {
  const held = lines.filter((line) => holds(box, line.box, 1));
  const upright = held.filter((line) => line.horizontal);
  const turned = held.filter(
    (line) => line.turn !== undefined && cells.some((cell) => holds(cell.box, line.box)),
  );
  return turned.length < upright.length
    ? held.filter((line) => line.horizontal || turned.includes(line))
    : upright;
}

const boxOf = ({ horizontal, vertical }: Component): Box =>
  boxAround([
    ...horizontal.map(({ at, from, to }) => ({ x0: from, x1: to, y0: at, y1: at })),
    ...vertical.map(({ at, from, to }) => ({ x0: at, x1: at, y0: from, y1: to })),
  ]);

/** A grid with the filled but borderless header row directly above it: each header is over one column. */
function withFilledHead(grid: Component, fills: readonly Box[], lines: readonly Line[]): Component {
  const { x0, y0, x1 } = boxOf(grid);
  const above = fills.filter(
    (fill) => Math.abs(fill.y1 - y0) <= t.meeting && fill.x0 >= x0 - t.meeting && fill.x1 <= x1 + t.meeting,
  );
  const filled = above.reduce((sum, fill) => sum + width(fill), 0);
  if (filled < t.filledHead * (x1 - x0)) return grid;
  const head = boxAround(above);
  const borders = grid.vertical.filter(({ from }) => from - y0 <= t.meeting);
  const rows = rowsOf(lines.filter((line) => line.horizontal && holds(head, line.box)));
  if (rows.flatMap(({ chunks }) => chunks).length < 2) return grid;

  return {
    horizontal: [...grid.horizontal, { at: head.y0, from: x0, to: x1 }],
    vertical: grid.vertical.map((own) => (borders.includes(own) ? { ...own, from: head.y0 } : own)),
  };
}

/** Whether there are several columns between two vertical lines: most rows have text in them, and some of it is numbers. */
function hasColumns(
  rows: readonly PlacedRow[],
  columns: readonly Column[],
  { from, to }: { from: number; to: number },
): boolean {
  const own = columns.flatMap(({ from: x0, to: x1 }, at) =>
    x0 > from - t.meeting && x1 < to + t.meeting ? [at] : [],
  );
  if (own.length < 2) return false;
  const filled = rows.filter(({ cells }) => own.some((at) => cells.has(at)));
  const several = filled.filter(({ cells }) => own.filter((at) => cells.has(at)).length > 1);
  const numbers = several.filter(({ cells }) => own.some((at) => isValue(cells.get(at)?.words ?? [])));
  return several.length > 1 && several.length >= t.bothFilled * filled.length && numbers.length > 1;
}

/**
 * Whether only some of a grid's borders are drawn: the text has more rows between two horizontal lines, or more columns
 * between two vertical ones.
 */
function isOpen(
  { vertical }: Component,
  lines: readonly Line[],
  xs: readonly number[],
  ys: readonly number[],
): boolean {
  const rows = rowsOf(lines, vertical);
  const columns = columnsWithin(rows, t.gridColumns, xs);
  if (columns.length < 2) return false;
  const placed = rows.map((row) => placeRow(row, columns));
  return (
    rulesGroup(placed, ys) ||
    xs.slice(1).some((to, at) => hasColumns(placed, columns, { from: xs[at] ?? to, to }))
  );
}

/** A grid's evidence; undefined if it is too small, or nearly empty. `isOpen`: only some of its borders are drawn. */
function gridOf(
  component: Component,
  lines: readonly Line[],
): (Evidence & { readonly isOpen: boolean }) | undefined {
  const region = boxOf(component);
  const xs = withEdges(component.vertical, region.x0, region.x1);
  const ys = withEdges(component.horizontal, region.y0, region.y1);
  if (xs.length < 3 || ys.length < 3 || xs.length * ys.length > 20_000) return undefined;
  const cells = gridCells(component, xs, ys);
  const inside = gridLines(lines, region, cells);
  if (cells.length < 4 || inside.length < 2) return undefined;
  const filled = cells
    .flatMap((cell) => partSpan(cell, inside, xs))
    .map((cell) => ({ ...cell, lines: cellLines(inside, cell.box) }));
  if (!isFilled(filled)) return undefined;

  const whole = wholeWords(filled);
  // Only cells too narrow for their headers' words have such breaks: all their borders are drawn.
  const isNarrow = whole.some((own, at) => filled[at]?.row === 0 && own.length < filled[at].lines.length);

  return {
    region,
    rows: rowsOf(inside, component.vertical),
    columns: xs.slice(1).map((to, at) => ({ from: xs[at] ?? to, to })),
    rowEdges: ys,
    cells: filled.map((cell, at) => ({ ...cell, lines: whole[at] ?? [] })),
    isOpen: !isNarrow && isOpen(component, inside, xs, ys),
  };
}

/** Whether most of a grid's rows have text in several cells: a chart's bars and grid lines contain only an occasional label. */
function isFilled(cells: readonly DrawnCell[]): boolean {
  const occupied = cells.filter(({ lines }) => lines.length > 0);
  const perRow = new Map<number, number>();
  for (const { row } of occupied) perRow.set(row, (perRow.get(row) ?? 0) + 1);
  const full = [...perRow.values()].filter((count) => count > 1).length;
  return (
    new Set(occupied.map(({ column }) => column)).size > 1 &&
    perRow.size > 1 &&
    occupied.length >= t.occupied * cells.length &&
    full >= t.severalCells * perRow.size
  );
}

/** The evidence from horizontal lines that contains most of a grid's lines. */
function bandOf({ rows }: Evidence, bands: readonly Evidence[]): Evidence | undefined {
  const own = new Set(rows.flatMap(({ lines }) => lines));
  return bands.find((band) => {
    const held = band.rows.flatMap(({ lines }) => lines);
    return 2 * held.filter((line) => own.has(line)).length > Math.max(own.size, held.length);
  });
}

/**
 * Tables drawn with horizontal and vertical lines. Of nested grids, the outer one comes first, because it contains the most;
 * if only some borders are drawn, the horizontal lines decide.
 */
export function gridEvidence(rules: Rules, lines: readonly Line[]): Evidence[] {
  const bands = once(() => ruleEvidence(rules, lines));
  const found = components(rules).flatMap((component): Evidence[] => {
    const grid = gridOf(withFilledHead(component, rules.fills, lines), lines);
    if (!grid) return [];
    return [(grid.isOpen ? bandOf(grid, bands()) : undefined) ?? grid];
  });
  return found.sort((a, b) => countLines(b) - countLines(a));
}

const countLines = ({ rows }: Evidence) => rows.reduce((sum, { lines }) => sum + lines.length, 0);
