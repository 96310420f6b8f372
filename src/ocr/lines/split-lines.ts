/** Lines that the line finder took apart at a wide space, as if their ends were in different columns. */

import { minBy } from "../../core/collections/min-by.ts";
import { boxAround, width } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { FoundLine } from "../tesseract/tesseract.ts";
import { splitLines as t } from "../tolerances/tolerances.ts";

type Part = { readonly line: FoundLine } & Box;

/** Whether a part ends and the next begins within a line: no column has an edge at the space between them. */
function isSplit(parts: readonly Part[], left: Part, right: Part): boolean {
  const height = Math.max(left.line.height, right.line.height);
  const gap = right.x0 - left.x1;
  const away = Math.abs(left.line.baseline - right.line.baseline);
  if (gap <= 0 || gap >= t.widestSpace * height || away >= t.baselines * height) return false;

  const hasEdge = (own: Part, edge: "x0" | "x1") =>
    parts.some(
      (part) =>
        part !== own &&
        Math.abs(part[edge] - own[edge]) < t.sameEdge * height &&
        Math.abs(part.line.baseline - own.line.baseline) < t.nearby * height,
    );
  return !hasEdge(left, "x1") && !hasEdge(right, "x0");
}

/** The lines, with split ones joined where their longest part is. */
export function withoutSplits(lines: readonly FoundLine[]): FoundLine[] {
  const upright = lines.filter(({ vertical }) => !vertical);
  const parts = upright.map((line): Part => ({ line, ...boxAround(line.words) }));
  const rows = new Map<FoundLine, Part[]>();

  for (const part of parts.toSorted((a, b) => a.x0 - b.x0)) {
    const left = parts.find((other) => isSplit(parts, other, part));
    const row = (left && rows.get(left.line)) ?? [];
    row.push(part);
    rows.set(part.line, row);
  }

  return lines.flatMap((line) => {
    const [first, ...others] = rows.get(line) ?? [];
    if (first === undefined || others.length === 0) return [line];
    const row = [first, ...others];
    const longest = minBy(row, (part) => -width(part));
    if (longest?.line !== line) return [];
    const words = row.flatMap((part) => part.line.words);
    return [{ ...line, words, text: words.map(({ text }) => text).join(" "), first: first.line.first }];
  });
}
