/** The text of a page that wasn't painted in reading order: its lines and tables in layout order. */
import type { PageLayout, Paragraph, TextBlock, TextLine } from "../core/page-layout.ts";
import { orderLines } from "./layout/columns/column-rules.ts";
import { pageFlow } from "./layout/flow.ts";
import type { FoundTable, Line } from "./layout/model/blocks.ts";
import { pieceLines } from "./layout/model/line.ts";
import type { FlowItem, PageFlow } from "./layout/model/page-flow.ts";
import { sharedWidth } from "./lines/geometry.ts";
import { pageParagraphs } from "./lines/page-text.ts";
import type { RawLine } from "./lines/raw-line.ts";

/** Maximum lines of a page to examine. */
const maxLines = 3000;

/** The ordering rule that means the painting order isn't a reading order. */
const isLost = "cut into columns";

/** Whether lines are painted in an order that nobody reads them in. */
export function needsOrder(lines: readonly RawLine[]): boolean {
  if (lines.length > maxLines || !runsBack(lines)) return false;
  return isBackwards(lines) || orderLines(pieceLines(lines)).rule === isLost;
}

/** Cells in a row, and the share of lines above their column's last one from which a page counts as painted backward. */
const rowCells = 8;
const backwards = 0.5;

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

/** A cheap check of the lines: in reading order, only column tops are above the previous line. */
function runsBack(lines: readonly RawLine[]): boolean {
  return lines.some((line, at) => line.baseline < (lines[at - 1]?.baseline ?? line.baseline));
}

/** A page's paragraphs in layout order: a table row is a line. */
export const flowParagraphs = (layout: PageLayout): Paragraph[] => pageParagraphs(blocksOf(pageFlow(layout)));

function blocksOf({ items, turned }: PageFlow): TextBlock[] {
  const blocks: { lines: TextLine[] }[] = [];
  let before: FlowItem | undefined;
  for (const item of items) {
    const lines = item.kind === "line" ? [textLine(item.line)] : rowsOf(item.found);
    const open = blocks.at(-1);
    if (open && before?.kind === "line" && item.kind === "line" && goOn(before.line, item.line))
      open.lines.push(...lines);
    else blocks.push({ lines });
    before = item;
  }
  return [...blocks, ...turned.flatMap(({ flow }) => blocksOf(flow))];
}

const textLine = (line: Line): TextLine => {
  const { text, box, size } = line;
  return { text, place: { box, size }, sources: [line] };
};

const rowsOf = ({ table }: FoundTable): TextLine[] =>
  table.rows.map((row) => ({
    text: row.map(({ lines }) => lines.map(({ text }) => text).join(" ")).join(" "),
    sources: row.flatMap(({ lines }) => lines),
  }));

/** In font sizes: maximum distance between lines of a block, also for aligned ones, and the alignment tolerance. */
const widest = 1.5;
const widestAligned = 2.1;
const aligned = 0.1;

/** Whether a line belongs to the block of the previous one. */
function goOn(line: Line, next: Line): boolean {
  const pitch = (next.baseline - line.baseline) / line.size;
  const isBelow = Math.abs(next.box.x0 - line.box.x0) < aligned * line.size;
  return pitch > 0 && pitch < (isBelow ? widestAligned : widest) && sharedWidth(line.box, next.box) > 0;
}
