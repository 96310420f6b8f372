/** Tables between horizontal lines: columns of text framed by at least two lines. */

import { groupWhile } from "../../../../core/collections/group-while.ts";
import { boxAround, holds, median, shared } from "../../../../core/geometry.ts";
import type { Line } from "../../model/blocks.ts";
import type { Rule, Rules } from "../../model/rules.ts";
import * as t from "../../tolerances/tables.ts";
import { bandColumns } from "../aligned-columns.ts";
import type { Evidence } from "../build-table.ts";
import { middle } from "../table-head.ts";
import { type Column, columnsOf, placeRow } from "../text-columns.ts";
import { inPieces, isBold, type Row, rowsOf } from "../text-rows.ts";
import { isNumber } from "../wrapped-rows.ts";

/** Maximum horizontal lines of a page to examine: hostile ones have thousands. */
const mostRules = 500;

/** Tables between lines across the page or column: at least two of the same extent with columns of text between them. */
export function ruleEvidence(rules: Rules, lines: readonly Line[]): Evidence[] {
  const groups: Rule[][] = [];
  const tall = rules.horizontal.filter(({ from, to }) => to - from > t.longRule).slice(0, mostRules);

  for (const rule of [...tall].sort((a, b) => a.at - b.at)) {
    const group = groups.find(([first]) => first && alike(first, rule));
    if (group) group.push(rule);
    else groups.push([rule]);
  }

  return groups.flatMap((group) => {
    // Rules far apart belong to different tables: each run with text in columns is one.
    const runs = groupWhile(
      group,
      (last, rule, run) =>
        !holdsTable(last, rule, tall) &&
        !isCrossed(last, rule, tall) &&
        inColumns(last, rule, lines) &&
        !beginsText(run, rule, lines) &&
        !isHeadline(run, rule, lines, rules.vertical),
    );
    return runs.flatMap((run) => bandTable(run, lines, rules) ?? []);
  });
}

const alike = (a: Rule, b: Rule) =>
  Math.abs(a.from - b.from) < t.sameEnds && Math.abs(a.to - b.to) < t.sameEnds;

/** Whether several lines of a different, common width are between two lines: those of another table. */
function holdsTable(a: Rule, b: Rule, rules: readonly Rule[]): boolean {
  const inside = rules.filter(
    ({ at, from, to }) =>
      at > a.at && at < b.at && shared(from, to, a.from, a.to) > t.otherRule * (a.to - a.from),
  );
  const [first] = inside;
  return (
    first !== undefined && inside.length > 2 && !alike(first, a) && inside.every((rule) => alike(rule, first))
  );
}

/** Whether a line that is wider at both ends, or at one, is between two: that of a heading. */
const isCrossed = (a: Rule, b: Rule, rules: readonly Rule[]) =>
  rules.some(
    (rule) =>
      rule.at > a.at && rule.at < b.at && rule.from < a.from + 1 && rule.to > a.to - 1 && !alike(rule, a),
  );

function between(a: Rule, b: Rule, lines: readonly Line[]): Line[] {
  const box = { x0: a.from - t.bandEdge, x1: a.to + t.bandEdge, y0: a.at, y1: b.at };
  const right = box.x1 + Math.max(6, t.protruding * (a.to - a.from));
  // A single word may be too long for its column.
  return lines.filter(
    ({ horizontal, box: own, words }) =>
      horizontal && holds(box, own) && own.x0 > box.x0 - 6 && (own.x1 < right || words.length === 1),
  );
}

/** Whether only a line in larger type is between a run and the next rule: two tables, one below the other. */
function isHeadline(
  run: readonly Rule[],
  next: Rule,
  lines: readonly Line[],
  vertical: readonly Rule[],
): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || first === last) return false;
  // A vertical line through both continues next to it.
  if (vertical.some(({ from, to }) => from < last.at - 2 && to > next.at + 2)) return false;
  const own = between(last, next, lines);
  const sizes = between(first, last, lines).map(({ size }) => size);
  return own.length > 0 && sizes.length > 0 && own.every(({ size }) => size > t.bandHeadline * median(sizes));
}

/** Whether body text follows the last of several rules, and rows of cells precede the next: those of another table. */
function beginsText(run: readonly Rule[], next: Rule, lines: readonly Line[]): boolean {
  const last = run.at(-1);
  if (!last || run.length < 3) return false;
  const [text, ...rows] = rowsOf(between(last, next, lines));
  const [chunk, ...more] = text?.chunks ?? [];
  if (!chunk || more.length > 0 || chunk.to - chunk.from < t.wideText * (last.to - last.from)) return false;
  return rows.some(({ chunks }) => chunks.length > 1);
}

