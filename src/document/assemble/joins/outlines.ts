/**
 * Joins outlines (ISO 32000-2, 12.3.3), each pruned to items that still lead somewhere. An item keeps its parent, color, style
 * and open state; counts are recomputed.
 */
import { type CosDict, dictOf, name, ref } from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { type Outline, readOutline } from "../../navigation/outline.ts";
import { dictAt } from "../../typed-get.ts";
import { adaptEntry } from "./actions.ts";
import type { Join } from "./join.ts";
import type { PlannedSource } from "./source-document.ts";

/** Indexes of kept items, in order: those that lead to a kept page or elsewhere, and their ancestors. */
function keptPlaces(source: PlannedSource, { items, byPage, elsewhere }: Outline): number[] {
  if (source.whole) return items.map((_, place) => place);
  const kept = new Set<number>();
  const keep = (place: number) => {
    for (let at = place; at >= 0 && !kept.has(at); at = items[at]?.parent ?? -1) kept.add(at);
  };
  elsewhere.forEach(keep);
  for (const { page, repeat } of source.pages) if (!repeat) byPage.get(page)?.forEach(keep);
  return [...kept].sort((a, b) => a - b);
}

/** An item in the result, in target numbering. */
interface NewItem {
  readonly num: number;
  readonly dict: CosDict;
  readonly open: boolean;
  readonly children: NewItem[];
  /** Items visible below it when open. */
  visible: number;
}

export function joinOutlines(rewriter: Rewriter): Join {
  const root = { num: 0, first: 0, visible: 0 };
  /** The last top-level item: written once its successor is known. */
  let last: NewItem | undefined;

  const writeTop = (next: NewItem | undefined) => {
    if (!last) return;
    if (next) last.dict.set("Next", ref(next.num));
    rewriter.set(last.num, last.dict);
  };

  return {
    add(source) {
      if (!source.catalog.has("Outlines")) return;
      const outline = readOutline(source.document);
      const top = newItems(rewriter, source, outline, keptPlaces(source, outline));
      for (const item of top) {
        if (root.num === 0) Object.assign(root, { num: rewriter.reserve(), first: item.num });
        item.dict.set("Parent", ref(root.num));
        if (last) item.dict.set("Prev", ref(last.num));
        writeTop(item);
        last = item;
        root.visible += 1 + (item.open ? item.visible : 0);
      }
    },
    finish({ catalog }) {
      if (!last) return;
      writeTop(undefined);
      const [First, Last] = [ref(root.first), ref(last.num)];
      rewriter.set(root.num, dictOf({ Type: name("Outlines"), First, Last, Count: root.visible }));
      catalog.set("Outlines", ref(root.num));
    },
  };
}

/** Builds a document's kept items and writes all but the top-level ones, which are returned. */
function newItems(
  rewriter: Rewriter,
  source: PlannedSource,
  { items }: Outline,
  places: readonly number[],
): NewItem[] {
  const byPlace = new Map<number, NewItem>();
  const top: NewItem[] = [];
  const made: NewItem[] = [];

  for (const place of places) {
    const item = items[place];
    const old = item && dictAt(source.cos, source.cos.object(item.num));
    if (!old) continue;
    const dict = itemDict(source, old);
    const own: NewItem = { num: rewriter.reserve(), dict, open: item.open, children: [], visible: 0 };
    byPlace.set(place, own);
    made.push(own);
    const parent = byPlace.get(item.parent);
    (parent?.children ?? top).push(own);
    if (parent) dict.set("Parent", ref(parent.num));
  }

  // Children follow their parents in the list: in reverse, every count is known when needed.
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
      rewriter.set(child.num, child.dict);
    });
  }

  return top;
}

/** Entries for an item's position, which are rewritten. */
const ofPlace = new Set(["Parent", "First", "Last", "Next", "Prev", "Count"]);

/** The item's own entries in target numbering, without a destination on a removed page. */
function itemDict(source: PlannedSource, item: CosDict): CosDict {
  const target: CosDict = new Map();
  for (const key of item.keys()) {
    const adapted = ofPlace.has(key) ? undefined : adaptEntry(source, item, key);
    if (adapted !== undefined) target.set(key, source.copier.translate(adapted));
  }
  return target;
}
