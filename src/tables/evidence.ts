/**
 * What shows the rows and columns of a table: drawn lines and fills, text that is aligned, tags. Each is judged by itself, on
 * the table as it was found, so that two kinds can confirm each other.
 */

import { boxAround, centerY, median, shared } from "../core/geometry.ts";
import type { Box } from "../core/page-layout.ts";
import type { Block, Cell, Table } from "../reading/layout/model/blocks.ts";
import type { Rule, Rules } from "../reading/layout/model/rules.ts";
import { readsRightToLeft } from "../reading/lines/right-to-left/bidi.ts";
import { type Placed, placedCells } from "./grid.ts";

export const kindsOfEvidence = ["lines", "alignment", "tags"] as const;
export type KindOfEvidence = (typeof kindsOfEvidence)[number];

/** The kinds that show every row, and every column. */
export interface Support {
  readonly rows: ReadonlySet<KindOfEvidence>;
  readonly columns: ReadonlySet<KindOfEvidence>;
  /** Drawn lines that contradict the table: they cross its text, or part what it joins. */
  readonly contradicted: boolean;
}

type PlacedCell = Placed<Cell>;

/** Points by which text may exceed a line, or a line miss a border. */
const slack = 1.5;
/** Points by which aligned text may differ. */
const aligned = 1.2;
/** The share of a border that must be drawn. */
const drawnShare = 0.9;
/** The share of a column's texts that share an edge. */
const alignedShare = 0.9;
/** In font sizes: the least space between columns; by how much texts of a row may differ in height; by how much more the space
 * between rows is than that between wrapped lines. */
const [leastGap, sameHeight, rowSpace] = [0.35, 0.35, 0.12];

const textBox = ({ lines }: Cell): Box => boxAround(lines.map(({ box }) => box));

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** The extent of the text of each row or column; undefined for one without text. */
function extents(
  count: number,
  own: readonly (Interval & { readonly at: number })[],
): (Interval | undefined)[] {
  const found: (Interval | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const { at, from, to } of own) {
    const known = found[at];
    found[at] = { from: Math.min(known?.from ?? from, from), to: Math.max(known?.to ?? to, to) };
  }
  return found;
}

/** The spaces between neighboring extents; undefined if one is empty or they overlap. */
function spacesOf(own: readonly (Interval | undefined)[], least: number): Interval[] | undefined {
  const spaces: Interval[] = [];
  for (const [at, extent] of own.entries()) {
    if (!extent) return undefined;
    const next = own[at + 1];
    if (at + 1 === own.length) break;
    if (!next || next.from - extent.to < least) return undefined;
    spaces.push({ from: extent.to, to: next.from });
  }
  return spaces;
}

/** Whether each space contains a rule that covers most of the interval, without what cells cross. */
const allDrawn = (
  spaces: readonly Interval[],
  rules: readonly Rule[],
  { from, to }: Interval,
  crossed: readonly number[],
) =>
  spaces.every((space, at) => {
    const length = rules
      .filter((rule) => rule.at > space.from - slack && rule.at < space.to + slack)
      .reduce((sum, rule) => sum + Math.max(0, shared(rule.from, rule.to, from, to)), 0);
    return length >= drawnShare * (to - from - (crossed[at] ?? 0));
  });

/** How much of each space cells cross that span it. */
function crossings(cells: readonly PlacedCell[], count: number, side: "row" | "column"): number[] {
  const crossed = Array.from({ length: count }, () => 0);
  for (const cell of cells) {
    const box = textBox(cell);
    const [start, span, length] =
      side === "column"
        ? [cell.column, cell.colSpan, box.y1 - box.y0]
        : [cell.row, cell.rowSpan, box.x1 - box.x0];
    // Text fills only part of its cell: twice its extent, for the space around it.
    for (let at = start; at < start + span - 1; at += 1) crossed[at] = (crossed[at] ?? 0) + 2 * length;
  }
  return crossed;
}

