/** Paragraphs and code in list items, without tags to say so: the list continues after them. */

import { boxAround } from "../../../core/geometry.ts";
import { numberOf } from "../../lines/words/list-marks.ts";
import type { Block, Line, ListItem } from "../model/blocks.ts";
import * as t from "../tolerances/tolerances.ts";
import { createDepths } from "./lists.ts";

/** More blocks between two items don't belong to the first. */
const mostParts = 6;

interface Edges {
  readonly marker: number;
  /** Start of the text after the marker. */
  readonly text: number;
  readonly size: number;
}

function edgesOf({ lines: [first] }: ListItem): Edges | undefined {
  const word = first?.words[0];
  if (!first || !word || first.rightToLeft || !first.horizontal) return undefined;
  return { marker: first.box.x0, text: word.box.x0, size: first.size };
}

const isBelow = (a: Block, b: Block) => (b.lines[0]?.baseline ?? 0) > (a.lines.at(-1)?.baseline ?? 0);

/** Whether a block belongs to an item: each line begins at its text or further in. */
function standsIn({ type, lines }: Block, { text, size }: Edges): boolean {
  if (type !== "paragraph" && type !== "code") return false;
  return lines.every(
    (line) =>
      line.horizontal &&
      !line.rightToLeft &&
      line.box.x0 > text - t.sameEdge * size &&
      line.size < t.chapterScale * size,
  );
}

/** Whether an item continues a list begun by others: below the last one, or as the next at the edge of one. */
function continues(items: readonly ListItem[], next: ListItem): boolean {
  const [last, own] = [items.at(-1), edgesOf(next)];
  const above = last && edgesOf(last);
  if (!above || !own) return false;
  if (own.marker > above.text - t.sameEdge * own.size && own.marker > above.marker + own.size)
    return own.marker < above.text + t.listPitch * own.size;
  const beside = items.findLast(
    (item) => Math.abs((edgesOf(item)?.marker ?? Number.NaN) - own.marker) < t.sameEdge * own.size,
  );
  if (!beside || beside.ordered !== next.ordered) return false;

  return next.ordered ? numberOf(next.marker) === numberOf(beside.marker) + 1 : next.marker === beside.marker;
}

function nested(items: readonly ListItem[]): ListItem[] {
  const depthAt = createDepths();
  return items.map((item) => {
    const edges = edgesOf(item);
    return edges ? { ...item, depth: depthAt(edges.marker, edges.size) } : item;
  });
}

/** A list with the content of its last item, and with the items of its continuation. */
function joinedList(list: Block, parts: readonly Block[], next: Block): Block {
  const before = list.items ?? [];
  const last = before.at(-1);
  const items = last ? [...before.slice(0, -1), { ...last, parts }, ...(next.items ?? [])] : before;
  const all = [list, ...parts, next];
  const lines: Line[] = all.flatMap((block) => block.lines);
  return { ...list, box: boxAround(all.map(({ box }) => box)), lines, items: nested(items) };
}

/** A page's blocks, with lists split by an item's paragraphs or code rejoined. */
export function withItemParts(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];

  for (const block of blocks) {
    const above = block.type === "list" ? result.slice(-1 - mostParts) : [];
    const at = above.findLastIndex(({ type }) => type !== "paragraph" && type !== "code");
    const list = above[at];
    const parts = above.slice(at + 1);
    const [last, first] = [list?.items?.at(-1), block.items?.[0]];
    const edges = last && edgesOf(last);
    if (
      list?.type === "list" &&
      edges &&
      first &&
      parts.length > 0 &&
      [...parts, block].every((part, k) => isBelow(parts[k - 1] ?? list, part)) &&
      parts.every((part) => standsIn(part, edges)) &&
      continues(list.items ?? [], first)
    ) {
      result.length -= parts.length + 1;
      result.push(joinedList(list, parts, block));
    } else result.push(block);
  }

  return result;
}
