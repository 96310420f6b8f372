/** Tables without drawn lines: rows with aligned gaps. */

import { groupWhile } from "../../../../core/collections/group-while.ts";
import { boxAround, width } from "../../../../core/geometry.ts";
import type { Line } from "../../model/blocks.ts";
import { decide } from "../../model/rule.ts";
import type { Rule } from "../../model/rules.ts";
import * as t from "../../tolerances/tables.ts";
import { withAlignedStarts } from "../aligned-columns.ts";
import type { Evidence } from "../build-table.ts";
import { type Column, columnsOf, placeRow } from "../text-columns.ts";
import { isBold, type Row, rowsOf } from "../text-rows.ts";
import { vetoes } from "../vetoes.ts";
import { isNumber } from "../wrapped-rows.ts";

/** A row, or three that are closer than lines of one column can be: cells of two lines, with others centered beside them. */
interface Band extends Row {
  readonly parts: readonly Row[];
}

const partsOf = (bands: readonly Band[]) => bands.flatMap(({ parts }) => parts);

/** Whether the second of three rows is beside the middle of the others, whose texts begin at one position. */
function areBand([above, middle, below]: readonly Row[]): boolean {
  if (!above || !middle || !below) return false;
  const { baseline, size } = middle;
  const near = Math.max(baseline - above.baseline, below.baseline - baseline) < t.leastPitch * size;
  const isCentered = Math.abs(above.baseline + below.baseline - 2 * baseline) < 2 * t.sameLine;
  const isApart = ({ chunks }: Row) =>
    chunks.every(({ from, to }) => middle.chunks.every((own) => own.to < from || own.from > to));
  const first = above.chunks[0];
  const begins = first && below.chunks.some(({ from }) => Math.abs(from - first.from) < t.aligned);
  // Numbers below each other are marks of an axis.
  if (!begins || isNumber(first.words)) return false;
  return near && isCentered && isApart(above) && isApart(below);
}

function bandsOf(rows: readonly Row[]): Band[] {
  const bands: Band[] = [];
  for (let at = 0; at < rows.length; ) {
    const parts = rows.slice(at, at + 3);
    const [first] = parts;
    if (!first) break;
    const isBand = areBand(parts);
    const last = parts.at(-1) ?? first;
    bands.push(
      isBand ? { ...last, ...joined(parts), parts } : { ...first, chunks: first.chunks, parts: [first] },
    );
    at += isBand ? 3 : 1;
  }
  return bands;
}

