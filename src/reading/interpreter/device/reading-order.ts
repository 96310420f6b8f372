/** Arranges each line's characters in reading order, once all of a page have been collected. */
import { isLowSurrogate } from "../state/unicode.ts";
import { flatBlocks, type Line } from "./blocks.ts";
import type { TextDevice } from "./text-device.ts";

/** Makes each line one stretch of characters. */
export function putInReadingOrder(device: TextDevice): void {
  for (const { block } of flatBlocks(device.page)) {
    if (block.kind !== "text") continue;
    for (const line of block.lines) if (line.visual || line.more !== undefined) copyLine(device, line);
  }
}

/** Text painted in visual order, from right to left, is reversed. */
function copyLine(device: TextDevice, line: Line): void {
  const first = device.count;
  let run: number[] = [];
  const isLow = (at: number) => isLowSurrogate(device.units[at]);

  const endRun = () => {
    for (const at of run.reverse()) {
      // The two halves of a surrogate pair keep their order.
      if (isLow(at)) continue;
      device.copy(at);
      if (isLow(at + 1)) device.copy(at + 1);
    }
    run = [];
  };

  for (const stretch of [line, ...(line.more ?? [])])
    for (let at = stretch.first; at < stretch.end; at++) {
      if (line.visual && device.direction[at] !== 0) run.push(at);
      else {
        endRun();
        device.copy(at);
      }
    }

  endRun();
  line.first = first;
  line.end = device.count;
  line.more = undefined;
}
