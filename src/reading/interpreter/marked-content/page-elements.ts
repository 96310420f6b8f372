/**
 * The structure elements (ISO 32000-2, 14.7) of a page's content, by MCID: as tags with their types, parents and indexes. If
 * the tree is damaged, content belongs to no element.
 */

import { getOrInsert } from "../../../core/collections/maps.ts";
import { once } from "../../../core/once.ts";
import { standardTypes, type Tag } from "../../../core/page-layout.ts";
import { type CosArray, type CosDict, isArray, isDict, isString } from "../../../cos/syntax/value.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { parentTree, structureRoot } from "../../../document/tags/structure-tree.ts";
import { decodeText } from "../../../document/text-string.ts";
import { dictAt, memo, nameAt, numberAt, refNumber } from "../../../document/typed-get.ts";
import { maxElementKids, maxKeptElements, maxPageMcids, maxTagDepth } from "../state/limits.ts";

/** An element: its tag, or that of its nearest ancestor with a standard type. */
interface Element {
  readonly tag: Tag | undefined;
  readonly depth: number;
}

/** A document's elements, each examined once. */
class Elements {
  readonly #document: PdfDocument;
  readonly #root: number;
  readonly #roles: CosDict | undefined;
  /** By object number; undefined: it doesn't lead to the root. */
  readonly #known = new Map<number, Element | undefined>();
  /** Indexes of elements among their parents' kids, by the parent's number. */
  readonly #places = new Map<number, ReadonlyMap<number, number>>();
  #placed = 0;

  constructor(document: PdfDocument, root: number) {
    this.#document = document;
    this.#root = root;
    this.#roles = dictAt(document.cos, this.#dict(root)?.get("RoleMap"));
  }

  #dict(num: number): CosDict | undefined {
    const value = this.#document.cos.object(num);
    return isDict(value) ? value : undefined;
  }

  /** The tag of the element with this number; undefined if it doesn't lead to the root, or has no standard type. */
  tag(num: number): Tag | undefined {
    return this.#element(num)?.tag;
  }

  #element(num: number): Element | undefined {
    const climbed: { readonly num: number; readonly dict: CosDict; readonly parent: number }[] = [];
    let at = num;

    while (at !== this.#root && !this.#known.has(at) && climbed.length <= maxTagDepth) {
      const dict = this.#dict(at);
      const parent = refNumber(dict?.get("P"));
      if (dict === undefined || parent === undefined) break;
      climbed.push({ num: at, dict, parent });
      at = parent;
    }

    let element = at === this.#root ? { tag: undefined, depth: 0 } : this.#known.get(at);
    if (this.#known.size >= maxKeptElements) this.#known.clear();

    for (const one of climbed.toReversed()) {
      element = this.#below(element, one.num, one.dict, one.parent);
      this.#known.set(one.num, element);
    }

    return element;
  }

  #below(above: Element | undefined, num: number, dict: CosDict, parent: number): Element | undefined {
    if (above === undefined || above.depth >= maxTagDepth) return undefined;
    const type = this.#type(dict);
    const depth = above.depth + 1;
    if (type === undefined) return { tag: above.tag, depth };
    const index = this.#place(parent, num);
    const key = above.tag ? `${above.tag.key}.${index}` : `${index}`;
    return { tag: { type, parent: above.tag, index, key }, depth };
  }

  /** The standard type of an element's own type (14.7.3); undefined if none. */
  #type(dict: CosDict): string | undefined {
    const { cos } = this.#document;
    const own = nameAt(cos, dict.get("S"));
    if (own === undefined) return undefined;
    const mapped = this.#roles?.get(own);
    const type = mapped === undefined || cos.resolve(mapped) === null ? own : nameAt(cos, mapped);
    return type !== undefined && standardTypes.has(type) ? type : undefined;
  }

  /** An element's index among its parent's kids; -1 if it isn't one. */
  #place(parent: number, num: number): number {
    const places = getOrInsert(this.#places, parent, () => this.#readPlaces(this.#dict(parent)));
    return places.get(num) ?? -1;
  }

  #readPlaces(parent: CosDict | undefined): ReadonlyMap<number, number> {
    const places = new Map<number, number>();
    const kids = parent === undefined ? [] : this.#kidsOf(parent);
    this.#placed += kids.length;
    if (this.#placed > maxElementKids) return places;
    for (const [place, kid] of kids.entries()) {
      const num = refNumber(kid);
      if (num !== undefined && !places.has(num)) places.set(num, place);
    }
    return places;
  }

  #kidsOf(element: CosDict): CosArray {
    const entry = element.get("K") ?? null;
    const kids = this.#document.cos.resolve(entry);
    return isArray(kids) ? kids : [entry];
  }

  /** The MCIDs that an element claims, including those with their own page (14.7.5.2). */
  contents(num: number): readonly number[] {
    const { cos } = this.#document;
    const value = cos.object(num);
    if (!isDict(value)) return [];
    return this.#kidsOf(value).flatMap(
      (kid) => numberAt(cos, kid) ?? numberAt(cos, dictAt(cos, kid)?.get("MCID")) ?? [],
    );
  }
}