/** The edges of filled areas, as lines. */
function withFills(
  { horizontal, vertical, fills }: Rules,
  within: Box,
): Pick<Rules, "horizontal" | "vertical"> {
  const own = fills.filter(
    (fill) =>
      shared(fill.x0, fill.x1, within.x0, within.x1) > 0 &&
      shared(fill.y0, fill.y1, within.y0, within.y1) > 0,
  );
  return {
    horizontal: [
      ...horizontal,
      ...own.flatMap(({ x0, x1, y0, y1 }) => [y0, y1].map((at) => ({ at, from: x0, to: x1 }))),
    ],
    vertical: [
      ...vertical,
      ...own.flatMap(({ x0, x1, y0, y1 }) => [x0, x1].map((at) => ({ at, from: y0, to: y1 }))),
    ],
  };
}

/** Whether most texts of each column share their left or right edge, or their center. */
function columnsAreAligned(cells: readonly PlacedCell[], columns: number): boolean {
  const boxes = Array.from({ length: columns }, (): Box[] => []);
  for (const cell of cells) boxes[cell.column]?.push(textBox(cell));
  const edges = [({ x0 }: Box) => x0, ({ x1 }: Box) => x1, ({ x0, x1 }: Box) => (x0 + x1) / 2];
  return boxes.every((own) =>
    edges.some((edge) => {
      const values = own.map(edge);
      const middle = median(values);
      const near = values.filter((value) => Math.abs(value - middle) <= aligned);
      return near.length >= alignedShare * values.length;
    }),
  );
}

/** Whether the texts of a row share their first or last baseline, or are centered on each other. */
function shareHeight(row: readonly PlacedCell[], slack: number): boolean {
  const heights = [
    ({ lines }: Cell) => lines[0]?.baseline ?? 0,
    ({ lines }: Cell) => lines.at(-1)?.baseline ?? 0,
    (cell: Cell) => centerY(textBox(cell)),
  ];
  return heights.some((height) => {
    const values = row.map(height);
    return Math.max(...values) - Math.min(...values) <= slack;
  });
}

/** The widest space between lines of one cell. */
const widestWrap = (cells: readonly PlacedCell[]) =>
  Math.max(
    Number.NEGATIVE_INFINITY,
    ...cells.flatMap(({ lines }) =>
      lines.slice(1).map((line, at) => line.box.y0 - (lines[at]?.box.y1 ?? line.box.y0)),
    ),
  );

/** Whether text alone shows the rows: each one's texts share a height, and are farther from the next row than wrapped lines are. */
function rowsAreAligned(cells: readonly PlacedCell[], { rows, columns }: Table): boolean {
  const byRow = Array.from({ length: rows.length }, (): PlacedCell[] => []);
  for (const cell of cells) byRow[cell.row]?.push(cell);
  return byRow.every((row, at) => {
    if (row.length === 0) return false;
    const size = median(row.map(({ lines }) => lines[0]?.size ?? 0));
    // A row with few texts may be the rest of the row above.
    const isWhole =
      row.length >= Math.min(2, columns) || row.some((cell) => cell.column === 0 || cell.colSpan > 1);
    if (!isWhole || !shareHeight(row, sameHeight * size)) return false;
    const above = byRow[at - 1];
    if (!above) return true;
    const space = boxAround(row.map(textBox)).y0 - boxAround(above.map(textBox)).y1;
    return space > widestWrap([...above, ...row]) + rowSpace * size;
  });
}

/** Whether a narrow column may have broken a word in one of the cells: a line of one word fills it, and a short rest follows. */
export function mayBreakWords({ rows, columns }: Table): boolean {
  const cells = placedCells(rows).filter(({ colSpan, lines }) => colSpan === 1 && lines.length > 0);
  const ends = extents(columns, across(cells));
  return cells.some(({ column, lines }) =>
    lines.slice(1).some((line, at) => {
      const before = lines[at];
      const [rest = ""] = line.text.split(" ");
      if (!before || before.text.includes(" ") || !/[\p{L}\p{N}.]$/u.test(before.text)) return false;
      const fills = (ends[column]?.to ?? 0) - before.box.x1 < 0.6 * before.size;
      return fills && (rest.length < 4 || /^\p{Ll}/u.test(rest));
    }),
  );
}

