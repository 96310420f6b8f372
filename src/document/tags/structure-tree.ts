/** A document's structure tree (ISO 32000-2, 14.7), walked once: which elements have content on which page. */
import { pushTo } from "../../core/collections/maps.ts";
import { type CosDict, type CosValue, isDict, isRef } from "../../cos/syntax/value.ts";
import { type WalkRules, walk } from "../../cos/walk.ts";
import { readNumberTree } from "../name-trees.ts";
import type { PdfDocument } from "../open.ts";
import { dictAt, listAt, memo, nameAt, numberAt, refNumber, streamAt } from "../typed-get.ts";

/** Nesting of elements; deeper is an attack. */
const maxDepth = 500;
/** Elements examined to find the first content below one: few have none. */
const maxLooked = 1000;

export interface StructureElement {
  readonly num: number;
  /** Number of the nearest ancestor that is an object; 0 at the top. */
  readonly parent: number;
  /** Increases in reading order. */
  readonly order: number;
  /** Numbers of its child elements, in order. */
  readonly kids: number[];
  /** Whether it has its own content items. */
  content: boolean;
  /** Whether it has items that can be removed separately: annotations, or direct elements. */
  loose: boolean;
  /** Pages (1-based) of its own content items. */
  readonly pages: number[];
}

export interface StructureTree {
  readonly root: CosDict;
  readonly elements: ReadonlyMap<number, StructureElement>;
  /** Elements with content on a page, by page. */
  readonly byPage: ReadonlyMap<number, readonly number[]>;
  /** Streams (form XObjects and others) with separately tagged content, by page. */
  readonly streamsByPage: ReadonlyMap<number, readonly number[]>;
  /** The parent tree. */
  readonly parents: ReadonlyMap<number, CosValue>;
}

/** The tree's root; undefined if missing or not an object. */
export function structureRoot({
  cos,
  catalog,
}: PdfDocument): { readonly num: number; readonly dict: CosDict } | undefined {
  const value = catalog.get("StructTreeRoot");
  const dict = dictAt(cos, value);
  return dict && isRef(value) ? { num: value.num, dict } : undefined;
}

export const parentTree = memo(
  ({ cos, catalog }: PdfDocument): ReadonlyMap<number, CosValue> =>
    readNumberTree(cos, dictAt(cos, catalog.get("StructTreeRoot"))?.get("ParentTree")),
);

/** The meaning of a `K` entry: a content item's page and object, or an element. */
export type StructureKid =
  | {
      readonly kind: "content";
      readonly page: number | undefined;
      readonly object: number | undefined;
      readonly stream: number | undefined;
    }
  | { readonly kind: "element"; readonly dict: CosDict; readonly num: number };

/** Interprets an entry of `K`; `page` is its element's page (1-based). */
export function lookAtKid(
  document: PdfDocument,
  kid: CosValue,
  page: number | undefined,
): StructureKid | undefined {
  const { cos } = document;
  if (typeof kid === "number") return { kind: "content", page, object: undefined, stream: undefined };
  const found = isRef(kid) ? cos.resolve(kid) : kid;
  if (typeof found === "number") return { kind: "content", page, object: undefined, stream: undefined };
  if (!isDict(found)) return undefined;
  const type = nameAt(cos, found.get("Type"));
  if (type !== "MCR" && type !== "OBJR") {
    if (!found.has("S")) return undefined;
    return { kind: "element", dict: found, num: refNumber(kid) ?? 0 };
  }
  const own = pageOf(document, found.get("Pg")) ?? page;
  if (type === "MCR") {
    return { kind: "content", page: own, object: undefined, stream: refNumber(found.get("Stm")) };
  }

  const target = found.get("Obj");
  const object = refNumber(target);
  const stream = streamAt(cos, target) ? object : undefined;

  return { kind: "content", page: own ?? pageOf(document, dictAt(cos, target)?.get("P")), object, stream };
}

export function pageOf(document: PdfDocument, value: CosValue | undefined): number | undefined {
  return isRef(value) ? document.pages.pageOf(value.num) || undefined : undefined;
}

/** The entries of an element's `K`. */
export function kidsOf(document: PdfDocument, dict: CosDict): readonly CosValue[] {
  return listAt(document.cos, dict.get("K"));
}

/** An element's surroundings. */
interface Around {
  /** The nearest ancestor that is an object. */
  readonly owner: StructureElement | undefined;
  readonly page: number | undefined;
}

