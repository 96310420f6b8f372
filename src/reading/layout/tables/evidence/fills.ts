/** Tables whose rows are filled, all of them or each second one: the edges of what is filled part them, however many lines cells have. */
import type { Box } from "../../../../core/page-layout.ts";
import { boxAround, sharedWidth, width } from "../../../lines/geometry.ts";
import type { Rules } from "../../columns/rules.ts";
import type { Line } from "../../model/blocks.ts";
import type { Evidence } from "../build-table.ts";
import { type Column, columnsOf, placeRow } from "../text-columns.ts";
import { type Row, rowOf, rowsOf } from "../text-rows.ts";

/** Filled areas that are looked at: hostile pages have thousands. */
const mostFills = 1000;
/** Points by which edges of one row or one table are apart. */
const sameEdge = 2;
/** Rows of a table, filled and not, at the least. */
const leastRows = 3;
/** In font sizes: how far lines of a row that is not filled stand from each other, and from one that is. */
const reach = 0.9;
/** The narrowest gap between columns, in font sizes. */
const columnGap = 0.55;

/** Rows of a head above the first that is filled, with the first row below it. */
const mostAbove = 2;
/** The part of rows that may cross columns, as heads over several do. */
const mostCrossed = 0.2;

interface Seen {
  readonly rules: Rules;
  readonly lines: readonly Line[];
}

/** A stretch of the page from one height to another. */
interface Band {
  readonly y0: number;
  readonly y1: number;
  readonly row: Row;
}

/** Filled areas in rows: those beside each other as one. */
function barsOf(fills: readonly Box[]): Box[] {
  const bars: Box[] = [];
  for (const fill of [...fills].slice(0, mostFills).sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    const last = bars.at(-1);
    const beside =
      last !== undefined &&
      Math.abs(last.y0 - fill.y0) < sameEdge &&
      Math.abs(last.y1 - fill.y1) < sameEdge &&
      fill.x0 - last.x1 < 2 * sameEdge;
    if (last && beside) bars[bars.length - 1] = boxAround([last, fill]);
    else bars.push(fill);
  }
  return bars;
}

/** The text of a table's width between two heights, as one row; undefined: there is none, or it is not in columns. */
function bandOf(lines: readonly Line[], { x0, x1 }: Box, y0: number, y1: number): Band | undefined {
  const own = lines.filter(({ box }) => {
    const middle = (box.y0 + box.y1) / 2;
    return middle > y0 && middle < y1 && box.x0 > x0 - sameEdge && box.x1 < x1 + sameEdge;
  });
  if (own.length === 0) return undefined;
  const row = rowOf(own);
  return row.chunks.length > 1 ? { y0, y1, row } : undefined;
}

/** The rows of one width that follow each other, each with text in columns. */
function runsOf(bars: readonly Box[], lines: readonly Line[]): Band[][] {
  const runs: Band[][] = [];
  let last: Box | undefined;
  for (const bar of bars) {
    const own = bandOf(lines, bar, bar.y0, bar.y1);
    const gap = last ? bar.y0 - last.y1 : 0;
    const between = last && gap > sameEdge ? bandOf(lines, bar, last.y1, bar.y0) : undefined;
    const goesOn = last !== undefined && gap > -sameEdge && (gap <= sameEdge || between !== undefined);
    if (!goesOn) runs.push([]);
    if (own && goesOn && between) runs.at(-1)?.push(between);
    if (own) runs.at(-1)?.push(own);
    last = own ? bar : undefined;
  }
  return runs;
}

/**
 * The rows right above or below the filled ones that are not filled themselves, as the head is, and the last of an even number.
 * Lines across part them, or the lines of text where no row has several.
 */
