/** Relates consecutive lines: whether they are in one column, and whether the author broke the line between them. */

import { sharedWidth, width } from "../../../core/geometry.ts";
import { areEntries } from "../columns/leaders.ts";
import type { Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import type { Edges } from "../model/group.ts";
import * as t from "../tolerances/tolerances.ts";

/** Left and right edge of a line's column: of the surrounding lines with nearly its left edge. */
export function columnOf(lines: readonly Line[], at: number): ReturnType<Edges> {
  const own = lines[at];
  if (!own) return { left: 0, right: 0 };

  const wide = width(own.box);
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;

  for (let k = Math.max(0, at - 14); k < Math.min(lines.length, at + 15); k += 1) {
    const line = lines[k];
    if (!line || Math.abs(line.size - own.size) >= t.columnSize * own.size) continue;
    if (sharedWidth(line.box, own.box) <= t.columnShare * Math.min(width(line.box), wide)) continue;
    left = Math.min(left, line.box.x0);
    right = Math.max(right, line.box.x1);
  }

  return { left, right };
}

/** Width of a line's first word; a right-to-left line is one word, of which a share is used. */
export function firstWidth({ words: [first], rightToLeft }: Line): number {
  if (!first) return Number.POSITIVE_INFINITY;
  const { box, text } = first;
  const space = text.indexOf(" ");
  return (box.x1 - box.x0) * (rightToLeft && space > 0 ? space / text.length : 1);
}

/** Whether the author broke the line after `a`: the first word of `b` would have fit. */
export function brokenEarly(a: Line, b: Line, edges: Edges): boolean {
  const { left, right } = edges();
  const room = a.rightToLeft ? a.box.x0 - left : right - a.box.x1;
  const wide = a.rightToLeft ? a.box.x1 - left : right - a.box.x0;
  return room > firstWidth(b) + t.wordSpace * a.size + t.widthSlack * wide;
}

/** Monospaced words are often set smaller than the surrounding text. */
const hasMono = (line: Line) => line.words.some(({ face }) => face.mono);

/** Whether line `b` is directly below `a` in the same column, in the same size. */
export function follows(a: Line, b: Line, style: DocumentStyle): boolean {
  if (!a.horizontal || !b.horizontal) return a.horizontal === b.horizontal;
  if (areEntries(a.text, b.text)) return false;
  const size = Math.max(a.size, b.size);
  const other = Math.abs(a.size - b.size);
  if (other > t.anySize * size || (other > t.lineSize * size && !hasMono(a) && !hasMono(b))) return false;
  const pitch = b.baseline - a.baseline;
  const most = Math.max(t.leastLeading, style.leading * t.leading);
  return pitch > t.overlap * size && pitch <= most * size && sharedWidth(a.box, b.box) > 0;
}
