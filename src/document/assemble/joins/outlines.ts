/**
 * Joins outlines (ISO 32000-2, 12.3.3), each pruned to what still leads somewhere. An item keeps its place below its parent, its
 * colour, style and open state; counts are computed anew.
 */
import { type CosDict, type CosValue, name, ref } from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { type Outline, readOutline } from "../../navigation/outline.ts";
import { dictAt } from "../../typed-get.ts";
import { adaptAction } from "./actions.ts";
import { adaptDestination } from "./destinations.ts";
import type { Part } from "./source-document.ts";

/** Places of the items that come along, in order: those that lead to a kept page or elsewhere, and all above them. */
function keptPlaces(part: Part, { items, byPage, elsewhere }: Outline): number[] {
  if (part.whole) return items.map((_, place) => place);
  const kept = new Set<number>();
  const keep = (place: number) => {
    for (let at = place; at >= 0 && !kept.has(at); at = items[at]?.parent ?? -1) kept.add(at);
  };
  elsewhere.forEach(keep);
  for (const { page, repeat } of part.pages) if (!repeat) byPage.get(page)?.forEach(keep);
  return [...kept].sort((a, b) => a - b);
}

/** An item of the result. Numbers are the target's. */
interface NewItem {
  readonly num: number;
  readonly dict: CosDict;
  readonly open: boolean;
  readonly children: NewItem[];
  /** Items that show below it when it is open. */
  visible: number;
}

export function joinOutlines(rewriter: Rewriter): {
  add(part: Part): void;
  finish(catalog: CosDict): void;
} {
  const root = { num: 0, first: 0, visible: 0 };
  /** The last item at the top: written when it is known what follows it. */
  let last: NewItem | undefined;
  const writeTop = (next: NewItem | undefined) => {
    if (!last) return;
    if (next) last.dict.set("Next", ref(next.num));
    rewriter.set(last.num, last.dict);
  };
  return {
    add(part) {
      if (!part.catalog.has("Outlines")) return;
      const outline = readOutline(part.document);
      const top = newItems(part, outline, keptPlaces(part, outline));
      for (const item of top) {
        if (root.num === 0) Object.assign(root, { num: rewriter.reserve(), first: item.num });
        item.dict.set("Parent", ref(root.num));
        if (last) item.dict.set("Prev", ref(last.num));
        writeTop(item);
        last = item;
        root.visible += 1 + (item.open ? item.visible : 0);
      }
    },
    finish(catalog) {
      if (!last) return;
      writeTop(undefined);
      const dict: CosDict = new Map();
      dict.set("Type", name("Outlines"));
      dict.set("First", ref(root.first)).set("Last", ref(last.num)).set("Count", root.visible);
      rewriter.set(root.num, dict);
      catalog.set("Outlines", ref(root.num));
    },
  };
}

/** Builds the kept items of a part and writes all but those at the top, which are returned. */
function newItems(part: Part, { items }: Outline, places: readonly number[]): NewItem[] {
  const byPlace = new Map<number, NewItem>();
  const top: NewItem[] = [];
  const made: NewItem[] = [];
  for (const place of places) {
    const item = items[place];
    const source = item && dictAt(part.cos, part.cos.object(item.num));
    if (!source) continue;
    const dict = itemDict(part, source);
    const own: NewItem = { num: part.rewriter.reserve(), dict, open: item.open, children: [], visible: 0 };
    byPlace.set(place, own);
    made.push(own);
    const parent = byPlace.get(item.parent);
    (parent?.children ?? top).push(own);
    if (parent) dict.set("Parent", ref(parent.num));
  }
  // Children come after their parents in the list: from the end, every count is known when it is needed.
  for (const item of made.toReversed()) {
    const { children, dict } = item;
    const [first, end] = [children[0], children.at(-1)];
    if (!first || !end) continue;
    item.visible = children.reduce((sum, child) => sum + 1 + (child.open ? child.visible : 0), 0);
    dict.set("First", ref(first.num)).set("Last", ref(end.num));
    dict.set("Count", item.open ? item.visible : -item.visible);
    children.forEach((child, k) => {
      const [before, after] = [children[k - 1], children[k + 1]];
      if (before) child.dict.set("Prev", ref(before.num));
      if (after) child.dict.set("Next", ref(after.num));
      part.rewriter.set(child.num, child.dict);
    });
  }
  return top;
}

/** Of an item's place in the outline, which is written anew. */
const ofPlace = new Set(["Parent", "First", "Last", "Next", "Prev", "Count"]);

/** The item's own entries in the target's numbering; its destination goes when its page does not come along. */
function itemDict(part: Part, source: CosDict): CosDict {
  const target = new Map<string, CosValue>();
  for (const key of source.keys()) {
    const value = ofPlace.has(key) ? undefined : source.get(key);
    const adapted = value === undefined ? undefined : adaptItemEntry(part, key, value);
    if (adapted !== undefined) target.set(key, part.copier.translate(adapted));
  }
  return target;
}

function adaptItemEntry(part: Part, key: string, value: CosValue): CosValue | undefined {
  if (key === "Dest") return adaptDestination(part, value);
  return key === "A" ? adaptAction(part, value) : value;
}
