/** How many rows at the top of a table are its header. */

import { boxAround, shared } from "../core/geometry.ts";
import type { Box } from "../core/page-layout.ts";
import type { Block, Cell } from "../reading/layout/model/blocks.ts";
import type { Rules } from "../reading/layout/model/rules.ts";
import { isDash, isNumber } from "./numbers.ts";

/** A header has no more rows. */
const mostRows = 5;
/** Points by which a line may miss the space between two rows. */
const slack = 2;
/** The share of a table's width that a line below its header covers. */
const wide = 0.6;

type Row = readonly Cell[];

const filled = (row: Row) => row.filter(({ lines }) => lines.length > 0);
const textOf = ({ lines }: Cell) => lines.map(({ text }) => text).join(" ");
const boxOf = (row: Row): Box => boxAround(filled(row).flatMap(({ lines }) => lines.map(({ box }) => box)));

/** The number of rows at the start for which this holds; 0 if it holds for too many to be a header. */
function leading(rows: readonly Row[], is: (row: Row, at: number) => boolean): number {
  const count = rows.findIndex((row, at) => !is(row, at));
  return count > 0 && count <= mostRows ? count : 0;
}

/** Whether lines are drawn below each row but the last. */
function ruledBelow(rows: readonly Row[], { horizontal }: Rules): boolean[] {
  const boxes = rows.map(boxOf);
  const { x0, x1 } = boxAround(boxes);
  return boxes.slice(1).map((below, at) => {
    const above = boxes[at] ?? below;
    const length = horizontal
      .filter((rule) => rule.at > above.y1 - slack && rule.at < below.y0 + slack)
      .reduce((sum, { from, to }) => sum + Math.max(0, shared(from, to, x0, x1)), 0);
    return length > wide * (x1 - x0);
  });
}

function byLine(rows: readonly Row[], rules: Rules): number {
  const ruled = ruledBelow(rows, rules);
  const first = ruled.indexOf(true);
  // Where most rows have a line below them, none of these is the header's.
  const others = ruled.slice(first + 1).filter(Boolean).length;
  return first >= 0 && first < mostRows && others < 0.5 * (ruled.length - first - 1) + 0.5 ? first + 1 : 0;
}

function byFill(rows: readonly Row[], { fills }: Rules): number {
  const isFilled = rows.map((row) => {
    const { x0, x1, y0, y1 } = boxOf(row);
    const inside = fills.filter((fill) => fill.y0 < y0 + slack && fill.y1 > y1 - slack);
    // An area under the whole table fills no row.
    const own = inside.filter((fill) => fill.y1 - fill.y0 < 3 * (y1 - y0) + 4 * slack);
    return (
      own.reduce((sum, fill) => sum + Math.max(0, shared(fill.x0, fill.x1, x0, x1)), 0) > wide * (x1 - x0)
    );
  });
  const count = isFilled.indexOf(false);
  // Every other row is often filled.
  return count > 0 && count <= mostRows && !isFilled.slice(count).includes(true) ? count : 0;
}

const isValue = (cell: Cell) => isNumber(textOf(cell)) || isDash(textOf(cell));

/** Words above columns of numbers. */
function byNumbers(rows: readonly Row[], columns: number): number {
  const even = rows.filter((row) => row.length === columns);
  const values = even.map((row) => row.map((cell) => cell.lines.length > 0 && isValue(cell)));
  const count = values.findIndex((row) => row.some(Boolean));
  if (count <= 0 || count > mostRows || values.length - count < 2) return 0;
  const isColumn = (at: number) =>
    even.slice(count).every((row, down) => values[count + down]?.[at] || row[at]?.lines.length === 0) &&
    even.slice(0, count).some((row) => (row[at]?.lines.length ?? 0) > 0);
  return Array.from({ length: columns }, (_, at) => at).some(isColumn) ? rows.indexOf(even[count] ?? []) : 0;
}

const isBold = (row: Row) =>
  filled(row).length > 0 && filled(row).every(({ lines }) => lines.every((line) => line.bold));

/** The number of header rows, from the first thing that shows it: tags, bold type, fill, a line, numbers; 0 if nothing does. */
export function headRowsOf({ table, tagKey }: Block, rules: Rules): number {
  if (!table || table.rows.length < 2) return 0;
  const { rows, columns } = table;
  const isTagged = (row: Row) => filled(row).length > 0 && row.every(({ header }) => header);
  return (
    (tagKey === undefined ? 0 : leading(rows, isTagged)) ||
    leading(rows, isBold) ||
    byFill(rows, rules) ||
    byLine(rows, rules) ||
    byNumbers(rows, columns)
  );
}
