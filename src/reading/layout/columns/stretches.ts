/** Stretches of lines that go down the page, as its columns do. */
import { median } from "../../lines/geometry.ts";
import type { Line } from "../model/blocks.ts";

/** Lines of running text, not of cells. */
const isProse = (lines: readonly Line[]) => median(lines.map(({ text }) => text.length)) >= 25;

/** Stretches of lines that go down the page: where a new column begins, a new stretch does; with `proseOnly` a column of running text only. */
export function stretches(lines: readonly Line[], proseOnly = false): Line[][] {
  const found: Line[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    const current = found.at(-1);
    const jump = bottom - line.box.y1;
    const back = jump > Math.max(70, 6 * line.size);
    const newColumn =
      current &&
      back &&
      line.box.x0 > Math.max(...current.slice(-6).map(({ box }) => box.x1)) - line.size &&
      (!proseOnly || isProse([...current.slice(-7), line]));
    if (!current || newColumn) found.push([line]);
    else current.push(line);
    // What goes back up begins anew: page numbers and running titles are often painted first.
    bottom = back ? line.box.y1 : Math.max(bottom, line.box.y1);
  }
  return found;
}
