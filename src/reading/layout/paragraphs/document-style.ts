/** What the whole document says about its type: the size of running text, the space between lines, the ranks of headings. */

import type { Turn } from "../../../core/page-layout.ts";
import { width } from "../../lines/geometry.ts";
import type { Vocabulary } from "../../lines/words/vocabulary.ts";
import type { PageFlow } from "../flow.ts";
import type { RunningPattern } from "../headers-footers/running-rules.ts";
import type { Line } from "../model/blocks.ts";
import { plainNumber, raisedMark, smallPrint } from "../notes/note-marks.ts";
import type { Outline } from "../outline/outline.ts";

export interface DocumentStyle {
  /** Font size of running text. */
  readonly bodySize: number;
  /** Running text is bold: boldness then marks nothing. */
  readonly bodyBold: boolean;
  readonly bodyMono: boolean;
  /** Distance of baselines in running text, in font sizes. */
  readonly leading: number;
  readonly running: readonly RunningPattern[];
  /** Of turned text, by its turn. */
  readonly turnedRunning: ReadonlyMap<Turn, readonly RunningPattern[]>;
  /** Of the pages looked at. */
  readonly vocabulary: Vocabulary;
  /** Level of each heading style, by `styleKey`. */
  readonly levels: ReadonlyMap<string, number>;
  /** Level of headings numbered "1"; undefined: numbers do not show levels. */
  readonly numbersFrom?: number | undefined;
  /** The bookmarks' titles. */
  readonly outline: Outline;
  /** Level of headings that the outermost bookmarks name. */
  readonly outlineFrom: number;
  /** Style of a title that the bookmarks name beside the sections. */
  readonly titleKey?: string | undefined;
  /** Numbers of footnotes come again on other pages. */
  readonly notesRestart: boolean;
  /** The structure tree is used. */
  readonly tagged: boolean;
  /** And it names headings. */
  readonly taggedHeadings: boolean;
}

const rounded = (size: number) => Math.round(size * 2) / 2;

/** Style of a heading: size and weight. */
export function styleKey(line: Line): string {
  return `${rounded(line.size)}${line.bold ? "b" : ""}${line.italic ? "i" : ""}${line.runIn ? "r" : ""}`;
}

/** Letters of tables and notes count less: they are set smaller. */
const tableWeight = 0.3;

/** Those of code still less: a page of text may hold several of code, set smaller, and stays text. */
const codeWeight = 0.25;

/** Whether a line begins the notes at the foot of a page: with a raised mark, or a number in smaller type than the line before it. */
const beginsNotes = (line: Line, before: Line | undefined) =>
  raisedMark(line) !== undefined ||
  (before !== undefined && line.size <= smallPrint * before.size && plainNumber(line) !== undefined);

/** The lines of a page that are notes at its foot: what follows their beginning in the same size. */
function noteLines({ items, height }: PageFlow): Set<Line> {
  const notes = new Set<Line>();
  let size = Number.NaN;
  let before: Line | undefined;
  for (const item of items) {
    if (item.kind === "table") continue;
    const { line } = item;
    if (line.box.y0 > 0.4 * height && beginsNotes(line, before)) size = line.size;
    if (Math.abs(line.size - size) < 0.1) notes.add(line);
    else size = Number.NaN;
    before = line;
  }
  return notes;
}

/** The part of the widest line that a line fills at least which goes on in the next: others end a paragraph. */
const fullWidth = 0.8;

/** How wide a page's widest line is, but for tables. */
const widest = ({ items }: PageFlow) =>
  items.reduce((most, { kind, box }) => (kind === "line" ? Math.max(most, width(box)) : most), 0);

/** The style that most characters have. */
export function bodyStyle(
  flows: readonly PageFlow[],
): Pick<DocumentStyle, "bodySize" | "bodyBold" | "bodyMono" | "leading"> {
  const sizes = new Map<number, { count: number; length: number; bold: number; mono: number }>();
  const leadings: number[] = [];
  const add = ({ size, text, bold, mono }: Line, weight: number, marks = 1) => {
    const known = sizes.get(rounded(size)) ?? { count: 0, length: 0, bold: 0, mono: 0 };
    known.count += text.length * weight;
    known.length += text.length * marks;
    if (bold) known.bold += text.length * marks;
    if (mono) known.mono += text.length * marks;
    sizes.set(rounded(size), known);
  };
  for (const flow of flows) {
    const { items } = flow;
    const notes = noteLines(flow);
    const full = fullWidth * widest(flow);
    items.forEach((item, at) => {
      if (item.kind === "table") {
        // But tables may hold most of a document's text.
        for (const line of item.found.lines) add(line, tableWeight, tableWeight);
        return;
      }
      const { line } = item;
      if (notes.has(line)) add(line, tableWeight, tableWeight);
      else add(line, line.mono ? codeWeight : 1);
      const before = items[at - 1];
      if (before?.kind !== "line" || Math.abs(before.line.size - line.size) > 0.3) return;
      // The space between two paragraphs is none between lines, and short documents have more of it.
      if (width(before.box) < full) return;
      const pitch = (line.baseline - before.line.baseline) / line.size;
      if (pitch > 0.8 && pitch < 2.6 && line.text.length > 30) leadings.push(pitch);
    });
  }
  let [bodySize, body] = [10, { count: 0, length: 0, bold: 0, mono: 0 }];
  for (const [size, known] of sizes) if (known.count > body.count) [bodySize, body] = [size, known];
  return {
    bodySize,
    bodyBold: body.bold > 0.6 * body.count,
    // Code may be most of a document whose sentences are in another font.
    bodyMono: body.mono > 0.85 * body.length,
    leading: leadings.sort((a, b) => a - b)[Math.floor(leadings.length / 3)] ?? 1.2,
  };
}
