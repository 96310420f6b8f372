/** The text of a page that was not painted in reading order: of its lines and tables as its layout orders them. */
import type { PageLayout, Paragraph, TextBlock, TextLine } from "../core/page-layout.ts";
import { orderLines } from "./layout/columns/column-rules.ts";
import { pageFlow } from "./layout/flow.ts";
import type { FoundTable, Line } from "./layout/model/blocks.ts";
import { pieceLines } from "./layout/model/line.ts";
import type { FlowItem, PageFlow } from "./layout/model/page-flow.ts";
import { sharedWidth } from "./lines/geometry.ts";
import { pageParagraphs } from "./lines/page-text.ts";
import type { RawLine } from "./lines/raw-line.ts";

/** Lines of one page that are looked at. */
const maxLines = 3000;

/** The rule of order that says that painting is no order of reading at all. */
const isLost = "cut into columns";

/** Whether lines are painted in an order that nobody reads them in. */
export function needsOrder(lines: readonly RawLine[]): boolean {
  if (lines.length > maxLines || !runsBack(lines)) return false;
  return isBackwards(lines) || orderLines(pieceLines(lines)).rule === isLost;
}

/** Cells of a row, and the share of lines above the last one of their column from which a page was painted backwards. */
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

/** A look at the lines that costs nothing: in order, only the tops of columns are above the line before them. */
function runsBack(lines: readonly RawLine[]): boolean {
  return lines.some((line, at) => line.baseline < (lines[at - 1]?.baseline ?? line.baseline));
}

/** The paragraphs of a page in the order of its layout: a row of a table is a line. */
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

/** In font sizes: the widest distance between lines of a block, also if they begin below each other, and how exactly those do. */
const widest = 1.5;
const widestAligned = 2.1;
const aligned = 0.1;

/** Whether a line is of the block of the one before it. */
function goOn(line: Line, next: Line): boolean {
  const pitch = (next.baseline - line.baseline) / line.size;
  const isBelow = Math.abs(next.box.x0 - line.box.x0) < aligned * line.size;
  return pitch > 0 && pitch < (isBelow ? widestAligned : widest) && sharedWidth(line.box, next.box) > 0;
}
