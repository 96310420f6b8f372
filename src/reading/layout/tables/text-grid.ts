/** Tables by how their text is aligned: rows and columns of text to cells. */
import type { Box, Word } from "../../../core/page-layout.ts";
import { boxAround } from "../../lines/geometry.ts";
import { lineOf } from "../columns/join-pieces.ts";
import type { Cell, Line, Table } from "../model/blocks.ts";
import { type Column, type PlacedRow, placeRow } from "./text-columns.ts";
import type { Row } from "./text-rows.ts";
import { continues, wrappingOf } from "./wrapped-rows.ts";

function cellOf(
  groups: readonly { words: readonly Word[]; line: Line }[],
  last: number,
  first: number,
): Cell {
  const lines = groups.map(({ words, line }) =>
    lineOf(
      [...words]
        .sort((a, b) => a.box.x0 - b.box.x0)
        .map((word, at) => (at === 0 ? word : withSpace(word, words))),
      line,
      line.order,
    ),
  );
  return {
    lines,
    box: boxAround(lines.map(({ box }) => box)),
    rowSpan: 1,
    colSpan: last - first + 1,
    header: false,
  };
}

/** Words of unlike pieces have lost the space between them. */
function withSpace(word: Word, all: readonly Word[]): Word {
  if (word.spaced) return word;
  const before = all.reduce(
    (most, { box }) => (box.x1 <= word.box.x0 + 0.5 ? Math.max(most, box.x1) : most),
    Number.NEGATIVE_INFINITY,
  );
  return word.box.x0 - before > 0.15 * word.size ? { ...word, spaced: true } : word;
}

const emptyCell = (box: Box): Cell => ({ lines: [], box, rowSpan: 1, colSpan: 1, header: false });

/**
 * Rows and columns to a table. `separators`: heights of drawn lines across it; where they part most rows, they alone do.
 */
export function tableOf(
  rows: readonly Row[],
  columns: readonly Column[],
  separators: readonly number[],
): Table {
  const placed = rows.map((row) => placeRow(row, columns));
  const groups: PlacedRow[][] = [];
  const inner = separators.filter(
    (y) => rows.some((row) => row.baseline < y + 1) && rows.some((row) => row.baseline > y + 1),
  );
  const decisive = inner.length >= 3 || (inner.length >= 2 && inner.length >= rows.length / 3);
  const firstRule = Math.min(...inner);
  const hasHead = Number.isFinite(firstRule);
  const wrapping = wrappingOf(
    placed,
    placed.filter(({ row }) => !hasHead || row.baseline > firstRule),
    columns,
  );
  placed.forEach((row, at) => {
    const before = placed[at - 1];
    const group = groups.at(-1);
    const parted =
      before && inner.some((y) => y > before.row.baseline - 1 && y < row.row.baseline - 0.3 * row.row.size);
    const joins =
      decisive && inner.length >= rows.length / 4
        ? !parted
        : before && group && !parted && continues(group, row, wrapping);
    if (group && before && joins) group.push(row);
    else groups.push([row]);
  });
  const headerRows = hasHead
    ? groups.filter((group) => group.every(({ row }) => row.baseline < firstRule + 1)).length
    : 1;
  const box = boxAround(rows.map((row) => row.box));
  return {
    columns: columns.length,
    rows: groups.map((group, at): Cell[] => {
      const cells: Cell[] = [];
      const used = new Map<number, number>();
      for (const { cells: own } of group)
        for (const [first, { last }] of own) used.set(first, Math.max(used.get(first) ?? first, last));
      for (let column = 0; column < columns.length; ) {
        const own = group.flatMap(({ row, cells: found }) => {
          const words = found.get(column)?.words;
          const line = row.lines[0];
          return words && line ? [{ words, line }] : [];
        });
        let last = used.get(column) ?? column;
        for (let next = column + 1; next <= last; next += 1) if (used.has(next)) last = next - 1;
        const { from, to } = columns[column] ?? { from: box.x0, to: box.x1 };
        const empty = emptyCell({
          x0: from,
          x1: to,
          y0: group[0]?.row.box.y0 ?? 0,
          y1: group.at(-1)?.row.box.y1 ?? 0,
        });
        const cell = own.length > 0 ? cellOf(own, last, column) : empty;
        cells.push({ ...cell, header: at < Math.max(1, headerRows) && at < groups.length - 1 });
        column = last + 1;
      }
      return cells;
    }),
  };
}
