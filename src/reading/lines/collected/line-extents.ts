/** Collected lines as woven-text.ts and wide-lines.ts of readers/ look at them. */

import { flatBlocks, type Line } from "../../interpreter/device/blocks.ts";
import type { Collector } from "../../interpreter/device/text-device.ts";
import type { LineExtent } from "../merge-overlapping-text.ts";
import { directionOf, type RawLine } from "../raw-line.ts";
import { readLine, wholeText } from "./collected-lines.ts";
import { order } from "./plain-text.ts";

function textLines({ page }: Collector): Line[] {
  const lines: Line[] = [];
  for (const { block } of flatBlocks(page)) if (block.kind === "text") lines.push(...block.lines);
  return lines;
}

/** Of a line along the page. */
function extentOf(collector: Collector, line: Line): LineExtent | undefined {
  const { places, direction } = collector;
  const { font, directionX, directionY, size } = line.style;
  if (!directionOf(font.vertical, directionX, directionY).horizontal) return undefined;
  const { first } = line;
  const last = (line.more?.at(-1)?.end ?? line.end) - 1;
  let x0 = Math.min(places[4 * first] ?? 0, places[4 * last] ?? 0);
  let x1 = Math.max(places[4 * first + 2] ?? 0, places[4 * last + 2] ?? 0);
  // What reads from right to left does not begin and end with the first and last that is painted.
  if (direction[first] !== 0 || direction[last] !== 0)
    for (const at of order(collector, line)) {
      x0 = Math.min(x0, places[4 * at] ?? 0);
      x1 = Math.max(x1, places[4 * at + 2] ?? 0);
    }
  return { x0, x1, baseline: places[4 * first + 1] ?? 0, size };
}

/** Where the text lines of a page are, in order. */
export function textExtents(collector: Collector): (LineExtent | undefined)[] {
  return textLines(collector).map((line) => extentOf(collector, line));
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
