/** Lines that may be a heading, and their surroundings. */

import type { Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import type { Group } from "../model/group.ts";
import type { PageFlow } from "../model/page-flow.ts";
import { brokenEarly } from "../paragraphs/line-pairs.ts";
import * as t from "../tolerances/tolerances.ts";

type Part = Pick<Group, "lines" | "items" | "above" | "column">;

export interface Surroundings {
  readonly own: Part;
  /** The next part in the column; undefined: a table, or nothing. */
  readonly next: Part | undefined;
  readonly flow: PageFlow;
}

/** The rules' view of lines that may be a heading. */
export interface Candidate {
  readonly lines: readonly Line[];
  readonly first: Line;
  readonly text: string;
  /** Its type size relative to body text. */
  readonly scale: number;
  readonly style: DocumentStyle;
  /** Undefined: the lines are known to be separate, and nothing else is. */
  readonly around: Surroundings | undefined;
}

export const headingText = (lines: readonly Line[]) =>
  lines.length === 1 ? (lines[0]?.text ?? "") : lines.map((line) => line.text).join(" ");

/** Undefined if there are too many lines for a heading. */
export function candidateOf(
  lines: readonly Line[],
  style: DocumentStyle,
  around?: Surroundings,
): Candidate | undefined {
  const [first] = lines;
  if (!first || lines.length > t.headingLines) return undefined;
  return { lines, first, text: headingText(lines), scale: first.size / style.bodySize, style, around };
}

export function bookmarkLevel(
  lines: readonly Line[],
  page: number,
  { outline, outlineFrom }: DocumentStyle,
): number | undefined {
  const depth = outline.depthOf(page, headingText(lines));
  return depth === undefined ? undefined : Math.min(6, depth - 1 + outlineFrom);
}

/** Whether a bookmark names the lines; lines that begin with a bullet are list items. */
export function isBookmarked({ lines, style, around }: Candidate): boolean {
  if (!around) return false;
  const { items } = around.own;
  if (items && (items.length > 1 || !items[0]?.marker.ordered)) return false;
  return bookmarkLevel(lines, around.flow.page, style) !== undefined;
}

/** Whether space or a different style separates the lines above and below, and they have a single style. */
export function isApart({ lines, first, style, around }: Candidate): boolean {
  if (!around) return true;
  const sameStyle = lines.every(
    (line) => line.bold === first.bold && Math.abs(line.size - first.size) < t.similarSize,
  );
  if (!sameStyle || first.size > t.apartScale * style.bodySize) return sameStyle;

  const { own, next } = around;
  const near = t.nearLeading * style.leading;
  const spaced = (next?.above ?? 9) > near || (own.above > near && !(next && runsOn(lines.at(-1), next)));
  return spaced && !(next && isBeside(lines, next));
}

/** Whether a line has no room for the first word directly below it: a sentence that begins in bold type. */
function runsOn(last: Line | undefined, { lines: [first], column }: Part): boolean {
  return last !== undefined && first !== undefined && !brokenEarly(last, first, column);
}

/** Whether the next part begins to the right of a line, which it explains. */
function isBeside([line, ...more]: readonly Line[], { lines: [first] }: Part): boolean {
  if (!line || !first || more.length > 0 || line.rightToLeft) return false;
  return Math.abs(first.baseline - line.baseline) < t.onBaseline && first.box.x0 > line.box.x1;
}

/** Whether several upright lines of the same size follow closely, at the same edge, and nothing is close above. */
export function headsParagraph({ first, style, around }: Candidate): boolean {
  const [next, second] = around?.next?.lines ?? [];
  if (!around || !next || !second || next.italic || Math.abs(next.size - first.size) > t.similarSize)
    return false;
  const { above } = around.own;
  const below = around.next?.above ?? 0;
  return (
    above > t.nearLeading * style.leading &&
    below < above &&
    Math.abs(second.box.x0 - first.box.x0) < t.exactEdge * first.size
  );
}

/** Whether a word or two in lowercase are where no lines of the page begin or are centered, like labels in figures. */
export function isLabel({ lines, first: line, around }: Candidate): boolean {
  if (!around || lines.length > 1 || line.text.length > t.labelLength || line.rightToLeft) return false;
  const { items } = around.flow;
  if (items.length < t.labelledPage || !/^\p{Ll}/u.test(line.text) || line.mono) return false;

  const { box } = line;
  let aligned = 0;

  for (const item of items) {
    if (item.kind === "table" || item.line === line) continue;
    const { box: own, text } = item.line;
    const middle = own.x0 + own.x1 - box.x0 - box.x1;
    if (text.length <= t.labelLength) continue;
    if (Math.abs(own.x0 - box.x0) < t.centerEdge || Math.abs(middle) < 2 * t.centerLabel) aligned += 1;
  }

  return aligned < t.alignedLines;
}

/**
 * Minimum scale of a bold heading, by the text that follows at the same left edge: larger type or code. The header of a small
 * table has cells in its own size below it.
 */
export function smallestScale({ first, scale, around }: Candidate): number {
  const next = around?.next?.lines[0];
  if (!next || scale > t.usualBold) return t.usualBold;
  const heads =
    Math.abs(next.box.x0 - first.box.x0) < first.size && (next.size > t.nextScale * first.size || next.mono);
  return heads ? t.smallestBold : t.usualBold;
}