/** The texts of rows, with those that are above each other as one. */
function joined(rows: readonly Row[]): Pick<Row, "lines" | "chunks" | "box"> {
  const chunks = rows.flatMap((row) => row.chunks).sort((a, b) => a.from - b.from);
  const lines = rows.flatMap((row) => row.lines);
  let end = Number.NEGATIVE_INFINITY;
  const stacks = groupWhile(chunks, (before, { from }) => {
    end = Math.max(end, before.to);
    return from < end;
  });
  return {
    lines,
    box: boxAround(lines.map(({ box }) => box)),
    chunks: stacks.map((stack) => ({
      words: stack.flatMap(({ words }) => words),
      from: stack[0].from,
      to: Math.max(...stack.map(({ to }) => to)),
    })),
  };
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

function gapsOf(row: Row): readonly Gap[] {
  return row.chunks.slice(1).flatMap((chunk, at) => {
    const from = row.chunks[at]?.to ?? 0;
    return chunk.from - from >= t.columnGap * row.size ? [{ from, to: chunk.from }] : [];
  });
}

const commonGaps = (a: readonly Gap[], b: readonly Gap[], size: number): Gap[] =>
  a.flatMap((one) =>
    b.flatMap((two) => {
      const [from, to] = [Math.max(one.from, two.from), Math.min(one.to, two.to)];
      return to - from >= t.gapColumns * size ? [{ from, to }] : [];
    }),
  );

/** The parts of the given gaps that no word of a row crosses. */
function leftOpen(gaps: readonly Gap[], row: Row): Gap[] {
  return gaps.flatMap((gap) => {
    let { from, to } = gap;
    for (const chunk of row.chunks) {
      if (chunk.to <= from || chunk.from >= to) continue;
      if (chunk.from <= from && chunk.to >= to) return [];
      if (chunk.from <= from) from = chunk.to;
      else if (chunk.to >= to) to = chunk.from;
      else return [];
    }
    return to - from >= t.gapColumns * row.size ? [{ from, to }] : [];
  });
}

/**
 * Whether a row is the title of another table: separate, and in larger type than the rows around it, or in bold type and farther
 * below than any of the `above` is from the next.
 */
function isTitle(row: Row, above: readonly Row[], after: Row | undefined): boolean {
  const { chunks, size, baseline } = row;
  const before = above.at(-1);
  if (chunks.length > 1 || !before) return false;
  if (size > t.headline * before.size && (after === undefined || size > t.headline * after.size)) return true;
  const gap = baseline - before.baseline;
  return isBold(row) && gap > t.headlineGap * size && gap > t.titlePitch * Math.max(...pitchesOf(above));
}

const pitchesOf = (rows: readonly Row[]) =>
  rows.slice(1).map(({ baseline }, at) => baseline - (rows[at]?.baseline ?? 0));

/** Whether a row is the next line of the first cell above it: that had no room for its first word, or a word continues. */
function continues(before: Row, { chunks: [chunk], baseline, size }: Row, [gap]: readonly Gap[]): boolean {
  const [last, first] = [before.chunks[0]?.words.at(-1), chunk?.words[0]];
  if (!last || !first || !gap || baseline - before.baseline > t.linePitch * size) return false;
  return last.text.endsWith("-") || last.box.x1 + t.nextWord * size + width(first.box) > gap.to;
}

/** The lines of the last row's first cell, below it: as close as rows are, in the first column, and followed by more space. */
function lastLines(own: readonly Row[], below: readonly Band[], [column, next]: readonly Column[]): Band[] {
  if (!column || !next) return [];
  const pitches = pitchesOf(own).filter((pitch) => pitch > t.leastPitch * (own[0]?.size ?? 0));
  const most = t.sameLine + Math.min(...pitches);
  const isNear = (at: number) =>
    (below[at]?.baseline ?? 0) - ((below[at - 1] ?? own.at(-1))?.baseline ?? 0) < most;
  const isInside = ({ chunks: [chunk, ...more] }: Row) =>
    chunk !== undefined &&
    more.length === 0 &&
    Math.abs(chunk.from - column.from) < 1 &&
    chunk.to < next.from;
  const end = below.findIndex((row, at) => !isNear(at) || !isInside(row));
  if (end < 0) return [...below];
  return isNear(end) ? [] : below.slice(0, end);
}

/** The end of a table whose last row with several cells is at `last`: the lines below may belong to its cells, or be body text. */
function endOfTable(rows: readonly Row[], last: number, end: number): number {
  let stop = last + 1;
  for (; stop < end; stop += 1) {
    const [row, before] = [rows[stop], rows[stop - 1]];
    if (!row || !before || row.baseline - before.baseline > t.linePitch * row.size) break;
    if (row.chunks.length === 1 && row.box.x0 <= (rows[last]?.box.x0 ?? 0) + 1) break;
  }
  return stop;
}

/** The height below the bold rows that begin a table: its header, if each has several cells or is beside the one above. */
function edgeOf(rows: readonly Row[]): number[] {
  const heads = rows.findIndex((row) => !isBold(row));
  const [last, next] = [rows[heads - 1], rows[heads]];
  const whole = rows.slice(0, heads).every(({ chunks, baseline }, at) => {
    const near = baseline - (rows[at - 1]?.baseline ?? Number.NaN) < t.leastPitch * (last?.size ?? 0);
    return chunks.length > 1 || near;
  });
  return last && next && whole ? [(last.baseline + next.box.y0) / 2] : [];
}

/** Maximum rows examined, from each start of a possible table: hostile pages have thousands. */
const mostLooked = 20_000;

/** The row above a table's first one that a line separates from it: texts over several columns each. */
function spanningHead(
  above: Row | undefined,
  own: readonly Band[],
  rules: readonly Rule[],
): { readonly row: Row; readonly rule: Rule; readonly edge: number } | undefined {
  const [first, second] = own;
  if (!above || !first || !second || first.baseline - above.baseline > t.rowReach * first.size)
    return undefined;
  const { chunks, box, baseline } = above;
  const region = boxAround(own.map((row) => row.box));
  const isInside = box.x0 > region.x0 - 1 && box.x1 < region.x1 + 1;
  const isOver = 1 < chunks.length && chunks.length < first.chunks.length;
  const rule = rules.find(
    ({ at, from, to }) => at > baseline && at < first.baseline && from < box.x0 + 1 && to > box.x1 - 1,
  );
  if (!rule || !isInside || !isOver) return undefined;
  return { row: above, rule, edge: (first.baseline + second.box.y0) / 2 };
}

/** Tables in a stretch of lines not divided into columns of body text. `veto` receives the names of vetoes. */
export function gapEvidence(
  lines: readonly Line[],
  rules: readonly Rule[] = [],
  veto = (_rule: string) => {},
): Evidence[] {
  const rows = bandsOf(rowsOf(lines.filter((line) => line.horizontal)));
  const found: Evidence[] = [];
  let looked = 0;

  for (let start = 0; start + 1 < rows.length && looked < mostLooked; ) {
    const first = rows[start];
    let gaps = first ? gapsOf(first) : [];
    if (!first || gaps.length === 0) {
      start += 1;
      continue;
    }
    let end = start + 1;
    let multi = 1;
    let lastMulti = start;
    for (; end < rows.length; end += 1) {
      const [row, before] = [rows[end], rows[end - 1]];
      if (!row || !before) break;
      if (row.baseline - before.baseline > t.farRow * Math.max(row.size, before.size)) break;
      if (isTitle(row, rows.slice(start, end), rows[end + 1])) break;
      const own = gapsOf(row);
      const common = own.length > 0 ? commonGaps(gaps, own, row.size) : [];
      const next = leftOpen(gaps, row);
      if (next.length === 0) break;
      if (own.length === 0 && end - lastMulti > t.singleRows) break;
      gaps = next;
      if (common.length > 0) {
        multi += 1;
        lastMulti = end;
      }
    }
    const stop = endOfTable(rows, lastMulti, end);
    const own = rows.slice(start, stop);
    looked += own.length;
    const columns = columnsOf(partsOf(own), t.gapColumns);
    const placed = own.map((row) => placeRow(row, columns));
    const seen = { rows: placed, columns: columns.length, edges: 0, wraps: false };
    const around = { around: lines };
    const plain = multi >= 2 && columns.length > 1 ? decide(vetoes, seen) : undefined;
    const vetoed = plain ?? (multi >= 2 ? decide(vetoes, { ...seen, gaps: around }) : undefined);
    if (vetoed) veto(vetoed.rule);
    // No row of a chart or of body text begins a table.
    if (plain) start = stop;
    else if (multi >= 2 && gaps.length > 0 && !vetoed) {
      const continued: Band[] = [];
      const tail = rows[stop];
      const last = rows[stop - 1];
      if (tail && last && stop < end && continues(last, tail, gaps)) own.push(tail);
      else continued.push(...lastLines(own, rows.slice(stop), columns));
      const all = [...own, ...continued];
      const region = boxAround(all.map(({ box }) => box));
      const parts = partsOf(own);
      const head = spanningHead(rows[start - 1], own, rules);
      found.push({
        region: head ? boxAround([region, head.row.box]) : region,
        rows: head ? [head.row, ...partsOf(all)] : partsOf(all),
        columns: withAlignedStarts(columns, parts),
        rowEdges: head ? [head.edge] : edgeOf(parts),
        ...(head && { headParts: [head.rule] }),
        continued: partsOf(continued),
      });
      start += all.length;
    } else start += 1;
  }

  return found;
}