const elementsOf = memo((document: PdfDocument): Elements | undefined => {
  const root = structureRoot(document);
  return root && new Elements(document, root.num);
});

/** The tag of an annotation's element (14.7.5.4). */
export function annotationTag(document: PdfDocument, annotation: CosDict): Tag | undefined {
  const key = numberAt(document.cos, annotation.get("StructParent"));
  const num = key === undefined ? undefined : refNumber(parentTree(document).get(key));
  return num === undefined ? undefined : elementsOf(document)?.tag(num);
}

/** The elements' data for a page's content, by its MCID. */
export interface PageElements {
  /** The `ActualText` of the content's element (14.9.4). */
  readonly actualText?: ((mcid: number) => string | undefined) | undefined;
  /** The element itself, if tags are wanted. */
  readonly tag?: ((mcid: number) => Tag | undefined) | undefined;
}

/** The elements of a page's content. `actualText`, `tags`: the wanted data. */
export function pageElements(
  document: PdfDocument,
  page: CosDict,
  wanted: { readonly actualText: boolean; readonly tags: boolean },
): PageElements {
  const { cos } = document;
  const key = numberAt(cos, page.get("StructParents"));
  const elements = elementsOf(document);
  const listed = key === undefined ? null : cos.resolve(parentTree(document).get(key));
  if (!elements || !isArray(listed)) return {};

  const owners = once(() => readOwners(elements, listed));
  const tags = new Map<number, Tag | undefined>();
  return {
    actualText: wanted.actualText
      ? (mcid) => {
          const dict = cos.object(owners()(mcid) ?? 0);
          const text = isDict(dict) ? cos.resolve(dict.get("ActualText")) : null;
          return isString(text) ? decodeText(text.bytes) : undefined;
        }
      : undefined,
    tag: wanted.tags
      ? (mcid) => {
          if (tags.has(mcid)) return tags.get(mcid);
          const num = owners()(mcid);
          const tag = num === undefined ? undefined : elements.tag(num);
          tags.set(mcid, tag);
          return tag;
        }
      : undefined,
  };
}

/**
 * The element that the page lists for an MCID, if the element agrees; otherwise the first listed one that claims it, since
 * some files' lists are out of order.
 */
function readOwners(elements: Elements, listed: CosArray): (mcid: number) => number | undefined {
  const first = new Map<number, number>();
  const contents = new Map<number, ReadonlySet<number>>();
  let count = 0;

  for (const entry of listed) {
    const num = refNumber(entry);
    if (num === undefined || contents.has(num)) continue;
    const own = elements.contents(num);
    count += own.length;
    if (count > maxPageMcids) break;
    contents.set(num, new Set(own));
    for (const mcid of own) if (!first.has(mcid)) first.set(mcid, num);
  }

  return (mcid) => {
    const num = refNumber(listed[mcid]);
    return num !== undefined && contents.get(num)?.has(mcid) ? num : first.get(mcid);
  };
}
