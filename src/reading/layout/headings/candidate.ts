/** Lines that may be a heading, and what is around them. */

import type { Line } from "../model/blocks.ts";
import { type DocumentStyle, styleKey } from "../model/document-style.ts";
import type { PageFlow } from "../model/page-flow.ts";
import { brokenEarly, type Edges } from "../paragraphs/line-pairs.ts";
import {
  alignedLines,
  apartScale,
  centerEdge,
  centerLabel,
  headingLines,
  labelLength,
  labelledPage,
  nearLeading,
  nextScale,
  onBaseline,
  similarSize,
  smallestBold,
  usualBold,
} from "../tolerances/tolerances.ts";

/** Lines of a column that belong together. */
interface Part {
  readonly lines: readonly Line[];
  /** They are items of a list. */
  readonly items?: readonly { readonly marker: { readonly ordered: boolean } }[];
  /** Space above them, in font sizes. */
  readonly above: number;
  readonly column: Edges;
}

/** What is around lines in their page. */
export interface Surroundings {
  readonly own: Part;
  /** What comes next in the column; undefined: a table, or nothing. */
  readonly next: Part | undefined;
  readonly flow: PageFlow;
}

/** What rules see of lines that may be a heading. */
export interface Candidate {
  readonly lines: readonly Line[];
  readonly first: Line;
  readonly text: string;
  /** The size of its type over that of running text. */
  readonly scale: number;
  readonly style: DocumentStyle;
  /** Undefined: the lines are known to be apart, and nothing else is. */
  readonly around: Surroundings | undefined;
}

export const headingText = (lines: readonly Line[]) =>
  lines.length === 1 ? (lines[0]?.text ?? "") : lines.map((line) => line.text).join(" ");

/** Undefined: too many lines for a heading. */
export function candidateOf(
  lines: readonly Line[],
  style: DocumentStyle,
  around?: Surroundings,
): Candidate | undefined {
  const [first] = lines;
  if (!first || lines.length > headingLines) return undefined;
  return { lines, first, text: headingText(lines), scale: first.size / style.bodySize, style, around };
}

/** Level that a bookmark gives a heading; undefined: none does. */
export function bookmarkLevel(
  lines: readonly Line[],
  page: number,
  { outline, outlineFrom }: DocumentStyle,
): number | undefined {
  const depth = outline.depthOf(page, headingText(lines));
  return depth === undefined ? undefined : Math.min(6, depth - 1 + outlineFrom);
}

/** Whether a bookmark names the lines; what a bullet begins is an item of a list. */
export function isBookmarked({ lines, style, around }: Candidate): boolean {
  if (!around) return false;
  const { items } = around.own;
  if (items && (items.length > 1 || !items[0]?.marker.ordered)) return false;
  return bookmarkLevel(lines, around.flow.page, style) !== undefined;
}

/** Whether space or another style is above and below the lines, which are in one style themselves. */
export function isApart({ lines, first, style, around }: Candidate): boolean {
  if (!around) return true;
  const sameStyle = lines.every(
    (line) => line.bold === first.bold && Math.abs(line.size - first.size) < similarSize,
  );
  if (!sameStyle || first.size > apartScale * style.bodySize) return sameStyle;

  const { own, next } = around;
  const near = nearLeading * style.leading;
  const spaced = (next?.above ?? 9) > near || (own.above > near && !(next && runsOn(lines.at(-1), next)));
  return spaced && !(next && isBeside(lines, next));
}

/** Whether a line has no room for the first word of what is right below it: a sentence that begins in bold type. */
function runsOn(last: Line | undefined, { lines: [first], column }: Part): boolean {
  return last !== undefined && first !== undefined && !brokenEarly(last, first, column);
}

/** Whether what comes next begins on the right of a line: what the line says is explained there. */
function isBeside([line, ...more]: readonly Line[], { lines: [first] }: Part): boolean {
  if (!line || !first || more.length > 0 || line.rightToLeft) return false;
  return Math.abs(first.baseline - line.baseline) < onBaseline && first.box.x0 > line.box.x1;
}

/** Whether a word or two in small letters are where no lines of the page begin or have their middle, as labels in figures are. */
export function isLabel({ lines, first: line, around }: Candidate): boolean {
  if (!around || lines.length > 1 || line.text.length > labelLength || line.rightToLeft) return false;
  const { items } = around.flow;
  if (items.length < labelledPage || !/^\p{Ll}/u.test(line.text) || line.mono) return false;
  const { box } = line;
  let aligned = 0;
  for (const item of items) {
    if (item.kind === "table" || item.line === line) continue;
    const { box: own, text } = item.line;
    const middle = own.x0 + own.x1 - box.x0 - box.x1;
    if (text.length <= labelLength) continue;
    if (Math.abs(own.x0 - box.x0) < centerEdge || Math.abs(middle) < 2 * centerLabel) aligned += 1;
  }
  return aligned < alignedLines;
}

/**
 * The scale that bold type of a heading is larger than, by what follows it at the same left edge: larger type or code. The
 * head of a small table has cells in its own size below it. Where a table or the page's end follows, others in its style must
 * have been headings.
 */
export function smallestScale({ first, scale, style, around }: Candidate): number {
  if (!around || scale > usualBold) return usualBold;
  const next = around.next?.lines[0];
  if (!next) return style.levels.has(styleKey(first)) ? smallestBold : usualBold;
  const heads =
    Math.abs(next.box.x0 - first.box.x0) < first.size && (next.size > nextScale * first.size || next.mono);
  return heads ? smallestBold : usualBold;
}
