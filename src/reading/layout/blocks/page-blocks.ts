/** One page's lines as blocks: headings, paragraphs, lists, code, captions, footnotes, tables, images. */

import type { Box } from "../../../core/page-layout.ts";
import { boxAround, holds, sharedWidth } from "../../lines/geometry.ts";
import { turnedBlock } from "../columns/turned.ts";
import { type Running, runningLines } from "../headers-footers/headers-footers.ts";
import { headingRule, isCaption, smallestHeading } from "../headings/heading-rules.ts";
import { bookmarkLevel, headingLevel } from "../headings/headings.ts";
import { withNamedHeads } from "../headings/named-headings.ts";
import { splitRunIn } from "../headings/run-in.ts";
import { withItemParts } from "../lists/item-parts.ts";
import { nestItems } from "../lists/lists.ts";
import type { Block, Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import type { PageFlow } from "../model/page-flow.ts";
import { raisedMark } from "../notes/note-marks.ts";
import { linkNotes } from "../notes/notes.ts";
import { isDisplayed, saysFormula } from "../paragraphs/formulas.ts";
import { brokenEarly } from "../paragraphs/line-pairs.ts";
import {
  aboveImage,
  alignedLines,
  apartScale,
  captionLength,
  centerEdge,
  centerLabel,
  headingLines,
  imageArea,
  labelLength,
  labelledPage,
  lowerPart,
  lowerPrint,
  nearLeading,
  onBaseline,
  pageImage,
  similarSize,
  smallPrint,
} from "../tolerances/tolerances.ts";
import { type Group, groupLines } from "./groups.ts";

/** Whether a bookmark names these few lines; what a bullet begins is an item of a list. */
function isBookmarked({ lines, items }: Group, page: number, style: DocumentStyle): boolean {
  if (lines.length > headingLines || (items && (items.length > 1 || !items[0]?.marker.ordered))) return false;
  return bookmarkLevel(lines, page, style) !== undefined;
}

function blockOf(
  group: Group,
  page: number,
  style: DocumentStyle,
  flow: PageFlow,
  next: Group | undefined,
  inLower: boolean,
): Block {
  const { lines } = group;
  const box = boxAround(lines.map((line) => line.box));
  const base = { page, box, lines };
  if (group.kind === "code") return { type: "code", ...base };
  const heading = (rule: string): Block => {
    return { type: "heading", ...base, level: headingLevel(lines, page, style), rule };
  };
  if (isBookmarked(group, page, style)) return heading("bookmark");
  if (group.kind === "list" && group.items) {
    if (isFootnote(lines, style, flow, inLower)) return { type: "footnote", ...base };
    return { type: "list", ...base, items: nestItems(group.items) };
  }
  const sameStyle = lines.every(
    (line) => line.bold === lines[0]?.bold && Math.abs(line.size - (lines[0]?.size ?? 0)) < similarSize,
  );
  if (lines[0]?.runIn) return heading("run-in");
  const below = next?.above ?? 9;
  const larger = (lines[0]?.size ?? 0) > apartScale * style.bodySize;
  const near = nearLeading * style.leading;
  const apart = below > near || (group.above > near && !(next && runsOn(lines.at(-1), next)));
  const alone = sameStyle && (larger || (apart && !(next && isBeside(lines, next))));
  const smallest = smallestHeading(lines[0], next?.lines[0], style);
  const decision = lines[0]?.horizontal ? headingRule(lines, style, alone, smallest) : undefined;
  if (decision?.answer && !isLabel(lines, flow)) return heading(decision.rule);
  if (isFormula(group)) return { type: "formula", ...base };
  if (isCaptionOf(lines)) return { type: "caption", ...base };
  if (isFootnote(lines, style, flow, inLower)) return { type: "footnote", ...base };
  return { type: "paragraph", ...base };
}

/** Whether a line has no room for the first word of the group right below it: a sentence that begins in bold type. */
function runsOn(last: Line | undefined, { lines: [first], column }: Group): boolean {
  return last !== undefined && first !== undefined && !brokenEarly(last, first, column);
}

/** Whether the next group begins on the right of a line: what the line says is explained there. */
function isBeside([line, ...more]: readonly Line[], { lines: [first] }: Group): boolean {
  if (!line || !first || more.length > 0 || line.rightToLeft) return false;
  return Math.abs(first.baseline - line.baseline) < onBaseline && first.box.x0 > line.box.x1;
}

/** Whether a word or two in small letters stand where no lines of the page begin or have their middle, as labels in figures do. */
function isLabel([line, ...more]: readonly Line[], { items }: PageFlow): boolean {
  if (!line || more.length > 0 || line.text.length > labelLength || line.rightToLeft) return false;
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

/** A few lines that are displayed and say a formula. */
function isFormula({ lines, column }: Group): boolean {
  if (lines.length > headingLines || !saysFormula(lines.map(({ text }) => text).join(" "))) return false;
  return isDisplayed(lines, column());
}

function isCaptionOf(lines: readonly Line[]): boolean {
  if (lines.reduce((sum, { text }) => sum + text.length + 1, -1) >= captionLength) return false;
  return isCaption(lines.map(({ text }) => text).join(" "));
}

const noteMark = /^(?:\d{1,3}|[*†‡§¶]|[a-z])[.)\]]?\s*\S/u;

