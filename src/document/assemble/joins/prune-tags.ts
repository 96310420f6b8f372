/** Pruning of one structure tree to the pages that come along. The work grows with what is kept, not with the tree. */
import { type CosDict, type CosValue, isDict } from "../../../cos/syntax/value.ts";
import { createDescent, type WalkRules, walk } from "../../../cos/walk.ts";
import {
  kidsOf,
  lookAtKid,
  pageOf,
  type StructureElement,
  type StructureTree,
  structureKey,
} from "../../tags/structure-tree.ts";
import { arrayAt, dictAt, nameAt, streamAt } from "../../typed-get.ts";
import type { Part } from "./source-document.ts";

/** Elements that are no objects, within each other. */
const inElements: WalkRules = { part: "the structure tree", depth: 500 };

/** What is left of a tree. */
export interface PrunedStructure {
  /** Of the root. */
  readonly kids: CosValue[];
  /** Numbers of the elements. */
  readonly elements: Iterable<number>;
}

/** Writes the changed elements into the overrides, and drops the others. */
export function pruneStructure(part: Part, tree: StructureTree): PrunedStructure {
  const { elements } = tree;
  const needed = new Map<number, StructureElement>();
  const below = new Map<number, StructureElement[]>();
  const keep = (num: number) => {
    for (let at = elements.get(num); at && !needed.has(at.num); at = elements.get(at.parent)) {
      needed.set(at.num, at);
      const list = below.get(at.parent);
      if (list) list.push(at);
      else below.set(at.parent, [at]);
    }
  };
  for (const { page, repeat } of part.pages) {
    if (repeat) continue;
    tree.byPage.get(page)?.forEach(keep);
    for (const num of tree.streamsByPage.get(page) ?? []) {
      const key = structureKey(part.document, streamAt(part.cos, part.ref(num))?.dict);
      if (key !== undefined) part.structureKeys.add(key);
    }
  }
  // Cells without content hold the columns of a table apart: they stay with their row.
  for (const element of [...needed.values()]) {
    if (element.kids.length > (below.get(element.num)?.length ?? 0) && isRow(part, element.num)) {
      for (const kid of element.kids) {
        const cell = elements.get(kid);
        if (cell && cell.kids.length === 0 && cell.pages.length === 0) keep(kid);
      }
    }
  }
  for (const element of needed.values()) adaptElement(part, element, needed, below.get(element.num) ?? []);
  part.drop((num) => elements.has(num) && !needed.has(num));
  return { kids: filterKids(part, tree.root, undefined, needed), elements: needed.keys() };
}

/** The attribute classes that elements name (14.7.6.2), with those of elements below them that are no objects. */
export function usedClasses(part: Part, elements: Iterable<number>): ReadonlySet<string> {
  const used = new Set<string>();
  const { cos } = part;
  const own = [...elements].map((num) => part.overrides.get(num) ?? cos.object(num));
  walk(cos, inElements, own, undefined, ({ value: dict }) => {
    if (!isDict(dict)) return undefined;
    const value = dict.get("C");
    for (const entry of value === undefined ? [] : (arrayAt(cos, value) ?? [value])) {
      const name = nameAt(cos, entry);
      if (name !== undefined) used.add(name);
    }
    return [{ values: kidsOf(part.document, dict).filter(isDict), state: undefined }];
  });
  return used;
}

function isRow(part: Part, num: number): boolean {
  return nameAt(part.cos, dictAt(part.cos, part.cos.object(num))?.get("S")) === "TR";
}

function adaptElement(
  part: Part,
  element: StructureElement,
  needed: ReadonlyMap<number, StructureElement>,
  kids: readonly StructureElement[],
): void {
  const cut = kids.length < element.kids.length;
  if (!cut && !element.loose && element.pages.every((page) => part.keeps(page))) {
    // Nothing below it goes; its own page may have been another one.
    if (element.kids.length > 0) dropPage(part, element.num);
    return;
  }
  const dict = dictAt(part.cos, part.cos.object(element.num));
  if (!dict) return;
  const made: CosDict = new Map(dict);
  const page = pageOf(part.document, dict.get("Pg"));
  if (page !== undefined && !part.keeps(page)) made.delete("Pg");
  if (element.content || element.loose) setKids(made, filterKids(part, dict, page, needed));
  else {
    const inOrder = [...kids].sort((a, b) => a.order - b.order);
    setKids(
      made,
      inOrder.map((kid) => part.ref(kid.num)),
    );
  }
  part.overrides.set(element.num, made);
}

function dropPage(part: Part, num: number): void {
  const dict = dictAt(part.cos, part.cos.object(num));
  const page = pageOf(part.document, dict?.get("Pg"));
  if (!dict || page === undefined || part.keeps(page)) return;
  const made: CosDict = new Map(dict);
  made.delete("Pg");
  part.overrides.set(num, made);
}

function setKids(dict: CosDict, kids: readonly CosValue[]): void {
  const [only] = kids;
  if (only === undefined) dict.delete("K");
  else dict.set("K", kids.length === 1 ? only : [...kids]);
}

/** The entries of `K` that come along: content of kept pages, needed elements, what is left of direct elements. */
function filterKids(
  part: Part,
  dict: CosDict,
  page: number | undefined,
  needed: ReadonlyMap<number, StructureElement>,
): CosValue[] {
  const descent = createDescent(part.cos, inElements);
  const left = (kid: CosValue, around: number | undefined): CosValue[] => {
    const seen = lookAtKid(part.document, kid, around);
    if (!seen) return [];
    if (seen.kind === "content") {
      if (seen.page === undefined || !part.keeps(seen.page)) return [];
      // A link that was removed has no place in the tags either.
      const gone =
        seen.object !== undefined && seen.stream === undefined && !part.annotations.has(seen.object);
      return gone ? [] : [kid];
    }
    if (seen.num !== 0) return needed.has(seen.num) ? [kid] : [];
    const own = pageOf(part.document, seen.dict.get("Pg")) ?? around;
    const kids = descent.into(seen.dict, () => below(seen.dict, own), []);
    if (kids.length === 0) return [];
    const made: CosDict = new Map(seen.dict);
    setKids(made, kids);
    return [made];
  };
  const below = (element: CosDict, own: number | undefined) =>
    kidsOf(part.document, element).flatMap((kid) => left(kid, own));
  return below(dict, page);
}
