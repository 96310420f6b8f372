/**
 * Tables of word processors: below heads that are bold, or stand above the only line, all text begins where the heads do, however
 * many lines a cell has.
 */
import { boxAround, clusterValues, median, shared, width } from "../../../lines/geometry.ts";
import type { Rule, Rules } from "../../columns/rules.ts";
import type { Line } from "../../model/blocks.ts";
import type { Evidence } from "../build-table.ts";
import { paintedRows } from "../painted-rows.ts";
import { type Column, type PlacedRow, placeRow } from "../text-columns.ts";
import { isBold, type Row, rowsOf } from "../text-rows.ts";
import { isNumber } from "../wrapped-rows.ts";

/** Points by which texts of one column may begin apart. */
const aligned = 1.5;
/** Columns that such a table has, and rows of its head. */
const leastColumns = 3;
const mostHead = 8;
/** In font sizes: how far lines of a head stand below each other, rows of the table, and other lines of it from both. */
const headPitch = 1.5;
const rowPitch = 2.4;
const ruleReach = 3;
/** Rows of a table on a page, at the most. */
const mostRows = 400;
/** Places of a page that are tried: hostile ones have tens of thousands of lines drawn or in bold type. */
const mostTries = 200;
/** The part of the columns that one row fills at the least. */
const fullRow = 0.6;

const isHeads = ({ chunks }: Row) => !chunks.some(({ words }) => isNumber(words));
const starts = (rows: readonly Row[]) =>
  clusterValues(
    rows.flatMap(({ lines }) => lines.map(({ box }) => box.x0)),
    aligned,
  );

/** Whether all of a row begins at one of the places, or goes on what does, and none of it reaches the next place. */
function fits({ lines, size }: Row, places: readonly number[]): boolean {
  const own = [...lines].sort((a, b) => a.box.x0 - b.box.x0);
  return own.every(({ box: { x0, x1 }, words }, at) => {
    const before = own[at - 1]?.box.x1 ?? Number.NEGATIVE_INFINITY;
    const begins = places.some((place) => Math.abs(place - x0) < aligned);
    const next = places.find((place) => place > x0 + aligned) ?? Number.POSITIVE_INFINITY;
    const parted = words.some(({ box }) => Math.abs(box.x0 - next) < aligned);
    return (begins || x0 - before < 0.4 * size) && (parted || x1 < next + 0.1 * size);
  });
}

const isNear = (above: Row, row: Row | undefined, pitch: number) =>
  row !== undefined && row.baseline - above.baseline <= pitch * row.size;

/** The rows of heads that end with the one at `last`. */
function headUpTo(rows: readonly Row[], last: number, belongs: (row: Row) => boolean): readonly Row[] {
  let first = last;
  for (; first > 0 && last - first + 1 < mostHead; first -= 1) {
    const [above, row] = [rows[first - 1], rows[first]];
    if (!above || !row || !belongs(above) || !isNear(above, row, headPitch)) break;
    if (above.size > 1.05 * row.size || isBold(above) !== isBold(row)) break;
    const head = rows.slice(first - 1, last + 1);
    if (!head.every((own) => fits(own, starts(head)))) break;
  }
  return rows.slice(first, last + 1);
}

/** Where columns begin: where heads do, and where one of several columns of one width has its head close behind another. */
function columnStarts(head: readonly Row[]): number[] {
  const found = starts(head);
  const pitch = median(found.slice(1).map((start, at) => start - (found[at] ?? 0)));
  const words = head.flatMap(({ chunks }) => chunks.flatMap((chunk) => chunk.words.map(({ box }) => box.x0)));
  const more = words.filter((x) => {
    const before = found.findLast((start) => start < x - aligned);
    return before !== undefined && Math.abs(x - before - pitch) < aligned;
  });
  return found.length < leastColumns ? found : clusterValues([...found, ...more], aligned);
}

/** The rows from `first` on that begin where columns do, up to one that heads what follows. */
function rowsFrom(rows: readonly Row[], first: number, places: readonly number[]): Row[] {
  const body: Row[] = [];
  let largest = Number.POSITIVE_INFINITY;
  let bold = true;
  while (body.length < mostRows) {
    const [before, row] = [rows[first + body.length - 1], rows[first + body.length]];
    if (!before || !row || !isNear(before, row, rowPitch) || !fits(row, places)) break;
    if (row.chunks.length === 1 && (row.size > 1.1 * largest || (isBold(row) && !bold))) break;
    largest = body.length > 0 ? Math.max(largest, row.size) : row.size;
    bold = isBold(row) || (bold && body.length > 0);
    body.push(row);
  }
  return body;
}

