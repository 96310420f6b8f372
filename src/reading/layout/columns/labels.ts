/** Labels to the left of the text they label, painted separately: browsers paint floats before the surrounding text. */

import type { Line } from "../model/blocks.ts";
import { edgePoints, floatLabels, floatLength, onBaseline, sameSize } from "../tolerances/tolerances.ts";

/** Maximum lines of a page to examine. */
const mostLines = 2000;

const isLabel = (line: Line): boolean =>
  line.horizontal && !line.rightToLeft && line.text.length <= floatLength;

/** Lines painted consecutively, each below the previous one, at the same left edge and in one style. */
function runsOf(lines: readonly Line[]): Line[][] {
  const runs: Line[][] = [];

  for (const line of lines) {
    const last = runs.at(-1)?.at(-1);
    const goesOn =
      last !== undefined &&
      isLabel(line) &&
      isLabel(last) &&
      Math.abs(line.box.x0 - last.box.x0) < edgePoints &&
      line.baseline > last.baseline + 0.5 * line.size &&
      sameStyle(line, last);
    if (goesOn) runs.at(-1)?.push(line);
    else runs.push([line]);
  }

  return runs.filter(({ length }) => length >= floatLabels);
}

const sameStyle = (a: Line, b: Line): boolean =>
  a.bold === b.bold && a.italic === b.italic && Math.abs(a.size - b.size) < sameSize;

/** Each line with an adjacent label, and the label, if all of these lines begin at the same position and have a different style. */
function namedBy(labels: readonly Line[], lines: readonly Line[]): (readonly [Line, Line])[] {
  const named = labels.flatMap((label) => {
    const beside = lines.filter(
      ({ horizontal, baseline, box }) =>
        horizontal && Math.abs(baseline - label.baseline) < onBaseline && box.x0 > label.box.x1,
    );
    return beside.length === 1 ? beside.map((line) => [line, label] as const) : [];
  });
  const left = named[0]?.[0].box.x0 ?? 0;
  const apart = named.every(
    ([line, label]) => !sameStyle(line, label) && Math.abs(line.box.x0 - left) < edgePoints,
  );

  return apart && named.length === labels.length ? named : [];
}

/** Lines with each label directly before the line next to it. */
export function withLabels(lines: readonly Line[]): readonly Line[] {
  if (lines.length > mostLines) return lines;
  const labels = new Map(runsOf(lines).flatMap((run) => namedBy(run, lines)));
  if (labels.size === 0) return lines;
  const moved = new Set(labels.values());
  return lines.flatMap((line) => {
    const label = labels.get(line);
    if (moved.has(line)) return [];
    return label ? [label, line] : [line];
  });
}
