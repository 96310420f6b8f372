/** Untagged lines on tagged pages: the rest of text from the previous page, repeated table headers. */

import type { Box } from "../../../core/page-layout.ts";
import { pageBlocks, runningBlock } from "../blocks/page-blocks.ts";
import { runningLines } from "../headers-footers/headers-footers.ts";
import type { Block, Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import type { PageFlow } from "../model/page-flow.ts";
import * as t from "../tolerances/tolerances.ts";

/** Lines of table headers: browsers repeat them, untagged, where a table continues. */
export function headsAgain(loose: readonly Line[], parts: readonly Box[]): ReadonlySet<Line> {
  const found = new Set<Line>();
  if (parts.length === 0) return found;

  const upwards = [...loose].sort((a, b) => b.box.y1 - a.box.y1);
  for (const part of parts) {
    let top = part.y0;
    for (const line of upwards) {
      const { x0, x1, y0, y1 } = line.box;
      if (x0 < part.x0 - line.size || x1 > part.x1 + line.size) continue;
      if (y1 > part.y0 + t.overTable || top - y1 > t.partPitch * line.size) continue;
      found.add(line);
      top = Math.min(top, y0);
    }
  }

  return found;
}

/** Untagged lines as blocks by position and type; running lines are identified with the whole page in view. */
export function looseBlocks(lines: readonly Line[], flow: PageFlow, style: DocumentStyle): Block[] {
  if (lines.length === 0) return [];

  const running = runningLines(flow, style);
  const found = lines.flatMap((line) => {
    const run = running.get(line);
    return run ? [runningBlock(line, run, flow.page)] : [];
  });
  const rest = lines.filter((line) => !running.has(line));
  const items = rest.map((line) => ({ kind: "line" as const, line, box: line.box }));

  return [
    ...found,
    ...pageBlocks({ ...flow, items, images: [], numbers: [], turned: [] }, { ...style, running: [] }).map(
      // Headings are tagged if nearly all text is.
      ({ level: _, ...block }): Block => (block.type === "heading" ? { ...block, type: "paragraph" } : block),
    ),
  ];
}