/** Small print at the foot of a column that begins with a mark. */
function isFootnote(lines: readonly Line[], style: DocumentStyle, flow: PageFlow, inLower: boolean): boolean {
  const [first] = lines;
  if (
    !first ||
    !inLower ||
    first.size > smallPrint * style.bodySize ||
    first.box.y0 < lowerPart * flow.height
  )
    return false;
  return raisedMark(first) !== undefined || noteMark.test(first.text);
}

/** A running line as a block. */
export const runningBlock = (line: Line, { edge, rule }: Running, page: number): Block => ({
  type: edge,
  page,
  box: line.box,
  lines: [line],
  rule,
});

/** Blocks of one page in reading order. */
export function pageBlocks(flow: PageFlow, style: DocumentStyle): Block[] {
  const running = runningLines(flow, style);
  const blocks: Block[] = [];
  const headers: Block[] = [];
  const footers: Block[] = [];
  for (const [line, run] of running)
    (run.edge === "header" ? headers : footers).push(runningBlock(line, run, flow.page));
  let pending: Line[] = [];
  const flush = () => {
    const groups = groupLines(withNamedHeads(pending, flow.page, style), style);
    // The last that is no small print: all behind it are.
    const last = groups.findLastIndex(({ lines }) => !((lines[0]?.size ?? 0) <= lowerPrint * style.bodySize));
    groups.forEach((group, at) => {
      blocks.push(blockOf(group, flow.page, style, flow, groups[at + 1], at >= last));
    });
    pending = [];
  };
  for (const item of flow.items) {
    if (item.kind === "line") {
      if (!running.has(item.line)) pending.push(...splitRunIn(item.line, pending.at(-1), style));
      continue;
    }
    flush();
    const { table, lines, box, rule } = item.found;
    blocks.push({ type: "table", page: flow.page, box, lines, table, rule });
  }
  flush();
  return [
    ...headers,
    ...withItemParts(withImages(linkNotes(blocks, style.notesRestart), flow)),
    ...turnedBlocks(flow, blocks, style),
    ...footers,
  ];
}

const lettersOf = (blocks: readonly Block[]) =>
  blocks.reduce((sum, { lines }) => sum + lines.reduce((own, { text }) => own + text.length, 0), 0);

/**
 * Blocks of turned text: after the upright text, as margin stamps and side notes are read; a turned page has little else.
 * Where it is the smaller part of the page it is labels and notes, and heads nothing.
 */
function turnedBlocks(flow: PageFlow, upright: readonly Block[], style: DocumentStyle): Block[] {
  return flow.turned.flatMap(({ turn, flow: own }) => {
    const running = style.turnedRunning.get(turn) ?? [];
    const blocks = pageBlocks(own, { ...style, running });
    const heads = lettersOf(blocks) > lettersOf(upright);
    return blocks.map((block): Block => {
      const { level, ...plain } = turnedBlock(block, turn, flow);
      if (plain.type !== "heading") return plain;
      if (heads && level !== undefined) return { ...plain, level };
      return { ...plain, type: "paragraph", rule: undefined };
    });
  });
}

/** Images go after the last block of their column that ends above them. */
function withImages(blocks: readonly Block[], { images, page, width, height }: PageFlow): Block[] {
  const result = [...blocks];
  const pageSize = width * height;
  for (const box of images.slice(0, 500)) {
    const area = (box.x1 - box.x0) * (box.y1 - box.y0);
    if (area < imageArea || (area > pageImage * pageSize && blocks.length > 0)) continue;
    if (blocks.some((block) => block.type === "table" && holds(block.box, box))) continue;
    result.splice(imagePlace(result, box), 0, { type: "image", page, box, lines: [] });
  }
  return result;
}

function imagePlace(blocks: readonly Block[], box: Box): number {
  let place = -1;
  blocks.forEach((block, at) => {
    if (block.box.y1 <= box.y0 + aboveImage && sharedWidth(block.box, box) > 0) place = at;
  });
  return place + 1;
}
