/** Document-wide facts about type: the size of body text, line spacing, heading ranks. */

import { getOrInsert } from "../../../core/collections/maps.ts";
import { width } from "../../../core/geometry.ts";
import { isTiny, type Line } from "../model/blocks.ts";
import { type DocumentStyle, rounded } from "../model/document-style.ts";
import type { PageFlow } from "../model/page-flow.ts";
import { plainNumber, raisedMark } from "../notes/note-marks.ts";
import * as t from "../tolerances/tolerances.ts";
import { firstWidth } from "./line-pairs.ts";

/** Whether a line begins a page's footnotes: with a raised mark, or a number in smaller type than the previous line. */
const beginsNotes = (line: Line, before: Line | undefined) =>
  raisedMark(line) !== undefined ||
  (before !== undefined && line.size <= t.smallPrint * before.size && plainNumber(line) !== undefined);

/** A page's footnote lines: their first line and those after it in the same size. */
function noteLines({ items, height }: PageFlow): Set<Line> {
  const notes = new Set<Line>();
  let size = Number.NaN;
  let before: Line | undefined;

  for (const item of items) {
    if (item.kind === "table") continue;
    const { line } = item;
    if (line.box.y0 > t.lowerPart * height && beginsNotes(line, before)) size = line.size;
    if (Math.abs(line.size - size) < t.noteSize) notes.add(line);
    else size = Number.NaN;
    before = line;
  }

  return notes;
}

/** Width of a page's widest line or table. */
const widest = ({ items }: PageFlow) => items.reduce((most, { box }) => Math.max(most, width(box)), 0);

/** In font sizes; a single wide distance may be between two paragraphs. */
function usualLeading(leadings: readonly number[]): number {
  const usual = leadings.toSorted((a, b) => a - b)[Math.floor(leadings.length / 3)] ?? 1.2;
  return leadings.length === 1 && usual > t.leastLeading ? 1.2 : usual;
}

/** The style of most characters. */
export function bodyStyle(
  flows: readonly PageFlow[],
): Pick<DocumentStyle, "bodySize" | "bodyBold" | "bodyMono" | "leading"> {
  const sizes = new Map<number, { count: number; length: number; bold: number; mono: number }>();
  const leadings: number[] = [];

  const add = (line: Line, usualWeight: number, usualMarks = 1) => {
    if (isTiny(line)) return;
    const { words, size, text, bold, mono } = line;
    // Form field values have their own type.
    const isValue = words.every(({ annotation }) => annotation);
    const [weight, marks] = isValue ? [t.tableWeight, t.tableWeight] : [usualWeight, usualMarks];
    const known = getOrInsert(sizes, rounded(size), () => ({ count: 0, length: 0, bold: 0, mono: 0 }));
    known.count += text.length * weight;
    known.length += text.length * marks;
    if (bold) known.bold += text.length * marks;
    if (mono) known.mono += text.length * marks;
  };

  for (const flow of flows) {
    const { items } = flow;
    const notes = noteLines(flow);
    const wide = widest(flow);
    items.forEach((item, at) => {
      if (item.kind === "table") {
        // But tables may contain most of a document's text.
        for (const line of item.found.lines) add(line, t.tableWeight, t.tableWeight);
        return;
      }
      const { line } = item;
      if (notes.has(line)) add(line, t.tableWeight, t.tableWeight);
      else add(line, line.mono ? t.codeWeight : 1);
      const before = items[at - 1];
      if (before?.kind !== "line" || Math.abs(before.line.size - line.size) > t.sameSize) return;
      const room = wide - width(before.box);
      const pitch = (line.baseline - before.line.baseline) / line.size;
      if (pitch < t.leastPitch || pitch > t.mostPitch || line.text.length <= t.proseLength) return;
      // The space between two paragraphs isn't line spacing, and short documents have more of it.
      const most = pitch > t.leastLeading ? firstWidth(line) + t.wordSpace * line.size : room;
      if (room <= Math.min(most, (1 - t.fullWidth) * wide)) leadings.push(pitch);
    });
  }

  let [bodySize, body] = [10, { count: 0, length: 0, bold: 0, mono: 0 }];
  for (const [size, known] of sizes) if (known.count > body.count) [bodySize, body] = [size, known];

  return {
    bodySize,
    bodyBold: body.bold > t.mostlyBold * body.count,
    // A document may be mostly code, with sentences in another font.
    bodyMono: body.mono > t.mostlyMono * body.length,
    leading: usualLeading(leadings),
  };
}
