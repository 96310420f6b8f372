/** Lines that may be painted twice. */

import { flatBlocks } from "../../interpreter/device/blocks.ts";
import type { Collector } from "../../interpreter/device/text-device.ts";
import { type Standing, standsTwice } from "../painted-twice.ts";

/** Whether two lines begin with the same character in the same place: without that no line is painted twice. */
export function startsTwice({ page, codes, places, styles, style }: Collector): boolean {
  const starts: Standing[] = [];
  for (const { block } of flatBlocks(page)) {
    if (block.kind !== "text") continue;
    for (const { first } of block.lines) {
      const size = styles[style[first] ?? 0]?.size ?? 0;
      starts.push({
        code: codes[first] ?? 0,
        size,
        x: places[4 * first] ?? 0,
        y: places[4 * first + 1] ?? 0,
      });
    }
  }
  return standsTwice(starts);
}
