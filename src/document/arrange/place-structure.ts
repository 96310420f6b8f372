/**
 * Tags of pages drawn as forms: content that an element names by number is then content of the form (ISO 32000-2, 14.7.5.2).
 * Keys into the parent tree moved to the form with the content and stay.
 */
import {
  type CosDict,
  type CosRef,
  type CosValue,
  dictOf,
  isDict,
  isRef,
  name,
} from "../../cos/syntax/value.ts";
import { createDescent } from "../../cos/walk.ts";
import { currentDict, type SourceDocument } from "../assemble/joins/source-document.ts";
import type { Matrix } from "../pages/matrix.ts";
import { movedLayout } from "../scale/destinations.ts";
import { kidsOf, lookAtKid, pageOf, type StructureTree } from "../tags/structure-tree.ts";
import { dictAt, nameAt } from "../typed-get.ts";

/** What became of the pages of a document. */
export interface PlacedPages {
  /** References to a page (1-based) and its form, in source numbering; undefined if the page isn't in the result. */
  find(page: number): { readonly page: CosRef; readonly form: CosRef } | undefined;
  /** By the page's object number. */
  readonly matrices: ReadonlyMap<number, Matrix>;
}

/** Changes these elements, and the root's kids that are no objects; returns the latter with the others. */
export function placeStructure(
  source: SourceDocument,
  tree: StructureTree,
  elements: Iterable<number>,
  rootKids: readonly CosValue[],
  placed: PlacedPages,
): CosValue[] {
  const { document, cos } = source;
  const descent = createDescent(cos, { part: "the structure tree", depth: 500 });
  /** An element's own page, or that of the nearest ancestor with one: parents come first. */
  const pages = new Map<number, number | undefined>();
  for (const { num, parent } of tree.elements.values())
    pages.set(num, pageOf(document, dictAt(cos, cos.object(num))?.get("Pg")) ?? pages.get(parent));

  const placedKid = (kid: CosValue, around: number | undefined): CosValue => {
    const seen = lookAtKid(document, kid, around);
    if (!seen) return kid;
    if (seen.kind === "element") {
      if (seen.num !== 0) return kid;
      return descent.into(seen.dict, () => placedElement(seen.dict, around), kid);
    }

    const found = cos.resolve(kid);
    const owner = seen.page === undefined ? undefined : placed.find(seen.page);
    const content = isDict(found) ? found : undefined;
    const isInside = content && (nameAt(cos, content.get("Type")) === "OBJR" || content.has("Stm"));
    if (!owner || isInside) return kid;
    const { page: Pg, form: Stm } = owner;
    return dictOf({ Type: name("MCR"), Pg, Stm, MCID: content ? content.get("MCID") : found });
  };

  const placedElement = (element: CosDict, around: number | undefined): CosDict => {
    const page = pageOf(document, element.get("Pg")) ?? around;
    const made: CosDict = new Map(element);
    const attributes = element.get("A");
    if (attributes !== undefined) made.set("A", movedLayout(cos, element, attributes, placed.matrices));
    const kids = kidsOf(document, element).map((kid) => placedKid(kid, page));
    const [only] = kids;
    if (only !== undefined) made.set("K", kids.length === 1 ? only : kids);
    return made;
  };

  for (const num of elements) {
    const dict = currentDict(source, num);
    if (dict) source.overrides.set(num, placedElement(dict, pages.get(num)));
  }

  return rootKids.map((kid) => (isRef(kid) ? kid : placedKid(kid, undefined)));
}
