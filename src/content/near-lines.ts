/** Collected lines that may have been painted in parts, for readers/woven-text.ts. */
import { directionOf, type RawLine } from "../readers/raw-line.ts";
import { type LineExtent, nearLines } from "../readers/woven-text.ts";
import { flatBlocks, type Line } from "./blocks.ts";
import type { Collector } from "./collector.ts";
import { readLine, wholeText } from "./raw-lines.ts";

function textLines({ page }: Collector): Line[] {
  const lines: Line[] = [];
  for (const { block } of flatBlocks(page)) if (block.kind === "text") lines.push(...block.lines);
  return lines;
}

/** Of a line along the page. */
function extentOf({ places }: Collector, { style, first, end, more }: Line): LineExtent | undefined {
  const { font, directionX, directionY, size } = style;
  if (!directionOf(font.vertical, directionX, directionY).horizontal) return undefined;
  const begin = places[4 * first] ?? 0;
  const last = places[4 * ((more?.at(-1)?.end ?? end) - 1) + 2] ?? 0;
  return { x0: Math.min(begin, last), x1: Math.max(begin, last), baseline: places[4 * first + 1] ?? 0, size };
}

/** `nearLines` of the text lines of a page. */
export function nearTextLines(collector: Collector): number[] {
  return nearLines(textLines(collector).map((line) => extentOf(collector, line)));
}

/** Reads the text line of a place as words. `withCharacters`: and as characters. */
export function textLineReader(collector: Collector, withCharacters: boolean): (place: number) => RawLine {
  const lines = textLines(collector);
  const whole = wholeText(collector);
  return (place) => {
    const line = lines[place];
    if (line === undefined) throw new RangeError(`no text line ${place}`);
    return readLine(collector, whole, line, undefined, withCharacters);
  };
}