/** The table whose head ends with the row at `last`; `belongs` tells its rows. */
function tableBelow(
  rows: readonly Row[],
  last: number,
  belongs: (row: Row) => boolean,
): Evidence | undefined {
  const head = headUpTo(rows, last, belongs);
  const places = columnStarts(head);
  if (places.length < leastColumns || !head.every(isHeads)) return undefined;
  // Rows of the same columns above: it is one of them, and heads nothing.
  const above = rows[last - head.length];
  if (above && above.lines.length > 1 && fits(above, places) && isNear(above, head[0], rowPitch))
    return undefined;
  return tableOfRows(head, rowsFrom(rows, last + 1, places), places, (placed) => {
    const isFull = placed.some(({ cells }) => cells.size >= fullRow * places.length);
    const goesOn = placed.length > 0 && placed.every(({ cells }) => cells.size === 1 && !cells.has(0));
    return isFull || goesOn;
  });
}

/**
 * A table whose head is on the page before: its cells have several lines, and were painted one after the other. `end`: the row
 * behind those that were tried.
 */
function tableWithoutHead(
  rows: readonly Row[],
  at: number,
): { readonly end: number; readonly table?: Evidence | undefined } {
  const places = starts(rows.slice(at, at + 1));
  if (places.length < leastColumns) return { end: at + 1 };
  let first = at;
  const goesUp = (above: Row | undefined) =>
    above !== undefined && fits(above, places) && isNear(above, rows[first], headPitch);
  while (at - first < mostRows && goesUp(rows[first - 1])) first -= 1;
  const body = [...rows.slice(first, at + 1), ...rowsFrom(rows, at + 1, places)];
  const end = first + body.length;
  // It begins its page: what stands close above are rows of a table that these are a part of.
  const above = rows[first - 1];
  if (above && isNear(above, rows[first], rowPitch)) return { end };
  const table = tableOfRows([], body, places, (placed) => {
    const several = paintedRows(placed)?.filter((group) =>
      group.some(({ cells }) => cells.has(0) && cells.size > 1),
    );
    return several !== undefined && several.length > 1;
  });
  return { end, table };
}

/** Rows as a table with columns that begin at these places, if they are one. */
function tableOfRows(
  head: readonly Row[],
  body: readonly Row[],
  places: readonly number[],
  isTable: (rows: readonly PlacedRow[]) => boolean,
): Evidence | undefined {
  const all = [...head, ...body];
  const lines = all.flatMap((row) => row.lines);
  const box = boxAround(lines.map((line) => line.box));
  const columns = places.map(
    (from, at): Column => ({ from, to: (places[at + 1] ?? box.x1) - 0.2, begins: true }),
  );
  const placed = body.map((row) => placeRow(row, columns));
  if (!isTable(placed)) return undefined;
  const separators = head.slice(-1).map(({ baseline }) => baseline + 1);
  return { region: box, rows: all, columns, rowEdges: separators, narrow: true };
}

/** Whether several lines as wide as a table are drawn in it or near it: it is one of bands. */
function isBand(rules: Rules, { region: box, rows }: Evidence): boolean {
  const reach = ruleReach * (rows[0]?.lines[0]?.size ?? 0);
  const near = ({ at, from, to }: Rule) =>
    at > box.y0 - reach && at < box.y1 + reach && shared(from, to, box.x0, box.x1) > 0.9 * width(box);
  return rules.horizontal.filter(near).length > 1;
}

export function headEvidence(rules: Rules, lines: readonly Line[]): Evidence[] {
  const horizontal = lines.filter((line) => line.horizontal);
  const found = rules.horizontal.slice(0, mostTries).map((rule) => {
    const inside = horizontal.filter(({ box }) => box.x0 > rule.from - aligned && box.x0 < rule.to);
    const around = inside.filter(({ baseline, size }) => Math.abs(baseline - rule.at) < ruleReach * size);
    if (around.length <= leastColumns) return undefined;
    const rows = rowsOf(inside);
    const last = rows.findLastIndex(({ baseline }) => baseline < rule.at);
    return last < 0 ? undefined : tableBelow(rows, last, () => true);
  });
  const rows = rowsOf(horizontal);
  const endsHead = (row: Row, at: number) => {
    const next = rows[at + 1];
    return next !== undefined && isBold(row) && !isBold(next);
  };
  for (const at of placesWhere(rows, endsHead)) found.push(tableBelow(rows, at, isBold));
  return found.flatMap((table) => (table && !isBand(rules, table) ? [table] : []));
}

/** Tables that go on from the page before without their head. */
export function headlessEvidence(lines: readonly Line[]): Evidence[] {
  const rows = rowsOf(lines.filter((line) => line.horizontal));
  const found: Evidence[] = [];
  let end = 0;
  for (const at of placesWhere(rows, (row) => row.lines.length >= leastColumns)) {
    if (at < end) continue;
    const tried = tableWithoutHead(rows, at);
    end = tried.end;
    if (tried.table) found.push(tried.table);
  }
  return found;
}

/** Rows at which a table is tried, by their places. */
function placesWhere(rows: readonly Row[], tried: (row: Row, at: number) => boolean): number[] {
  return rows.flatMap((row, at) => (tried(row, at) ? [at] : [])).slice(0, mostTries);
}
