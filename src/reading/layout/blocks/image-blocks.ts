/** Images among the blocks of a page. */
import type { Box } from "../../../core/page-layout.ts";
import { holds, sharedWidth } from "../../lines/geometry.ts";
import type { PageFlow } from "../flow.ts";
import type { Block } from "../model/blocks.ts";

/** Images go after the last block of their column that ends above them. */
export function withImages(blocks: readonly Block[], { images, page, width, height }: PageFlow): Block[] {
  const result = [...blocks];
  const pageSize = width * height;
  for (const box of images.slice(0, 500)) {
    const area = (box.x1 - box.x0) * (box.y1 - box.y0);
    if (area < 100 || (area > 0.9 * pageSize && blocks.length > 0)) continue;
    if (blocks.some((block) => block.type === "table" && holds(block.box, box))) continue;
    result.splice(imagePlace(result, box), 0, { type: "image", page, box, lines: [] });
  }
  return result;
}

function imagePlace(blocks: readonly Block[], box: Box): number {
  let place = -1;
  blocks.forEach((block, at) => {
    if (block.box.y1 <= box.y0 + 4 && sharedWidth(block.box, box) > 0) place = at;
  });
  return place + 1;
}
