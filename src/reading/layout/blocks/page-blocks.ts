/** Turns a page's lines into blocks: headings, paragraphs, lists, code, captions, footnotes, tables, images. */

import { boxAround, height, holds, sharedWidth, width } from "../../../core/geometry.ts";
import type { Box } from "../../../core/page-layout.ts";
import { turnedBlock } from "../columns/turned.ts";
import { type Running, runningLines } from "../headers-footers/headers-footers.ts";
import { headingText } from "../headings/candidate.ts";
import { headingRule, isCaption } from "../headings/heading-rules.ts";
import { headingLevel } from "../headings/headings.ts";
import { splitRunIn } from "../headings/run-in.ts";
import { withItemParts } from "../lists/item-parts.ts";
import { nestItems } from "../lists/lists.ts";
import { type Block, type Line, lettersOf } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import type { Group } from "../model/group.ts";
import type { PageFlow } from "../model/page-flow.ts";
import { raisedMark } from "../notes/note-marks.ts";
import { linkNotes } from "../notes/notes.ts";
import { isDisplayed, saysFormula } from "../paragraphs/formulas.ts";
import * as t from "../tolerances/tolerances.ts";
import { groupLines } from "./groups.ts";

interface Place {
  readonly flow: PageFlow;
  readonly style: DocumentStyle;
  readonly next: Group | undefined;
  /** Only small print follows. */
  readonly atEnd: boolean;
}

function blockOf(group: Group, { flow, style, next, atEnd }: Place): Block {
  const { lines, items } = group;
  const base = { page: flow.page, box: boxAround(lines.map((line) => line.box)), lines };
  if (group.kind === "code") return { type: "code", ...base };
  const decision = headingRule(lines, style, { own: group, next, flow });
  if (decision?.answer)
    return { type: "heading", ...base, level: headingLevel(lines, flow.page, style), rule: decision.rule };
  // Longer texts are neither formulas nor captions, and some pages are one paragraph.
  const text = lines.length > t.headingLines && lettersOf(lines) >= t.captionLength ? "" : headingText(lines);
  if (!items && isFormula(group, text)) return { type: "formula", ...base };
  if (!items && text.length < t.captionLength && isCaption(text)) return { type: "caption", ...base };
  if (atEnd && isFootnote(lines, style, flow)) return { type: "footnote", ...base };
  return items ? { type: "list", ...base, items: nestItems(items) } : { type: "paragraph", ...base };
}

const isFormula = ({ lines, column }: Group, text: string): boolean =>
  lines.length <= t.headingLines && saysFormula(text) && isDisplayed(lines, column());

const noteMark = /^(?:\d{1,3}|[*†‡§¶]|[a-z])[.)\]]?\s*\S/u;

/** Small print at the foot of a column that begins with a mark. */
function isFootnote([first]: readonly Line[], style: DocumentStyle, flow: PageFlow): boolean {
  if (!first || first.size > t.smallPrint * style.bodySize || first.box.y0 < t.lowerPart * flow.height)
    return false;
  return raisedMark(first) !== undefined || noteMark.test(first.text);
}

export const runningBlock = (line: Line, { edge, rule }: Running, page: number): Block => ({
  type: edge,
  page,
  box: line.box,
  lines: [line],
  rule,
});

const numbersBlock = ({ numbers: lines, page }: PageFlow): Block => ({
  type: "footer",
  page,
  box: boxAround(lines.map(({ box }) => box)),
  lines,
  rule: "numbers of lines",
});

/** For each group, whether only small print follows in its column. */
function columnEnds(groups: readonly Group[], { bodySize }: DocumentStyle): boolean[] {
  let atEnd = true;
  const ends = groups.toReversed().map(({ lines }, k): boolean => {
    const [first] = groups[groups.length - k]?.lines ?? [];
    const last = lines.at(-1);
    if (!first || !last) return atEnd;
    if (first.baseline < last.baseline - t.columnJump * last.size) atEnd = true;
    else if (!(first.size <= t.lowerPrint * bodySize)) atEnd = false;
    return atEnd;
  });
  return ends.reverse();
}

export function pageBlocks(flow: PageFlow, style: DocumentStyle): Block[] {
  const running = runningLines(flow, style);
  const blocks: Block[] = [];
  const headers: Block[] = [];
  const footers: Block[] = [];
  for (const [line, run] of running)
    (run.edge === "header" ? headers : footers).push(runningBlock(line, run, flow.page));
  if (flow.numbers.length > 0) footers.push(numbersBlock(flow));
  let pending: Line[] = [];

  const flush = () => {
    const groups = groupLines(pending, style);
    const ends = columnEnds(groups, style);
    groups.forEach((group, at) => {
      blocks.push(blockOf(group, { flow, style, next: groups[at + 1], atEnd: ends[at] ?? true }));
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

/**
 * Blocks of rotated text: after the upright text, as margin stamps and side notes are read; a rotated page has little else. If
 * it is the smaller part of the page, it consists of labels and notes, without headings.
 */
function turnedBlocks(flow: PageFlow, upright: readonly Block[], style: DocumentStyle): Block[] {
  const letters = lettersOf(upright.flatMap(({ lines }) => lines));
  return flow.turned.flatMap(({ turn, flow: own }) => {
    const running = style.turnedRunning.get(turn) ?? [];
    const blocks = pageBlocks(own, { ...style, running });
    const heads = lettersOf(blocks.flatMap(({ lines }) => lines)) > letters;
    return blocks.map((block): Block => {
      const { level, ...plain } = turnedBlock(block, turn, flow);
      if (plain.type !== "heading") return plain;
      if (heads && level !== undefined) return { ...plain, level };
      return { ...plain, type: "paragraph", rule: undefined };
    });
  });
}

/** Images go after the last block of their column that ends above them. */
function withImages(blocks: readonly Block[], flow: PageFlow): Block[] {
  const { images, page } = flow;
  const result = [...blocks];
  const pageSize = flow.width * flow.height;
  for (const box of images.slice(0, 500)) {
    const area = width(box) * height(box);
    if (area < t.imageArea || (area > t.pageImage * pageSize && blocks.length > 0)) continue;
    if (blocks.some((block) => block.type === "table" && holds(block.box, box))) continue;
    result.splice(imagePlace(result, box), 0, { type: "image", page, box, lines: [] });
  }
  return result;
}

function imagePlace(blocks: readonly Block[], box: Box): number {
  let place = -1;
  blocks.forEach((block, at) => {
    if (block.box.y1 <= box.y0 + t.aboveImage && sharedWidth(block.box, box) > 0) place = at;
  });
  return place + 1;
}