/** Whether the text between two rules is in columns: a title between the first two may be separate. */
function inColumns(a: Rule, b: Rule, lines: readonly Line[]): boolean {
  const own = between(a, b, lines);
  if (own.length === 0) return b.at - a.at < t.emptyBand;
  const rows = rowsOf(own);
  const columns = bandColumns(rows);
  if (columns.length < 2) return rows.length <= 2 && b.at - a.at < t.titleBand;
  const multi = rows.map((row) => placeRow(row, columns).cells.size > 1);
  if (partsTables(rows, columns, multi)) return false;
  // Lines at the head and foot of a page enclose its text, possibly including a table: their own table would have begun by then.
  const first = multi.indexOf(true);
  if (first < 0 || first > t.titleRows) return false;
  return rows.length <= t.headRows || multi.filter(Boolean).length >= t.severalRows * rows.length;
}

/** Whether a line in larger type, or two lines of body text, separate rows of cells: they separate two tables. */
function partsTables(
  rows: readonly Row[],
  [left, right]: readonly Column[],
  multi: readonly boolean[],
): boolean {
  const size = median(rows.map((row) => row.size));
  const [first, last] = [multi.indexOf(true), multi.lastIndexOf(true)];
  const isProse = ({ chunks: [chunk, next] }: Row) =>
    chunk !== undefined && !next && chunk.from < (left?.to ?? 0) && chunk.to > (right?.from ?? 0) + size;
  return rows.some((row, at) => {
    if (at <= first || at >= last || row.chunks.length > 1) return false;
    const [before, after] = [rows[at - 1], rows[at + 1]];
    const above = before === undefined ? 0 : row.baseline - before.baseline;
    const isTitle = after !== undefined && !after.chunks.some(({ words }) => isNumber(words));
    return (
      (isTitle && row.size > t.headline * size && above > t.headlineGap * row.size) ||
      (isProse(row) && after !== undefined && isProse(after) && at + 1 < last)
    );
  });
}

/** The rows above a line that may be a header: the one directly above it, and bold ones close above that. */
function rowsAbove(first: Rule, size: number, lines: readonly Line[]): Row[] {
  const near = between(
    { ...first, at: first.at - (t.headReach + t.openHead * t.rowReach) * size },
    first,
    lines,
  );
  const rows = rowsOf(near).map(inPieces);
  const last = rows.at(-1);
  if (!last || between({ ...first, at: first.at - t.headReach * size }, first, last.lines).length === 0)
    return [];
  let from = rows.length - 1;
  while (from > 0 && rows.length - from < t.openHead && rows.slice(from - 1).every(isBold)) from -= 1;
  const head = rows.slice(from);
  // Isolated text at the left is a title.
  const begins = head.findIndex(({ chunks, box }) => chunks.length > 1 || box.x0 > first.from + 2 * size);
  return head.slice(Math.max(0, begins));
}

/** The row directly above a rule. */
function rowOver(rule: Rule, size: number, lines: readonly Line[]): Row | undefined {
  return rowsOf(between({ ...rule, at: rule.at - t.headReach * size }, rule, lines)).at(-1);
}

/** Whether each rule ends a row, all at one distance, the row above the first rule too. */
function areClosed(run: readonly Rule[], [row]: readonly Row[], lines: readonly Line[]): boolean {
  const spaces = run.map((rule) => rule.at - (rowOver(rule, row?.size ?? 0, lines)?.baseline ?? Number.NaN));
  return (
    spaces.length > 1 && spaces.every((space) => Math.abs(space - (spaces[0] ?? Number.NaN)) < t.sameLine)
  );
}

/** Whether a line is drawn below a heading: separate bold text above it, and other text below. */
function isUnderHeading(rule: Rule, lines: readonly Line[]): boolean {
  const row = rowOver(rule, median(lines.map(({ size }) => size)), lines);
  return row !== undefined && row.chunks.length === 1 && isBold(row);
}

