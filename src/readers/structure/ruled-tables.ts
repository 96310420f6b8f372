/** Tables whose cells are drawn: lines in both directions that touch, or lines across with text in columns between them. */
import type { Box } from "../../core/page-layout.ts";
import { boxAround, centerX, centerY, clusterValues, holds, shared } from "./geometry.ts";
import { lineOf } from "./lines.ts";
import type { Cell, Line, Table } from "./model.ts";
import type { Rule, Rules } from "./rules.ts";
import { columnsOf, placeRow, rowOf, rowsOf, tableOf } from "./text-grid.ts";

/** A table on a page and the lines that it holds. */
export interface FoundTable {
  readonly table: Table;
  readonly box: Box;
  readonly lines: readonly Line[];
}

/** Points: how far apart lines may end and still meet. */
const slack = 3;

interface Component {
  readonly horizontal: Rule[];
  readonly vertical: Rule[];
}

/** Lines in both directions that touch each other. */
function components(rules: Rules): Component[] {
  const all = [
    ...rules.horizontal.map((rule) => ({ rule, across: true })),
    ...rules.vertical.map((rule) => ({ rule, across: false })),
  ];
  if (all.length > 4000) return [];
  const parent = all.map((_, at) => at);
  const find = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[at] = root;
    return root;
  };
  rules.horizontal.forEach((h, i) => {
    rules.vertical.forEach((v, k) => {
      const meets =
        v.at >= h.from - slack && v.at <= h.to + slack && h.at >= v.from - slack && h.at <= v.to + slack;
      if (meets) parent[find(i)] = find(rules.horizontal.length + k);
    });
  });
  const found = new Map<number, Component>();
  all.forEach(({ rule, across }, at) => {
    const root = find(at);
    const component = found.get(root) ?? { horizontal: [], vertical: [] };
    (across ? component.horizontal : component.vertical).push(rule);
    found.set(root, component);
  });
  return [...found.values()].filter(
    ({ horizontal, vertical }) => horizontal.length >= 2 && vertical.length >= 2,
  );
}

/** Whether one of the rules near `at` covers most of an interval. */
function covered(rules: readonly Rule[], at: number, from: number, to: number): boolean {
  let length = 0;
  for (const rule of rules)
    if (Math.abs(rule.at - at) <= slack) length += Math.max(0, shared(rule.from, rule.to, from, to));
  return length >= 0.6 * (to - from);
}

interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly box: Box;
}

/** The cells of a grid, spans where a border is missing. */
function gridCells(
  { horizontal, vertical }: Component,
  xs: readonly number[],
  ys: readonly number[],
): GridCell[] {
  const taken = new Set<number>();
  const width = xs.length - 1;
  const cells: GridCell[] = [];
  for (let row = 0; row + 1 < ys.length; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (taken.has(row * width + column)) continue;
      const [top, bottom] = [ys[row] ?? 0, ys[row + 1] ?? 0];
      let right = column + 1;
      while (
        right < width &&
        !taken.has(row * width + right) &&
        !covered(vertical, xs[right] ?? 0, top, bottom)
      )
        right += 1;
      let down = row + 1;
      const open = (y: number) => {
        if (covered(horizontal, ys[y] ?? 0, xs[column] ?? 0, xs[right] ?? 0)) return false;
        // The rows below must have the same sides and nothing in between.
        const [next, end] = [ys[y] ?? 0, ys[y + 1] ?? 0];
        for (let x = column + 1; x < right; x += 1)
          if (covered(vertical, xs[x] ?? 0, next, end)) return false;
        return right === width || covered(vertical, xs[right] ?? 0, next, end);
      };
      while (down + 1 < ys.length && open(down)) down += 1;
      for (let y = row; y < down; y += 1) for (let x = column; x < right; x += 1) taken.add(y * width + x);
      cells.push({
        row,
        column,
        rowSpan: down - row,
        colSpan: right - column,
        box: { x0: xs[column] ?? 0, x1: xs[right] ?? 0, y0: top, y1: ys[down] ?? 0 },
      });
    }
  }
  return cells;
}

/** Lines of a cell: each line's words that lie in it, on their baselines. */
export function cellLines(lines: readonly Line[], box: Box): Line[] {
  const inside = lines.flatMap((line): Line[] => {
    const words = line.words.filter((word) => {
      const x = centerX(word.box);
      const y = centerY(word.box);
      return x > box.x0 && x <= box.x1 && y > box.y0 && y <= box.y1;
    });
    if (words.length === 0) return [];
    return [words.length === line.words.length ? line : lineOf(words, line, line.order)];
  });
  return rowsOf(inside).map((row) => {
    if (row.lines.length === 1 && row.lines[0]) return row.lines[0];
    const sorted = [...row.lines].sort((a, b) => a.box.x0 - b.box.x0);
    const rightToLeft = sorted.some((line) => line.rightToLeft);
    if (rightToLeft) sorted.reverse();
    const words = sorted.flatMap((line) =>
      line.words.map((word, at) => (at === 0 ? { ...word, spaced: true } : word)),
    );
    return lineOf(
      words,
      sorted[0] ?? row.lines[0] ?? lines[0] ?? inside[0] ?? { horizontal: true, rightToLeft, tag: undefined },
      sorted[0]?.order ?? 0,
    );
  });
}