function rowsBeyond(run: readonly Band[], bar: Box, seen: Seen, below: boolean): Band[] {
  const edge = below ? run.at(-1)?.y1 : run[0]?.y0;
  const size = run[0]?.row.size ?? 0;
  if (edge === undefined) return [];
  const beyond = seen.lines.filter(
    ({ box }) => sharedWidth(box, bar) > 0 && (below ? box.y1 > edge + 1 : box.y0 < edge - 1),
  );
  const near = beyond.sort((a, b) => (below ? a.box.y0 - b.box.y0 : b.box.y1 - a.box.y1));
  let end = edge;
  const held = near.filter(({ box }) => {
    if ((below ? box.y0 - end : end - box.y1) > reach * size) return false;
    end = below ? Math.max(end, box.y1) : Math.min(end, box.y0);
    return true;
  });
  const single = run.every(({ row }) => rowsOf(row.lines).length === 1);
  const [from, to] = [Math.min(edge, end), Math.max(edge, end)];
  const drawn = seen.rules.horizontal.filter(
    ({ at, from: x0, to: x1 }) => at > from && at < to && x1 - x0 > 0.5 * width(bar),
  );
  const borders = single ? rowsOf(held).map(({ box }) => box.y0) : drawn.map(({ at }) => at);
  const edges = [from, ...borders.filter((y) => y > from + 1).sort((a, b) => a - b), to];
  return edges.slice(1).flatMap((y1, at) => bandOf(seen.lines, bar, edges[at] ?? from, y1) ?? []);
}

/** Whether something else that is filled touches the rows, or goes over their edges: a grid whose cells are filled. */
function isPartOfGrid(run: readonly Band[], bar: Box, { rules }: Seen): boolean {
  const [top, bottom] = [run[0]?.y0 ?? 0, run.at(-1)?.y1 ?? 0];
  return rules.fills.some(({ x0, x1, y0, y1 }) => {
    if (
      x1 < bar.x0 + sameEdge ||
      x0 > bar.x1 - sameEdge ||
      (x0 < bar.x0 - sameEdge && x1 > bar.x1 + sameEdge)
    )
      return false;
    const over = run.some((band) => y0 < band.y0 - sameEdge && y1 > band.y0 + sameEdge);
    return over || Math.abs(y0 - bottom) < sameEdge || Math.abs(y1 - top) < sameEdge;
  });
}

function filledTable(run: readonly Band[], bar: Box, seen: Seen): Evidence | undefined {
  if (isPartOfGrid(run, bar, seen)) return undefined;
  const above = rowsBeyond(run, bar, seen, false).slice(-mostAbove);
  const below = rowsBeyond(run, bar, seen, true).slice(0, 1);
  for (const bands of [[...above, ...run, ...below], [...above, ...run], [...run, ...below], run]) {
    const columns = bands.length < leastRows ? undefined : bandColumns(bands);
    if (!columns) continue;
    const held = bands.flatMap(({ row }) => row.lines);
    const separators = bands.slice(1).map(({ y0 }, at) => (y0 + (bands[at]?.y1 ?? y0)) / 2);
    const region = boxAround(held.map(({ box }) => box));
    return { region, rows: rowsOf(held), columns, rowEdges: separators, drawnRows: true };
  }
  return undefined;
}

/** The columns that nearly no row crosses. */
function bandColumns(bands: readonly Band[]): Column[] | undefined {
  const rows = bands.map(({ row }) => row);
  const columns = columnsOf(rows, columnGap);
  const crossed = rows.filter((row) => [...placeRow(row, columns).cells].some(([at, { last }]) => last > at));
  return columns.length > 1 && crossed.length <= mostCrossed * rows.length ? columns : undefined;
}

/** Tables with filled rows. */
export function fillEvidence(rules: Rules, lines: readonly Line[]): Evidence[] {
  const seen: Seen = { rules, lines: lines.filter(({ horizontal }) => horizontal) };
  const groups: Box[][] = [];
  for (const bar of barsOf(rules.fills)) {
    const group = groups.find(
      ([first]) => first && Math.abs(first.x0 - bar.x0) < sameEdge && Math.abs(first.x1 - bar.x1) < sameEdge,
    );
    if (group) group.push(bar);
    else groups.push([bar]);
  }
  return groups.flatMap((bars) => {
    const [bar] = bars;
    if (!bar || bars.length < 2) return [];
    return runsOf(bars, seen.lines).flatMap((run) =>
      run.length < 2 ? [] : (filledTable(run, bar, seen) ?? []),
    );
  });
}
