/** Prunes a structure tree to the kept pages. The work grows with the kept part, not with the tree. */
import { pushTo } from "../../../../core/collections/maps.ts";
import { type CosDict, type CosValue, isDict, latin1, setEntry } from "../../../../cos/syntax/value.ts";
import { createDescent, type WalkRules, walk } from "../../../../cos/walk.ts";
import {
  kidsOf,
  lookAtKid,
  pageOf,
  type StructureElement,
  type StructureTree,
  structureKey,
} from "../../../tags/structure-tree.ts";
import { bytesAt, dictAt, listAt, nameAt, streamAt } from "../../../typed-get.ts";
import { changeDict, currentDict, type SourceDocument } from "../source-document.ts";

/** Nested elements that aren't objects. */
const inElements: WalkRules = { part: "the structure tree", depth: 500 };

/** The part of a tree to keep. */
interface Cut {
  readonly needed: ReadonlyMap<number, StructureElement>;
  /** Annotations that are kept. */
  readonly annotations: ReadonlySet<number>;
}

/** The remaining tree. */
export interface PrunedStructure {
  /** Kids of the root. */
  readonly kids: CosValue[];
  /** Numbers of the elements. */
  readonly elements: readonly number[];
  /** Structure parent keys of form XObjects and images on kept pages. */
  readonly streamKeys: ReadonlySet<number>;
}

/** Writes changed elements into the overrides, and drops the others. */
export function pruneStructure(
  source: SourceDocument,
  annotations: ReadonlySet<number>,
  tree: StructureTree,
): PrunedStructure {
  const { elements } = tree;
  const streamKeys = new Set<number>();
  const needed = new Map<number, StructureElement>();
  const cut: Cut = { needed, annotations };
  const below = new Map<number, StructureElement[]>();

  const keep = (num: number) => {
    for (let at = elements.get(num); at && !needed.has(at.num); at = elements.get(at.parent)) {
      needed.set(at.num, at);
      pushTo(below, at.parent, at);
    }
  };

  for (const { page, repeat } of source.pages) {
    if (repeat) continue;
    tree.byPage.get(page)?.forEach(keep);
    for (const num of tree.streamsByPage.get(page) ?? []) {
      const key = structureKey(source.document, streamAt(source.cos, source.ref(num))?.dict);
      if (key !== undefined) streamKeys.add(key);
    }
  }

  // Cells without content keep a table's columns aligned: they stay with their row.
  for (const element of [...needed.values()]) {
    if (element.kids.length > (below.get(element.num)?.length ?? 0) && isRow(source, element.num)) {
      for (const kid of element.kids) {
        const cell = elements.get(kid);
        if (cell && cell.kids.length === 0 && cell.pages.length === 0) keep(kid);
      }
    }
  }

  for (const element of needed.values()) adaptElement(source, element, cut, below.get(element.num) ?? []);
  source.drop((num) => elements.has(num) && !needed.has(num));

  return { kids: filterKids(source, tree.root, undefined, cut), elements: [...needed.keys()], streamKeys };
}

/** The attribute classes that elements use (14.7.6.2), and their IDs as `latin1`; including their direct children. */
export function usedNames(
  source: SourceDocument,
  elements: readonly number[],
): { readonly classes: ReadonlySet<string>; readonly ids: ReadonlySet<string> } {
  const classes = new Set<string>();
  const ids = new Set<string>();
  const { cos } = source;
  const own = elements.map((num) => source.overrides.get(num) ?? cos.object(num));
  walk(cos, inElements, own, undefined, ({ value: dict }) => {
    if (!isDict(dict)) return undefined;
    for (const entry of listAt(cos, dict.get("C"))) {
      const name = nameAt(cos, entry);
      if (name !== undefined) classes.add(name);
    }
    const id = bytesAt(cos, dict.get("ID"));
    if (id) ids.add(latin1(id));
    return [{ values: kidsOf(source.document, dict).filter(isDict), state: undefined }];
  });

  return { classes, ids };
}

function isRow(source: SourceDocument, num: number): boolean {
  return nameAt(source.cos, dictAt(source.cos, source.cos.object(num))?.get("S")) === "TR";
}

function adaptElement(
  source: SourceDocument,
  element: StructureElement,
  cut: Cut,
  kids: readonly StructureElement[],
): void {
  const isCut = kids.length < element.kids.length;

  if (!isCut && !element.loose && element.pages.every((page) => source.keeps(page))) {
    // Nothing below it is removed, but its own page may have been a different one.
    if (element.kids.length > 0) dropPage(source, element.num);
    return;
  }

  const dict = dictAt(source.cos, source.cos.object(element.num));
  if (!dict) return;
  const made: CosDict = new Map(dict);
  const page = pageOf(source.document, dict.get("Pg"));
  if (page !== undefined && !source.keeps(page)) made.delete("Pg");

  if (element.content || element.loose) setKids(made, filterKids(source, dict, page, cut));
  else {
    const inOrder = [...kids].sort((a, b) => a.order - b.order);
    setKids(
      made,
      inOrder.map((kid) => source.ref(kid.num)),
    );
  }

  source.overrides.set(element.num, made);
}

function dropPage(source: SourceDocument, num: number): void {
  const page = pageOf(source.document, currentDict(source, num)?.get("Pg"));
  if (page !== undefined && !source.keeps(page)) changeDict(source, num, (dict) => dict.delete("Pg"));
}

function setKids(dict: CosDict, kids: readonly CosValue[]): void {
  setEntry(dict, "K", kids.length > 1 ? [...kids] : kids[0]);
}

/** The kept entries of `K`: content of kept pages, needed elements, the rest of direct elements. */
function filterKids(
  source: SourceDocument,
  dict: CosDict,
  page: number | undefined,
  { needed, annotations }: Cut,
): CosValue[] {
  const descent = createDescent(source.cos, inElements);

  const left = (kid: CosValue, around: number | undefined): CosValue[] => {
    const seen = lookAtKid(source.document, kid, around);
    if (!seen) return [];

    if (seen.kind === "content") {
      if (seen.page === undefined || !source.keeps(seen.page)) return [];
      // A removed link has no place in the tags either.
      const gone = seen.object !== undefined && seen.stream === undefined && !annotations.has(seen.object);
      return gone ? [] : [kid];
    }

    if (seen.num !== 0) return needed.has(seen.num) ? [kid] : [];
    const own = pageOf(source.document, seen.dict.get("Pg")) ?? around;
    const kids = descent.into(seen.dict, () => below(seen.dict, own), []);
    if (kids.length === 0) return [];
    const made: CosDict = new Map(seen.dict);
    setKids(made, kids);

    return [made];
  };

  const below = (element: CosDict, own: number | undefined) =>
    kidsOf(source.document, element).flatMap((kid) => left(kid, own));
  return below(dict, page);
}