/** The rows of headers directly above a table's first line, each over its own column in the `rows` below. */
function headAbove(
  run: readonly Rule[],
  rows: readonly Row[],
  lines: readonly Line[],
  closed: boolean,
): Row[] | undefined {
  const [first] = run;
  if (!first) return undefined;

  const head = rowsAbove(first, rows[0]?.size ?? 0, lines);
  const full = head.reduce<Row | undefined>(
    (most, row) => (most && most.chunks.length >= row.chunks.length ? most : row),
    undefined,
  );
  if (!full || rows.length < (closed ? 1 : 2) || full.chunks.length < 2) return undefined;
  const all = [...head, ...rows];
  const columns = withLeftHeads(bandColumns(all, head.length), all, head.length);
  const { cells } = placeRow(full, columns);
  const apart = cells.size === full.chunks.length && [...cells].every(([at, { last }]) => at === last);
  const filled = new Set(head.flatMap((row) => [...placeRow(row, columns).cells.keys()]));
  // A column of names may have no header.
  const named = columns.length - (filled.has(0) ? 0 : 1);
  if (!apart || filled.size < named || !rows.some((row) => row.chunks.length > 1)) return undefined;
  const begins = full.chunks.every(({ from }, at) => Math.abs(from - (columns[at]?.from ?? 0)) < 1);
  // A single line is below the header, and several may be below each row: of two, the first is above the header.
  const isOpen = run.length !== 2;

  return closed ||
    (head.length === 1 && begins && isOpen) ||
    (head.every(isBold) && rows[0] !== undefined && !isBold(rows[0]))
    ? head
    : undefined;
}

/** The rows between a run's first and last rule, and those below that continue its columns. */
function rowsOfBand(run: readonly Rule[], rows: readonly Row[], lines: readonly Line[]): readonly Row[] {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return [];
  const filled = run.slice(1).filter((rule, at) => between(run[at] ?? first, rule, lines).length > 0);
  if (filled.length === 1) return [...rows, ...rowsBelow(rows, last, lines)];
  return rows.length > 0 ? rows : rowsBelow([], last, lines);
}

/**
 * Rows below the last rule of a table that isn't closed there, for example because it continues on the next page: they fit the
 * columns of its header, and none crosses from one to the next.
 */
function rowsBelow(head: readonly Row[], last: Rule, lines: readonly Line[]): Row[] {
  if (head.length > t.openHead || (head.length > 0 && columnsOf(head, t.gridColumns).length < 2)) return [];

  const below = rowsOf(between(last, { ...last, at: Number.POSITIVE_INFINITY }, lines));
  const near: Row[] = [];
  let bottom = last.at;

  for (const row of below) {
    if (row.baseline - bottom > t.rowReach * row.size || (head.length === 0 && isHeading(row, near))) break;
    near.push(row);
    bottom = row.baseline;
  }

  const columns = bandColumns([...head, ...near], head.length);
  const multi = near.map((row) => placeRow(row, columns).cells.size > 1);

  // The others are centered beside a first cell of several lines.
  const isTall =
    (near[1]?.baseline ?? Number.NaN) - (near[0]?.baseline ?? 0) < t.leastPitch * (near[0]?.size ?? 0);

  return multi[isTall ? 1 : 0] === true && multi.filter(Boolean).length >= 2 ? withoutTitle(near) : [];
}

/** Whether a row is a heading for the text after a table: separate in its line, in larger or bold type that no row above has. */
function isHeading(row: Row, above: readonly Row[]): boolean {
  if (row.chunks.length > 1 || above.length === 0) return false;
  return above.every(({ size }) => row.size > t.headline * size) || (isBold(row) && !above.some(isBold));
}

/**
 * Rows without those after the last one with several cells if they are farther below it than any other row distance: they are
 * a heading for the next text.
 */
function withoutTitle(rows: readonly Row[]): Row[] {
  const end = rows.findLastIndex(({ chunks }) => chunks.length > 1) + 1;
  const pitch = (at: number) => (rows[at]?.baseline ?? 0) - (rows[at - 1]?.baseline ?? 0);
  const widest = Math.max(...rows.slice(1, end).map((_, at) => pitch(at + 1)));
  return end < rows.length && pitch(end) > t.titlePitch * widest ? rows.slice(0, end) : [...rows];
}

/** Maximum columns of a table: hostile pages have tens of thousands of words in a row. */
const mostColumns = 200;

/** Columns including those filled only by the header: separate header text above the second rule. */
function withHeadColumns(
  columns: readonly Column[],
  rows: readonly Row[],
  [, rule]: readonly Rule[],
): Column[] {
  const all = [...columns];
  if (!rule || !rows.some(({ baseline }) => baseline > rule.at)) return all;

  // Numbers aren't headers: they may be a chart's labels.
  const head = rows.filter(
    ({ baseline, chunks }) => baseline < rule.at && !chunks.every(({ words }) => isNumber(words)),
  );

  for (const { chunks, size } of head)
    for (const { from, to } of chunks.slice(0, mostColumns)) {
      const isApart = ({ from: start, to: end }: Column) =>
        shared(from, to, start, end) < -t.gridColumns * size;
      if (all.length < mostColumns && all.every(isApart)) all.push({ from, to });
    }

  return all.sort((a, b) => a.from - b.from);
}

