/** The cells of a grid drawn with horizontal and vertical lines. */

import { getOrInsert } from "../../../../core/collections/maps.ts";
import { shared } from "../../../../core/geometry.ts";
import type { Box } from "../../../../core/page-layout.ts";
import type { Rule, Rules } from "../../model/rules.ts";
import * as t from "../../tolerances/tables.ts";

export interface Component {
  readonly horizontal: Rule[];
  readonly vertical: Rule[];
}

/** Groups of touching horizontal and vertical lines. */
export function components(rules: Rules): Component[] {
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
        v.at >= h.from - t.meeting &&
        v.at <= h.to + t.meeting &&
        h.at >= v.from - t.meeting &&
        h.at <= v.to + t.meeting;
      if (meets) parent[find(i)] = find(rules.horizontal.length + k);
    });
  });
  const found = new Map<number, Component>();
  all.forEach(({ rule, across }, at) => {
    const component = getOrInsert(found, find(at), () => ({ horizontal: [], vertical: [] }));
    (across ? component.horizontal : component.vertical).push(rule);
  });

  return [...found.values()].filter(
    ({ horizontal, vertical }) => horizontal.length >= 2 && vertical.length >= 2,
  );
}

/** Whether one of the rules near `at` covers most of an interval. */
function covered(rules: readonly Rule[], at: number, from: number, to: number): boolean {
  let length = 0;
  for (const rule of rules)
    if (Math.abs(rule.at - at) <= t.meeting) length += Math.max(0, shared(rule.from, rule.to, from, to));
  return length >= t.border * (to - from);
}

export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly box: Box;
}

/** The cells of a grid, with spans where a border is missing. */
export function gridCells(
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
