/** Labels that stand left of what they name, and were painted apart from it: browsers paint what floats before the text around it. */

import type { Line } from "../model/blocks.ts";
import { edgePoints, floatLabels, floatLength, onBaseline, sameSize } from "../tolerances/tolerances.ts";

/** Lines of a page that are looked at. */
const mostLines = 2000;

const isLabel = (line: Line): boolean =>
  line.horizontal && !line.rightToLeft && line.text.length <= floatLength;

/** Lines that were painted one after the other, each below the one before, from one left edge and in one style. */
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

/** Each line that a label stands beside, with the label, if all of those begin at one place and are set in another style. */
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

/** Lines with each label right before the line that it stands beside. */
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