/** A grid row drawn around several rows of text: the text's rows, when all its cells have them alike. */
function splitRow(cells: readonly Cell[]): Cell[][] {
  const filled = cells.filter(({ lines }) => lines.length > 0);
  const most = Math.max(0, ...filled.map(({ lines }) => lines.length));
  const same = filled.filter(({ lines }) => lines.length === most).length;
  if (most < 3 || filled.length < 3 || same < 0.7 * filled.length || cells.some((cell) => cell.rowSpan > 1))
    return [[...cells]];
  const model = filled.find(({ lines }) => lines.length === most)?.lines ?? [];
  const rows = model.map((line) =>
    cells.map((cell): Cell => {
      const own = cell.lines.filter((other) => Math.abs(other.baseline - line.baseline) < 0.4 * line.size);
      return { ...cell, lines: own, header: cell.header };
    }),
  );
  const kept = rows.reduce((sum, row) => sum + row.reduce((n, cell) => n + cell.lines.length, 0), 0);
  const all = cells.reduce((n, cell) => n + cell.lines.length, 0);
  return kept === all ? rows : [[...cells]];
}

function withEdges(values: readonly number[], from: number, to: number): number[] {
  const found = clusterValues(values, slack);
  if ((found[0] ?? from) - from > 12) found.unshift(from);
  if (to - (found.at(-1) ?? to) > 12) found.push(to);
  return found;
}

/** A cell over several columns whose words stand in each of them, apart: its borders are only not drawn. */
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

function gridTable(component: Component, lines: readonly Line[]): FoundTable | undefined {
  const { horizontal, vertical } = component;
  const left = Math.min(...horizontal.map(({ from }) => from), ...vertical.map(({ at }) => at));
  const right = Math.max(...horizontal.map(({ to }) => to), ...vertical.map(({ at }) => at));
  const top = Math.min(...vertical.map(({ from }) => from), ...horizontal.map(({ at }) => at));
  const bottom = Math.max(...vertical.map(({ to }) => to), ...horizontal.map(({ at }) => at));
  const xs = withEdges(
    vertical.map(({ at }) => at),
    left,
    right,
  );
  const ys = withEdges(
    horizontal.map(({ at }) => at),
    top,
    bottom,
  );
  if (xs.length < 3 || ys.length < 3 || xs.length * ys.length > 20_000) return undefined;
  const box = { x0: left, y0: top, x1: right, y1: bottom };
  const inside = lines.filter((line) => line.horizontal && holds(box, line.box, 1));
  if (inside.length < 2) return undefined;
  const cells = gridCells(component, xs, ys);
  if (cells.length < 4) return undefined;
  const filled = cells
    .flatMap((cell) => partSpan(cell, inside, xs))
    .map((cell) => ({ cell, lines: cellLines(inside, cell.box) }));
  const occupied = filled.filter((entry) => entry.lines.length > 0);
  const columns = new Set(occupied.map(({ cell }) => cell.column)).size;
  const rowCount = new Set(occupied.map(({ cell }) => cell.row)).size;
  if (columns < 2 || rowCount < 2 || occupied.length < 0.2 * cells.length) return undefined;
  // A chart's bars and grid lines hold a label here and there; a table's rows are filled.
  const perRow = new Map<number, number>();
  for (const { cell } of occupied) perRow.set(cell.row, (perRow.get(cell.row) ?? 0) + 1);
  const full = [...perRow.values()].filter((count) => count > 1).length;
  if (full < 0.4 * perRow.size || (ys.length > 6 && perRow.size < 0.5 * (ys.length - 1))) return undefined;
  const rows: Cell[][] = [];
  for (let row = 0; row + 1 < ys.length; row += 1) {
    const own = filled.filter(({ cell }) => cell.row === row);
    const built = own.map(
      ({ cell, lines: text }): Cell => ({
        lines: text,
        box: cell.box,
        rowSpan: cell.rowSpan,
        colSpan: cell.colSpan,
        header: row === 0,
      }),
    );
    rows.push(...splitRow(built));
  }
  return { table: tidy({ rows, columns: xs.length - 1 }), box, lines: inside };
}

