/**
 * Unifies nearly equal line sizes and weights in a document: measurements on a picture vary by a pixel, and heading detection
 * by size would take each value for a separate style.
 */

import { groupBy } from "../../core/collections/maps.ts";
import { minBy } from "../../core/collections/min-by.ts";
import { median } from "../../core/geometry.ts";
import type { RecognizedLine } from "../../core/page-reading.ts";
import { commonType } from "../tolerances/tolerances.ts";

export interface MeasuredLine extends RecognizedLine {
  /** Stroke width in points. */
  readonly stroke: number;
}

const { blurred, boldness, codeWeight, fewestLines, nextLine } = commonType;
const { sameSize, shrinking, shrinkingWithin, swelling, textSize } = commonType;
/** Maximum lines of earlier pages to consider: later ones are similar. */
const mostLines = 5000;

/** The sizes of the most words, most frequent first. */
function commonSizes(lines: readonly RecognizedLine[]): number[] {
  const weights = new Map<number, number>();
  for (const { size, words, mono } of lines)
    weights.set(size, (weights.get(size) ?? 0) + words.length * (mono ? codeWeight : 1));
  const around = [...weights.keys()].map((middle) => {
    let [weight, sum] = [0, 0];
    for (const [size, own] of weights)
      if (Math.abs(size - middle) < (sameSize / 2) * middle) {
        weight += own;
        sum += size * own;
      }
    return { weight, size: rounded(sum / weight) };
  });
  const common: number[] = [];
  for (const { size } of around.sort((a, b) => b.weight - a.weight))
    if (!common.some((other) => Math.abs(other - size) < sameSize * other)) common.push(size);

  return common;
}

const rounded = (size: number) => Math.round(size * 10) / 10;

/** The type of a document's pages, page by page. */
export class CommonType {
  readonly #seen: MeasuredLine[] = [];

  /** The next page's lines, in the document's sizes and weights. */
  settled(measured: readonly MeasuredLine[]): RecognizedLine[] {
    const lines = this.#withBold(measured.map((line) => ({ ...line, size: rounded(line.size) })));
    const all = [...this.#seen, ...lines];
    if (this.#seen.length < mostLines) this.#seen.push(...lines);
    const [text = 0] = commonSizes(all.filter(({ bold }) => !bold));
    const isText = ({ bold, size }: MeasuredLine) =>
      !bold && size > (1 - textSize) * text && size < (1 + swelling) * text;
    const neighbors = (at: number) => [lines[at - 1], lines[at + 1]].filter((line) => line !== undefined);
    // Misread code has no fixed pitch.
    const isBesideCode = (at: number) => neighbors(at).some((line) => line.mono);
    // Lines of a paragraph have one size.
    const isWithinText = ({ bold, size, baseline, first, mono }: MeasuredLine, at: number) =>
      !bold &&
      size > (1 - (first || mono || isBesideCode(at) ? shrinking : shrinkingWithin)) * text &&
      neighbors(at).some((line) => isText(line) && Math.abs(line.baseline - baseline) < nextLine * text);
    const others = all.filter((line) => !isText(line));
    const kindOf = ({ size, bold }: RecognizedLine) => (size > (1 + sameSize) * text ? "large" : `${bold}`);
    const kinds = groupBy(others, kindOf);
    const sizesOf = new Map([...kinds].map(([kind, own]) => [kind, commonSizes(own)]));
    const sizeOf = (line: MeasuredLine) => {
      const { size } = line;
      const sizes = sizesOf.get(kindOf(line)) ?? [];
      const nearest = minBy(sizes, (common) => Math.abs(common - size)) ?? size;
      const own = Math.abs(nearest - size) < sameSize * nearest ? nearest : size;
      // A few letters show a size less well than a paragraph.
      return line.bold && own < text && own > (1 - sameSize) * text ? text : own;
    };
    // For a size larger than body text, either all lines are bold or none.
    const bold = new Map<number, number>();
    const mono = new Map<number, number>();

    for (const line of others) {
      const [size, words] = [sizeOf(line), line.words.length];
      bold.set(size, (bold.get(size) ?? 0) + (line.bold ? words : -words));
      mono.set(size, (mono.get(size) ?? 0) + (line.mono ? words : -words));
    }

    return lines.map((measured, at): RecognizedLine => {
      const { stroke: _, ...line } = measured;
      if (isText(measured) || isWithinText(measured, at)) return { ...line, size: text };
      const size = sizeOf(measured);
      const isCode = (mono.get(size) ?? 0) > 0 && isBesideCode(at);
      return {
        ...line,
        size,
        bold: size > (1 + sameSize) * text ? (bold.get(size) ?? 0) > 0 : line.bold,
        ...(isCode && { mono: true }),
      };
    });
  }

  #withBold(lines: readonly MeasuredLine[]): MeasuredLine[] {
    const all = [...this.#seen, ...lines];
    // Pages are scanned and leveled differently, which changes strokes more than type does.
    const own = proseOf(lines);
    const usual = median((own.length >= fewestLines ? own : proseOf(all)).flatMap(strokes));
    const [text = 0] = commonSizes(all);
    return lines.map((line) => {
      // Pictures are slightly blurred: strokes grow less than letters.
      const expected = usual * Math.max(1, (1 + line.size / text) / 2 - blurred);
      return { ...line, bold: line.stroke > boldness * expected };
    });
  }
}

/** Code has strokes of its own. */
const proseOf = (lines: readonly MeasuredLine[]) => lines.filter(({ mono, stroke }) => !mono && stroke > 0);
const strokes = ({ stroke, words }: MeasuredLine) => words.map(() => stroke);
