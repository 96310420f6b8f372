/** The characters of each line side by side, as they are read, once all of a page have come. */
import { isLowSurrogate } from "../state/unicode.ts";
import { flatBlocks, type Line } from "./blocks.ts";
import type { Collector } from "./text-device.ts";

/** Makes each line one stretch of characters. */
export function putInReadingOrder(collector: Collector): void {
  for (const { block } of flatBlocks(collector.page)) {
    if (block.kind !== "text") continue;
    for (const line of block.lines) if (line.visual || line.more !== undefined) copyLine(collector, line);
  }
}

/** What is painted as it is seen, from right to left, is read backwards. */
function copyLine(collector: Collector, line: Line): void {
  const first = collector.count;
  let run: number[] = [];
  const isLow = (at: number) => isLowSurrogate(collector.units[at]);
  const endRun = () => {
    for (const at of run.reverse()) {
      // The two halves of a character keep their order.
      if (isLow(at)) continue;
      collector.copy(at);
      if (isLow(at + 1)) collector.copy(at + 1);
    }
    run = [];
  };
  for (const stretch of [line, ...(line.more ?? [])])
    for (let at = stretch.first; at < stretch.end; at++) {
      if (line.visual && collector.direction[at] !== 0) run.push(at);
      else {
        endRun();
        collector.copy(at);
      }
    }
  endRun();
  line.first = first;
  line.end = collector.count;
  line.more = undefined;
}