/** Rows and columns without any text that no span needs go: double lines make them. */
export function tidy(table: Table): Table {
  const rows = table.rows.filter(
    (row) =>
      row.some(({ lines }) => lines.length > 0) || row.some(({ rowSpan }) => rowSpan > 1) || row.length === 0,
  );
  const starts = new Array<number>(table.columns).fill(0);
  const width = table.columns;
  const covers: number[] = new Array<number>(width).fill(0);
  for (const row of rows) {
    let column = 0;
    for (const cell of row) {
      while ((covers[column] ?? 0) > 0) column += 1;
      if (cell.lines.length > 0) starts[column] = (starts[column] ?? 0) + 1;
      for (let x = column; x < column + cell.colSpan; x += 1) covers[x] = (covers[x] ?? 0) + cell.rowSpan;
      column += cell.colSpan;
    }
    for (let x = 0; x < width; x += 1) covers[x] = Math.max(0, (covers[x] ?? 0) - 1);
  }
  if (rows.length !== table.rows.length && rows.some((row) => row.some(({ rowSpan }) => rowSpan > 1)))
    return dropColumns(table, starts);
  return dropColumns({ ...table, rows }, starts);
}

function dropColumns(table: Table, starts: readonly number[]): Table {
  const empty = starts.map((count) => count === 0);
  if (!empty.includes(true)) return table;
  const covers: number[] = new Array<number>(table.columns).fill(0);
  const rows = table.rows.map((row) => {
    const kept: Cell[] = [];
    let column = 0;
    const next = [...covers];
    for (const cell of row) {
      while ((covers[column] ?? 0) > 0) column += 1;
      let colSpan = 0;
      for (let x = column; x < column + cell.colSpan; x += 1) {
        if (!empty[x]) colSpan += 1;
        next[x] = (next[x] ?? 0) + cell.rowSpan;
      }
      if (colSpan > 0) kept.push({ ...cell, colSpan });
      column += cell.colSpan;
    }
    next.forEach((count, x) => {
      covers[x] = Math.max(0, count - 1);
    });
    return kept;
  });
  return { rows, columns: empty.filter((gone) => !gone).length };
}

/** Tables drawn with lines in both directions. */
export function gridTables(rules: Rules, lines: readonly Line[]): FoundTable[] {
  return components(rules).flatMap((component) => gridTable(component, lines) ?? []);
}

/** Tables between lines across the page or column: at least two of the same extent with columns of text between them. */
export function bandTables(rules: Rules, lines: readonly Line[]): FoundTable[] {
  const groups: Rule[][] = [];
  const tall = rules.horizontal.filter(({ from, to }) => to - from > 60);
  for (const rule of [...tall].sort((a, b) => a.at - b.at)) {
    const group = groups.find(
      ([first]) => first && Math.abs(first.from - rule.from) < 8 && Math.abs(first.to - rule.to) < 8,
    );
    if (group) group.push(rule);
    else groups.push([rule]);
  }
  const found: FoundTable[] = [];
  for (const group of groups) {
    if (group.length < 2) continue;
    // Rules far apart belong to unlike tables: each run with text in columns is one.
    let run: Rule[] = [];
    const close = () => {
      const table = bandTable(run, lines, rules);
      if (table) found.push(table);
      run = [];
    };
    for (const rule of group) {
      const last = run.at(-1);
      if (last && !inColumns(last, rule, lines)) close();
      run.push(rule);
    }
    close();
  }
  return found;
}

function between(a: Rule, b: Rule, lines: readonly Line[]): Line[] {
  const box = { x0: a.from - 4, x1: a.to + 4, y0: a.at, y1: b.at };
  return lines.filter(
    (line) => line.horizontal && holds(box, line.box) && line.box.x0 > box.x0 - 6 && line.box.x1 < box.x1 + 6,
  );
}

/** Whether what stands between two rules is in columns: a title between the first two may be alone. */
function inColumns(a: Rule, b: Rule, lines: readonly Line[]): boolean {
  const own = between(a, b, lines);
  if (own.length === 0) return b.at - a.at < 8;
  const rows = rowsOf(own);
  if (rows.length === 1) return b.at - a.at < 6 * (rows[0]?.size ?? 10);
  const columns = columnsOf(rows, 0.55);
  if (columns.length < 2) return rows.length <= 2 && b.at - a.at < 50;
  const multi = rows.filter((row) => placeRow(row, columns).cells.size > 1).length;
  return multi >= 0.3 * rows.length;
}

function bandTable(run: readonly Rule[], lines: readonly Line[], rules: Rules): FoundTable | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || run.length < 2) return undefined;
  const own = between(first, last, lines);
  const rows = rowsOf(own);
  if (rows.length < 2) return undefined;
  const columns = columnsOf(rows, 0.55);
  if (columns.length < 2) return undefined;
  const multi = rows.filter((row) => placeRow(row, columns).cells.size > 1).length;
  if (multi < 2) return undefined;
  const inner = rules.horizontal.filter(
    (rule) =>
      rule.at > first.at + 2 &&
      rule.at < last.at - 2 &&
      shared(rule.from, rule.to, first.from, first.to) > 0.6 * (first.to - first.from),
  );
  const table = tableOf(
    rows,
    columns,
    inner.map(({ at }) => at),
  );
  if (table.rows.length < 2) return undefined;
  return {
    table,
    box: boxAround([
      ...own.map(({ box }) => box),
      { x0: first.from, x1: first.to, y0: first.at, y1: last.at },
    ]),
    lines: own,
  };
}
