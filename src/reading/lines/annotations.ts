/** Inserts lines from annotations, such as form field values, at their places among a page's lines. */

import { pushTo } from "../../core/collections/maps.ts";
import { minBy } from "../../core/collections/min-by.ts";
import { sharedHeight, sharedWidth } from "../../core/geometry.ts";
import type { RawBlock, RawLine } from "./raw-line.ts";

/** The share of the lower line's height that two adjacent lines have in common. */
const beside = 0.5;
/** Maximum pairs of lines to compare: on a page with more, they come last. */
const maxPairs = 5_000_000;

/** A page's blocks with the lines of its annotations, each after the line it is read after. */
export function withAnnotations(blocks: readonly RawBlock[], added: readonly RawLine[]): readonly RawBlock[] {
  if (added.length === 0) return blocks;
  const lines = blocks.flatMap((block) => block.lines);
  if (added.length * lines.length > maxPairs) return [...blocks, { lines: added }];

  const after = new Map<RawLine, RawLine[]>();
  const before = new Map<RawLine, RawLine[]>();
  const last: RawLine[] = [];

  for (const line of added.toSorted((a, b) =>
    areBeside(a, b) ? a.box.x0 - b.box.x0 : a.box.y0 - b.box.y0,
  )) {
    const label = labelOf(line, lines);
    const below = label ? undefined : lines.find((one) => isAbove(line, one));
    const [map, key] = label ? [after, label] : [before, below];
    if (key === undefined) last.push(line);
    else pushTo(map, key, line);
  }

  const placed = blocks.map((block) => ({
    lines: block.lines.flatMap((line) => [...(before.get(line) ?? []), line, ...(after.get(line) ?? [])]),
  }));

  return last.length > 0 ? [...placed, { lines: last }] : placed;
}

const areBeside = (a: RawLine, b: RawLine) =>
  sharedHeight(a.box, b.box) > beside * Math.min(a.box.y1 - a.box.y0, b.box.y1 - b.box.y0);

/** `line` ends above `other`, in the same column. */
const isAbove = (line: RawLine, other: RawLine) =>
  line.box.y1 <= other.box.y1 && !areBeside(line, other) && sharedWidth(line.box, other.box) > 0;

/** The line that labels a value: nearest to its left (right to left: its right), otherwise the nearest one above it in its column. */
function labelOf(line: RawLine, lines: readonly RawLine[]): RawLine | undefined {
  const label = minBy(lines, (one) => {
    const gap = one.rightToLeft ? one.box.x0 - line.box.x1 : line.box.x0 - one.box.x1;
    return areBeside(one, line) && gap > -line.size ? gap : undefined;
  });
  return label ?? minBy(lines, (one) => (isAbove(one, line) ? line.box.y0 - one.box.y1 : undefined));
}
