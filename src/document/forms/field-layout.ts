/** Positions a field's text (ISO 32000-2, 12.7.5): a line, several lines, a comb, a list. In units of the widget's own space. */
import type { CosDict, CosRef } from "../../cos/syntax/value.ts";

/** A line to show: the start of its baseline. */
export interface PlacedLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export interface TextBox {
  readonly width: number;
  readonly height: number;
  /** Between the edge and the text. */
  readonly padding: number;
  /** 0 left, 1 centered, 2 right. */
  readonly quadding: number;
  /** 0: to fit. */
  readonly size: number;
}

/** Sets text in some font. */
export interface Pen {
  readonly measure: Measure;
  /** What `show` needs. */
  readonly resources: CosDict | CosRef;
  /** Before texts are measured or shown, where they have to be typeset. */
  prepare?(texts: readonly string[]): Promise<void>;
  /** The content that shows a line. */
  show(line: PlacedLine): string;
}

/** In ems. */
export type Measure = (text: string) => number;

/** Above and below the baseline, in ems: typical of text fonts. */
const ascent = 0.74;
const descent = 0.22;
const leading = 1.15;
const leastSize = 4;
/** Initial size for "to fit" with wrapped lines. */
const usualSize = 12;

/** The size of a line that is `widest` at most, and its baseline, which centers it. */
function oneLine({ height, padding, size: given }: TextBox, widest: number) {
  const size = given || Math.max(Math.min((height - padding) / (ascent + descent), widest), leastSize);
  return { size, y: (height - (ascent + descent) * size) / 2 + descent * size };
}

const roomOf = ({ width, padding }: TextBox) => Math.max(width - 2 * padding, 1);

export function singleLine(text: string, box: TextBox, measure: Measure): PlacedLine[] {
  const ems = measure(text);
  const { size, y } = oneLine(box, ems > 0 ? roomOf(box) / ems : Number.POSITIVE_INFINITY);
  return [{ text, x: aligned(ems * size, box), y, size }];
}

function aligned(length: number, { width, padding, quadding }: TextBox): number {
  if (quadding === 1) return (width - length) / 2;
  return quadding === 2 ? width - padding - length : padding;
}

/** Each character in its own cell. */
export function comb(text: string, cells: number, box: TextBox, measure: Measure): PlacedLine[] {
  const chars = [...text].slice(0, cells);
  const cell = box.width / cells;
  const { size, y } = oneLine(box, cell);
  const empty = cells - chars.length;
  const skipped = [0, Math.floor(empty / 2), empty][box.quadding] ?? 0;
  return chars.map((char, k) => ({
    text: char,
    x: (k + skipped) * cell + (cell - measure(char) * size) / 2,
    y,
    size,
  }));
}

/** Wrapped at blanks, or anywhere within words that are too long. */
export function paragraphs(text: string, box: TextBox, measure: Measure): PlacedLine[] {
  const room = roomOf(box);
  let size = box.size || usualSize;
  let lines = wrapped(text, room / size, measure);

  while (box.size === 0 && size > leastSize && lines.length * size * leading > box.height - box.padding) {
    size -= 0.5;
    lines = wrapped(text, room / size, measure);
  }

  return lines.map((line, k) => ({
    text: line,
    x: aligned(measure(line) * size, box),
    y: box.height - box.padding - ascent * size - k * leading * size,
    size,
  }));
}

/** Maximum lines per field; more don't fit in any widget. */
const maxLines = 2000;

function wrapped(text: string, room: number, measure: Measure): string[] {
  const lines: string[] = [];

  for (const paragraph of text.split(/\r\n|[\r\n]/)) {
    let line = "";
    let used = 0;
    for (const word of paragraph.match(/\s+|\S+/g) ?? []) {
      const ems = measure(word);
      const fits = used + ems <= room || word.trim() === "";
      if (!fits && line.trim() !== "") lines.push(line.trimEnd());
      if (!fits) [line, used] = ["", 0];
      // A word longer than a line is broken anywhere.
      for (const part of fits || ems <= room ? [word] : word) {
        if (lines.length >= maxLines) return lines;
        const more = part === word ? ems : measure(part);
        if (part !== word && line !== "" && used + more > room) {
          lines.push(line);
          [line, used] = ["", 0];
        }
        line += part;
        used += more;
      }
    }
    lines.push(line.trimEnd());
  }

  return lines;
}

/** How many items of a list box are seen whole; a tenth of the last may be cut. */
export function shownItems(height: number, size: number): number {
  return Math.max(1, Math.floor(height / ((size || usualSize) * leading) + 0.1));
}

/** A list box's lines from the first visible one, and their positions. */
export function list(
  items: readonly string[],
  box: TextBox,
): readonly (PlacedLine & { readonly top: number; readonly bottom: number })[] {
  const size = box.size || usualSize;
  const step = size * leading;
  const count = Math.min(items.length, Math.ceil(box.height / step));
  return items.slice(0, count).map((text, k) => {
    const top = box.height - box.padding / 2 - k * step;
    return {
      text,
      x: box.padding,
      y: top - ascent * size - (step - (ascent + descent) * size) / 2,
      size,
      top,
      bottom: top - step,
    };
  });
}
