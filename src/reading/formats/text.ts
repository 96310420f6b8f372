/**
 * Assembles plain text: the lines of a page in blocks, in painting order or, if that isn't a reading order, in layout order;
 * markers, broken words and vertical writing are rejoined. Empty lines separate blocks.
 */

import { groupWhile } from "../../core/collections/group-while.ts";
import { sharedWidth } from "../../core/geometry.ts";
import type { PageLayout, Paragraph, ParagraphLine, TextBlock, TextLine } from "../../core/page-layout.ts";
import { isLost } from "../layout/columns/column-rules.ts";
import { leadsOn } from "../layout/columns/leaders.ts";
import { unwoven } from "../layout/columns/woven.ts";
import { pageFlow } from "../layout/flow.ts";
import type { FoundTable, Line } from "../layout/model/blocks.ts";
import type { FlowItem, PageFlow } from "../layout/model/page-flow.ts";
import { lineJoint } from "../layout/paragraphs/paragraph-text.ts";
import { lineNumbers } from "../lines/line-numbers.ts";
import { joinMarkers } from "../lines/markers.ts";
import type { RawBlock, RawLine } from "../lines/raw-line.ts";
import { joinColumns } from "../lines/vertical.ts";
import { plainCharacters } from "../lines/words/characters.ts";
import { joinBrokenWords } from "../lines/words/hyphens.ts";
import { type Vocabulary, vocabularyOf } from "../lines/words/vocabulary.ts";

/** Possible natural ends of a line: list items with drawn bullets may all have the same width. */
const sentenceEnd = /[。！？：；]$/u;

/** Whether a line runs on into the next within a word, or without spaces: it is as wide as its block allows. */
function runsOn({ text, place }: TextLine, next: TextLine, right: number, known: Vocabulary): boolean {
  if (place === undefined || place.box.x1 < right - 1.5 * place.size || sentenceEnd.test(text)) return false;
  return text.charCodeAt(text.length - 1) >= 0x80 && !lineJoint(text, next.text, known).space;
}

function paragraphOf({ lines }: TextBlock, known: Vocabulary): Paragraph {
  const right = lines.reduce((most, { place }) => Math.max(most, place?.box.x1 ?? 0), 0);
  let text = "";
  const placed = lines.map((line, i): ParagraphLine => {
    const before = lines[i - 1];
    if (before !== undefined && !runsOn(before, line, right, known)) text += "\n";
    const start = text.length;
    text += line.text;
    return { ...line, start };
  });
  return { text, lines: placed };
}

function plainLine(line: TextLine): TextLine {
  const text = plainCharacters(line.text).trim();
  return text === line.text ? line : { ...line, text };
}

/** Blocks in reading order as non-empty paragraphs. */
export function pageParagraphs(blocks: readonly TextBlock[]): Paragraph[] {
  const plain = blocks
    .map(({ lines }) => ({
      lines: lines.map(plainLine).filter(({ text }) => text !== ""),
    }))
    .filter(({ lines }) => lines.length > 0);
  const whole = joinBrokenWords(joinMarkers(joinColumns(plain)));
  const known = vocabularyOf(whole);
  return whole.map((block) => paragraphOf(block, known));
}

export const paragraphsText = (paragraphs: readonly Paragraph[]): string =>
  paragraphs.map(({ text }) => text).join("\n\n");

export const pageText = (blocks: readonly TextBlock[]): string => paragraphsText(pageParagraphs(blocks));

// Lines in painting order

/** In font sizes: the widest and the narrowest distance between lines, and what distances, and sizes, may differ. */
const widest = 1.9;
const narrowest = 0.8;
const same = 0.05;
/** In font sizes: tolerance for the starts of consecutive lines. */
const aligned = 0.1;

/** How far below a line the next one begins, in font sizes; undefined if it isn't the next line of a paragraph. */
function pitchOf(line: RawLine | undefined, next: RawLine | undefined): number | undefined {
  if (!line?.horizontal || !next?.horizontal) return undefined;
  if (Math.abs(next.size - line.size) > same * line.size) return undefined;
  const pitch = (next.baseline - line.baseline) / line.size;
  if (pitch < narrowest || pitch > widest) return undefined;
  const near = aligned * line.size;
  const below = Math.abs(next.begin - line.begin) < near || Math.abs(next.box.x1 - line.box.x1) < near;
  return below ? pitch : undefined;
}

function innerPitch([first, second]: readonly RawLine[]): number | undefined {
  return first && second ? Math.abs(second.baseline - first.baseline) / first.size : undefined;
}

