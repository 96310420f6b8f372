/** Stretches of lines that proceed down the page, like its columns. */

import type { Line } from "../model/blocks.ts";
import * as t from "../tolerances/tolerances.ts";

/** Stretches of lines that proceed down the page: a new column begins a new stretch. */
export function stretches(lines: readonly Line[]): Line[][] {
  const found: Line[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;

  for (const line of lines) {
    const current = found.at(-1);
    const jump = bottom - line.box.y1;
    const back = jump > Math.max(t.columnJumpPoints, t.columnJump * line.size);
    const newColumn =
      current && back && line.box.x0 > Math.max(...current.slice(-6).map(({ box }) => box.x1)) - line.size;
    if (!current || newColumn) found.push([line]);
    else current.push(line);
    // A line further up begins a new stretch: page numbers and running titles are often painted first.
    bottom = back ? line.box.y1 : Math.max(bottom, line.box.y1);
  }

  return found;
}
