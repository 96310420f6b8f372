/** Lines that the line finder took apart at a wide space, as if their ends were in different columns. */
import { boxAround } from "../core/geometry.ts";
import type { FoundLine } from "./tesseract.ts";

/** In line heights: the widest space in a justified line, and how far baselines of one line differ. */
const [widestSpace, baselines] = [2.2, 0.2];
/** In line heights: edges that are this close to one another are those of a column, if lines this near have them. */
const [sameEdge, nearby] = [0.3, 5];

/** A line with its edges. */
interface Part {
  readonly line: FoundLine;
  readonly x0: number;
  readonly x1: number;
}

const partOf = (line: FoundLine): Part => ({ line, ...boxAround(line.words) });

/** Whether lines near a part begin, or end, where it does. */
function hasEdge(parts: readonly Part[], own: Part, edge: "x0" | "x1"): boolean {
  const { height, baseline } = own.line;
  return parts.some(
    (part) =>
      part !== own &&
      Math.abs(part[edge] - own[edge]) < sameEdge * height &&
      Math.abs(part.line.baseline - baseline) < nearby * height,
  );
}

/** Whether a part ends and the next begins within a line: no column has an edge at the space between them. */
function isSplit(parts: readonly Part[], left: Part, right: Part): boolean {
  const height = Math.max(left.line.height, right.line.height);
  const gap = right.x0 - left.x1;
  return (
    gap > 0 &&
    gap < widestSpace * height &&
    Math.abs(left.line.baseline - right.line.baseline) < baselines * height &&
    !hasEdge(parts, left, "x1") &&
    !hasEdge(parts, right, "x0")
  );
}

/** The lines, with split ones joined where their longest part is. */
export function withoutSplits(lines: readonly FoundLine[]): FoundLine[] {
  const parts = lines.filter(({ vertical }) => !vertical).map(partOf);
  const rows = new Map<FoundLine, Part[]>();

  for (const part of parts.toSorted((a, b) => a.x0 - b.x0)) {
    const left = parts.find((other) => isSplit(parts, other, part));
    const row = (left && rows.get(left.line)) ?? [];
    row.push(part);
    rows.set(part.line, row);
  }

  return lines.flatMap((line) => {
    const row = rows.get(line) ?? [];
    const [first] = row;
    if (first === undefined || row.length === 1) return [line];
    const longest = row.reduce((best, part) => (part.x1 - part.x0 > best.x1 - best.x0 ? part : best));
    if (longest.line !== line) return [];
    const words = row.flatMap((part) => part.line.words);
    return [{ ...line, words, text: words.map(({ text }) => text).join(" "), first: first.line.first }];
  });
}