/** Columns, joining one filled only by the header with the next if that has none: headers are at the left of numbers. */
function withLeftHeads(columns: readonly Column[], rows: readonly Row[], heads: number): Column[] {
  const placed = rows.map((row) => placeRow(row, columns).cells);
  const [head, body] = [placed.slice(0, heads), placed.slice(heads)];
  const isHead = (at: number) => head.some((cells) => cells.has(at)) && !body.some((cells) => cells.has(at));
  const isBare = (at: number) => at < columns.length && !head.some((cells) => cells.has(at));
  return columns.flatMap((column, at): Column[] => {
    if (isHead(at) && isBare(at + 1)) return [];
    const before = columns[at - 1];
    return before && isHead(at - 1) && isBare(at) ? [{ from: before.from, to: column.to }] : [column];
  });
}

/** Vertical lines that separate the columns of a table between two horizontal lines. */
function columnBorders(vertical: readonly Rule[], first: Rule, last: Rule): number[] {
  const lengths: { at: number; length: number }[] = [];
  for (const rule of vertical) {
    const length = shared(rule.from, rule.to, first.at, last.at);
    if (length <= 0 || rule.at < first.from + 3 || rule.at > first.to - 3) continue;
    const known = lengths.find(({ at }) => Math.abs(at - rule.at) < 3);
    if (known) known.length += length;
    else lengths.push({ at: rule.at, length });
  }
  const tall = lengths.filter(({ length }) => length > t.tallBorder * (last.at - first.at));
  return tall.map(({ at }) => at).sort((a, b) => a - b);
}

/** Whether two lines are in the header of a wider table: the rows below them begin with a name at the left of both. */
function areInHead([first, last, ...more]: readonly Rule[], lines: readonly Line[]): boolean {
  if (!first || !last || more.length > 0) return false;
  const below = rowsBelow([], last, lines);
  return (
    below.length > 1 &&
    below.every(({ baseline, size, box }) =>
      lines.some(
        (line) =>
          line.horizontal &&
          Math.abs(line.baseline - baseline) < t.sameLine &&
          line.box.x1 < first.from + t.bandEdge &&
          line.box.x1 < box.x0 - t.columnGap * size,
      ),
    )
  );
}

function bandTable(run: readonly Rule[], lines: readonly Line[], rules: Rules): Evidence | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || run.every((rule) => isUnderHeading(rule, lines)) || areInHead(run, lines))
    return undefined;
  const ruled = rowsOf(between(first, last, lines), rules.vertical);
  const closed = areClosed(run, ruled, lines);
  const rows = closed ? ruled : rowsOfBand(run, ruled, lines);
  const head = headAbove(run, rows, lines, closed);
  if (rows.length < (closed && head ? 1 : 2) || (run.length < 2 && !head)) return undefined;
  const below = run[1]?.at ?? last.at;
  const heads = head ? head.length : rows.findIndex(({ baseline }) => baseline > below);
  const all = [...(head ?? []), ...rows];
  const found = bandColumns(all, heads, columnBorders(rules.vertical, first, last));
  if (found.length < 2) return undefined;
  const columns = withLeftHeads(withHeadColumns(found, rows, run), all, heads);
  if ((closed ? all : rows).filter((row) => placeRow(row, columns).cells.size > 1).length < 2)
    return undefined;

  const bottom = Math.max(last.at, rows.at(-1)?.baseline ?? last.at);
  const top = head?.[0]?.baseline ?? first.at + 2;
  const within = rules.horizontal.filter(
    ({ at, from, to }) => at > top && at < bottom - 2 && shared(from, to, first.from, first.to) > 0,
  );
  const crosses = ({ from, to }: Rule) =>
    columns.every((column) => from < middle(column) && to > middle(column));
  const wide = within.filter(
    (rule) => shared(rule.from, rule.to, first.from, first.to) > t.wholeRule * (first.to - first.from),
  );
  // Below a part of the header are the headers that the rest has only one of.
  const inner = wide.some(crosses) ? wide.filter(crosses) : wide;
  const held = all.flatMap((row) => row.lines);

  return {
    region: boxAround([
      ...held.map(({ box }) => box),
      { x0: first.from, x1: first.to, y0: first.at, y1: last.at },
    ]),
    rows: all,
    columns,
    rowEdges: [...(head ? [first.at] : []), ...inner.map(({ at }) => at)],
    headParts: within.filter((rule) => !inner.includes(rule)),
  };
}
