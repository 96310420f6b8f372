/** The characters of each line side by side, as they are read, once all of a page have come. */
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

/** What is painted as it is seen, from right to left, is read backwards. */
function copyLine(device: TextDevice, line: Line): void {
  const first = device.count;
  let run: number[] = [];
  const isLow = (at: number) => isLowSurrogate(device.units[at]);
  const endRun = () => {
    for (const at of run.reverse()) {
      // The two halves of a character keep their order.
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
