/** Lines of justified text with wide word spaces: as wide as the line above or below, with equal spaces between all words. */

import { groupWhile } from "../../../core/collections/group-while.ts";
import type { Line } from "../model/blocks.ts";
import { lineOf } from "../model/line.ts";
import * as t from "../tolerances/tolerances.ts";

/** Consecutive lines on a baseline. */
interface Row {
  readonly lines: readonly Line[];
  readonly x0: number;
  readonly x1: number;
  readonly baseline: number;
  readonly size: number;
}

function rowsOf(lines: readonly Line[]): Row[] {
  const groups = groupWhile(lines, (last, { horizontal, rightToLeft, box, baseline, size }, [first]) => {
    const gap = box.x0 - last.box.x1;
    return (
      horizontal &&
      !rightToLeft &&
      Math.abs(first.baseline - baseline) < t.justifiedBaseline * size &&
      Math.abs(first.size - size) < t.noteSize &&
      gap > 0 &&
      gap < t.mostJustified * size
    );
  });
  return groups.map((group) => {
    const { box, baseline, size } = group[0];
    return { lines: group, x0: box.x0, x1: group.at(-1)?.box.x1 ?? box.x1, baseline, size };
  });
}

/** Number of spaces, at least two, between a row's words if all are wide and equal; otherwise 0. */
function evenSpaces({ lines, size }: Row): number {
  let [least, most, count] = [Number.POSITIVE_INFINITY, 0, 0];
  let end: number | undefined;

  for (const { words } of lines)
    for (const [at, { box, spaced }] of words.entries()) {
      if (end !== undefined && (at === 0 || spaced)) {
        const gap = box.x0 - end;
        if (gap < t.leastJustified * size) return 0;
        least = Math.min(least, gap);
        most = Math.max(most, gap);
        if (most - least > t.evenSpace * size) return 0;
        count += 1;
      }
      end = box.x1;
    }

  // Rows of numbers are no text.
  const isText = lines.some(({ text }) => /\p{L}{2}/u.test(text));
  return count >= 2 && isText ? count : 0;
}

/**
 * Whether a row is body text with the same edges as one directly above or below. A single edge suffices for a row with several
 * `spaces`: a paragraph's first line may be indented, and its last is shorter.
 */
function hasEdgesOf(row: Row, spaces: number, other: Row | undefined): boolean {
  if (!other) return false;
  const { size } = row;
  const [first] = other.lines;
  const sameLeft = Math.abs(row.x0 - other.x0) < t.justifiedEdge * size;
  const isWide = 2 * (other.x1 - other.x0) > row.x1 - row.x0;
  const sameRight = isWide && Math.abs(row.x1 - other.x1) < t.justifiedEdge * size;
  return (
    (spaces >= t.severalSpaces ? sameLeft || sameRight : sameLeft && sameRight) &&
    Math.abs(other.baseline - row.baseline) < t.justifiedPitch * size &&
    ((other.lines.length === 1 && (first?.words.length ?? 0) > 1) || evenSpaces(other) > 0)
  );
}

export interface JustifiedLines {
  /** All lines, with those of a justified row joined. */
  readonly lines: readonly Line[];
  /** The lines of such rows: they belong to no table. */
  readonly justified: ReadonlySet<Line>;
}

/** Lines in content order, with justified lines that were broken up rejoined. */
export function joinJustified(lines: readonly Line[]): JustifiedLines {
  const justified = new Set<Line>();
  const rows = rowsOf(lines);
  const joined = rows.flatMap((row, at): readonly Line[] => {
    const [first] = row.lines;
    const spaces = evenSpaces(row);
    if (!first || first.rightToLeft || !first.horizontal || spaces === 0) return row.lines;
    if (![rows[at - 1], rows[at + 1]].some((other) => hasEdgesOf(row, spaces, other))) return row.lines;
    const words = row.lines.flatMap((line) =>
      line.words.map((word, k) => (k === 0 && line !== first ? { ...word, spaced: true } : word)),
    );
    const whole = row.lines.length === 1 ? first : lineOf(words, first, first.order);
    justified.add(whole);
    return [whole];
  });

  return { lines: justified.size > 0 ? joined : lines, justified };
}