/** The tree; undefined if missing or invalid (an element occurs twice, or it is absurdly deep or large). */
export const structureTree = memo((document: PdfDocument): StructureTree | undefined => {
  const { cos } = document;
  const root = structureRoot(document)?.dict;
  if (!root) return undefined;

  const elements = new Map<number, StructureElement>();
  const byPage = new Map<number, number[]>();
  const streamsByPage = new Map<number, number[]>();
  let valid = true;
  const invalidate = () => {
    valid = false;
  };
  const rules: WalkRules = { part: "the structure tree", depth: maxDepth, onSkipped: invalidate };
  const top: Around = { owner: undefined, page: undefined };
  walk(cos, rules, [root], top, ({ value: dict, num, state: around }) => {
    if (!valid || !isDict(dict)) return undefined;

    let { owner } = around;
    if (num !== 0) {
      const order = elements.size;
      const element = {
        num,
        parent: owner?.num ?? 0,
        order,
        kids: [],
        content: false,
        loose: false,
        pages: [],
      };
      elements.set(num, element);
      owner?.kids.push(num);
      owner = element;
    } else if (owner) owner.loose = true;

    const page = pageOf(document, dict.get("Pg")) ?? around.page;
    const below: CosValue[] = [];

    for (const kid of kidsOf(document, dict)) {
      const seen = lookAtKid(document, kid, page);
      if (seen?.kind === "element") below.push(kid);
      else if (seen && owner) addContent(owner, seen, byPage, streamsByPage);
    }

    return [{ values: below, state: { owner, page } }];
  });
  if (!valid) return undefined;

  return { root, elements, byPage, streamsByPage, parents: parentTree(document) };
});

function addContent(
  owner: StructureElement,
  { page, object, stream }: Extract<StructureKid, { kind: "content" }>,
  byPage: Map<number, number[]>,
  streamsByPage: Map<number, number[]>,
): void {
  owner.content = true;
  if (object !== undefined) owner.loose = true;
  if (page === undefined) return;
  if (owner.pages.at(-1) !== page) {
    owner.pages.push(page);
    pushTo(byPage, page, owner.num);
  }
  if (stream !== undefined) pushTo(streamsByPage, page, stream);
}

/** The first page (1-based) with content of an element or its descendants; undefined if none, or it isn't in the tree. */
export function elementPage(document: PdfDocument, value: CosValue | undefined): number | undefined {
  const elements = isRef(value) ? structureTree(document)?.elements : undefined;
  let looked = 0;

  const find = (num: number, depth: number): number | undefined => {
    const element = elements?.get(num);
    if (!element || depth > maxDepth || ++looked > maxLooked) return undefined;
    if (element.pages[0] !== undefined) return element.pages[0];
    for (const kid of element.kids) {
      const page = find(kid, depth + 1);
      if (page !== undefined) return page;
    }
    return undefined;
  };

  return isRef(value) ? find(value.num, 0) : undefined;
}

/** The parent tree key of a page, annotation or stream. */
export function structureKey(document: PdfDocument, dict: CosDict | undefined): number | undefined {
  return (
    numberAt(document.cos, dict?.get("StructParents")) ?? numberAt(document.cos, dict?.get("StructParent"))
  );
}

/** The two ways to tag headings (ISO 14289-1, 7.4). PDF/UA-1 requires a document to use one consistently. */
export type HeadingTags = "H" | "H1 to H6";

/** How a document tags its headings, by the standard types of its roles. */
export function headingTags(document: PdfDocument): ReadonlySet<HeadingTags> {
  const { cos } = document;
  const root = structureRoot(document)?.dict;
  const roles = dictAt(cos, root?.get("RoleMap"));
  const found = new Set<HeadingTags>();
  walk(
    cos,
    { part: "the structure tree", depth: maxDepth },
    [root?.get("K") ?? null],
    undefined,
    ({ value }) => {
      if (!isDict(value)) return undefined;
      const own = nameAt(cos, value.get("S"));
      const type = own === undefined ? undefined : (nameAt(cos, roles?.get(own)) ?? own);
      if (type === "H") found.add("H");
      else if (type && /^H[1-6]$/.test(type)) found.add("H1 to H6");
      return [{ values: [value.get("K") ?? null], state: undefined }];
    },
  );

  return found;
}