const across = (own: readonly PlacedCell[]) =>
  own.map((cell) => ({ at: cell.column, from: textBox(cell).x0, to: textBox(cell).x1 }));
const down = (own: readonly PlacedCell[]) =>
  own.map((cell) => ({ at: cell.row, from: textBox(cell).y0, to: textBox(cell).y1 }));

/** The lines between rows or columns that aren't at one of the spaces, and long enough to part something. */
const strays = (
  rules: readonly Rule[],
  spaces: readonly Interval[],
  { from, to, start, end }: Interval & { readonly start: number; readonly end: number },
) =>
  rules.some(
    (rule) =>
      rule.at > start + slack &&
      rule.at < end - slack &&
      shared(rule.from, rule.to, from, to) > 0.5 * (to - from) &&
      !spaces.some((space) => rule.at > space.from - slack && rule.at < space.to + slack),
  );

/** What shows the rows and columns of one part of a table. */
export function supportOf({ table, tagKey }: Block, rules: Rules): Support {
  const rowKinds = new Set<KindOfEvidence>();
  const columnKinds = new Set<KindOfEvidence>();
  if (!table) return { rows: rowKinds, columns: columnKinds, contradicted: false };
  const cells = placedCells(table.rows).filter(({ lines }) => lines.length > 0);
  const upright = cells.every(({ lines }) => lines.every(({ horizontal }) => horizontal));
  const single = cells.filter(({ colSpan }) => colSpan === 1);
  const whole = cells.filter(({ rowSpan }) => rowSpan === 1);
  const size = median(cells.map(({ lines }) => lines[0]?.size ?? 0));
  const region = boxAround(cells.map(textBox));
  if (tagKey !== undefined && table.rows.every((row) => row.every((cell) => cell.tagKey !== undefined))) {
    rowKinds.add("tags");
    columnKinds.add("tags");
  }
  if (!upright || cells.length === 0) return { rows: rowKinds, columns: columnKinds, contradicted: false };

  const rightToLeft = readsRightToLeft(cells.flatMap(({ lines }) => lines.map(({ text }) => text)));
  const columnExtents = extents(table.columns, across(single));
  const columnSpaces = spacesOf(rightToLeft ? columnExtents.toReversed() : columnExtents, -slack);
  const rowSpaces = spacesOf(extents(table.rows.length, down(whole)), -0.3 * size);
  const { horizontal, vertical } = withFills(rules, region);

  if (columnSpaces) {
    if (
      columnSpaces.every(({ from, to }) => to - from >= leastGap * size) &&
      columnsAreAligned(single, table.columns)
    )
      columnKinds.add("alignment");
    const crossed = crossings(cells, columnSpaces.length, "column");
    const inOrder = rightToLeft ? crossed.toReversed() : crossed;
    if (allDrawn(columnSpaces, vertical, { from: region.y0, to: region.y1 }, inOrder))
      columnKinds.add("lines");
  }
  if (rowSpaces) {
    if (rowsAreAligned(whole, table)) rowKinds.add("alignment");
    const crossed = crossings(cells, rowSpaces.length, "row");
    if (allDrawn(rowSpaces, horizontal, { from: region.x0, to: region.x1 }, crossed)) rowKinds.add("lines");
  }

  const { x0, x1, y0, y1 } = region;
  const contradicted =
    strays(rules.horizontal, rowSpaces ?? [], { from: x0, to: x1, start: y0, end: y1 }) ||
    strays(rules.vertical, columnSpaces ?? [], { from: y0, to: y1, start: x0, end: x1 });
  return { rows: rowKinds, columns: columnKinds, contradicted };
}