/** Joins blocks whose lines are evenly spaced: lines far apart, or starting at the right, are painted as separate blocks. */
export function joinedParagraphs(blocks: readonly RawBlock[]): RawBlock[] {
  const result: { lines: RawLine[] }[] = [];
  /** The last block's line spacing, if any. */
  let pitch: number | undefined;
  for (const { lines } of blocks) {
    const own = innerPitch(lines);
    const last = result.at(-1);
    const between = pitchOf(last?.lines.at(-1), lines[0]);
    const fits = (one: number | undefined) => one === undefined || Math.abs(one - (between ?? 0)) < same;
    if (last && between !== undefined && fits(pitch) && fits(own)) {
      last.lines.push(...lines);
      pitch = between;
    } else {
      result.push({ lines: [...lines] });
      pitch = own;
    }
  }
  return result;
}

const textLine = (line: RawLine | Line): TextLine => {
  const { text, box, size } = line;
  return {
    text,
    place: { box, size },
    sources: "alsoFrom" in line ? [line, ...(line.alsoFrom ?? [])] : [line],
  };
};

/** The paragraphs of blocks in painting order; numbers of lines come last. */
export function paintedParagraphs(blocks: readonly RawBlock[]): Paragraph[] {
  const numbers = lineNumbers(blocks.flatMap(({ lines }) => lines));
  const others =
    numbers.size === 0
      ? blocks
      : blocks.map(({ lines }) => ({ lines: lines.filter((line) => !numbers.has(line)) }));
  const rest = others.filter(({ lines }) => lines.length > 0);
  return pageParagraphs(
    [...joinedParagraphs(rest), { lines: [...numbers] }].map(({ lines }) => ({ lines: lines.map(textLine) })),
  );
}

// Lines in layout order

const maxLines = 3000;

/** Cells in a row, and the share of lines above their column's last one from which a page counts as painted backward. */
const rowCells = 8;
const backwards = 0.5;

/** Whether the painting order of lines is not a reading order. */
export function needsOrder(lines: readonly RawLine[]): boolean {
  // In order, only the tops of columns are above the line before them: most pages end here.
  const runsBack = lines.some((line, at) => line.baseline < (lines[at - 1]?.baseline ?? line.baseline));
  if (lines.length > maxLines) return false;
  return (runsBack && (isBackwards(lines) || isLost(lines))) || unwoven(lines) !== lines || areLed(lines);
}

/** Whether dots lead to values that were painted as lines of their own. */
function areLed(lines: readonly RawLine[]): boolean {
  const led = lines.filter(({ text, baseline, horizontal }, at) => {
    const next = lines[at + 1];
    return horizontal && next?.horizontal && Math.abs(next.baseline - baseline) < 1 && leadsOn(text);
  });
  return led.length > 1;
}

function isBackwards(lines: readonly RawLine[]): boolean {
  let [back, counted] = [0, 0];
  lines.forEach((line, at) => {
    const before = lines
      .slice(Math.max(0, at - rowCells), at)
      .findLast(({ box }) => sharedWidth(box, line.box) > 0);
    if (before) counted += 1;
    if (before && line.baseline < before.baseline) back += 1;
  });
  return counted > 1 && back > backwards * counted;
}

/** A page's paragraphs in layout order: a table row is a line. */
export const flowParagraphs = (layout: PageLayout): Paragraph[] => pageParagraphs(blocksOf(pageFlow(layout)));

function blocksOf({ items, numbers, turned }: PageFlow): TextBlock[] {
  const groups = groupWhile(
    items,
    (before, item) => before.kind === "line" && item.kind === "line" && isNext(before.line, item.line),
  );
  const linesOf = (item: FlowItem) => (item.kind === "line" ? [textLine(item.line)] : rowsOf(item.found));
  const blocks = groups.map((group) => ({ lines: group.flatMap(linesOf) }));
  return [...blocks, { lines: numbers.map(textLine) }, ...turned.flatMap(({ flow }) => blocksOf(flow))];
}

const rowsOf = ({ table }: FoundTable): TextLine[] =>
  table.rows.map((row) => ({
    text: row.map(({ lines }) => lines.map(({ text }) => text).join(" ")).join(" "),
    sources: row.flatMap(({ lines }) => lines),
  }));

/** Whether a line belongs to the block of the previous one. */
function isNext(line: Line, next: Line): boolean {
  const pitch = (next.baseline - line.baseline) / line.size;
  return pitch > 0 && pitch < widest && sharedWidth(line.box, next.box) > 0;
}
