/** Joins named destinations, and what a destination becomes where not all pages come along (ISO 32000-2, 12.3.2). */
import {
  bytesString,
  type CosDict,
  type CosValue,
  isDict,
  isRef,
  name,
  ref,
} from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { writeNameTree } from "../../name-trees.ts";
import {
  destinationName,
  explicitArray,
  explicitPage,
  type NamedDestination,
  namedDestinations,
} from "../../navigation/destinations.ts";
import { fromLatin1, nameMaker } from "../../typed-get.ts";
import type { Part } from "./source-document.ts";

/** What a destination becomes in the result (source numbering); undefined: its page does not come along. */
export function adaptDestination(part: Part, value: CosValue): CosValue | undefined {
  const { document } = part;
  const named = destinationName(document, value);
  if (named) {
    const page = namedDestinations(document).find(named.text, named.inTree)?.page;
    if (page !== undefined && !part.keeps(page)) return undefined;
    const renamed = part.renamedDestinations.get(named.text);
    if (renamed === undefined) return value;
    return named.inTree ? bytesString(fromLatin1(renamed)) : name(renamed);
  }
  const array = explicitArray(document, value);
  const page = explicitPage(document, value);
  if (!array || (page === undefined && part.whole)) return value;
  if (page === undefined || !part.keeps(page)) return undefined;
  if (isRef(array[0])) return value;
  // A page given by its place: the place changes, so the page itself is named.
  const num = document.pages.number(page);
  return num === 0 ? undefined : [part.ref(num), ...array.slice(1)];
}

/** Joins the named destinations of all parts; a name that an earlier part has is changed, with all that refers to it. */
export function joinDestinations(rewriter: Rewriter): {
  plan(part: Part): void;
  add(part: Part): void;
  finish(catalog: CosDict, names: CosDict): void;
} {
  const freeName = nameMaker("-");
  const tree = new Map<string, CosValue>();
  const dict: CosDict = new Map();
  const kept = (part: Part): readonly NamedDestination[] => {
    if (!hasNames(part)) return [];
    const { all, byPage } = namedDestinations(part.document);
    if (part.whole) return all;
    return part.pages.flatMap(({ page, repeat }) => (repeat ? [] : (byPage.get(page) ?? [])));
  };
  return {
    plan(part) {
      if (tree.size + dict.size === 0 || !hasNames(part)) return;
      const { find } = namedDestinations(part.document);
      const taken = (key: string) => tree.has(key) || dict.has(key);
      const made = new Set<string>();
      for (const { name: key } of kept(part)) {
        if (!taken(key) || part.renamedDestinations.has(key)) continue;
        const free = freeName(key, (text) => taken(text) || made.has(text) || find(text, true) !== undefined);
        made.add(free);
        part.renamedDestinations.set(key, free);
      }
    },
    add(part) {
      for (const { name: key, value, inTree } of kept(part)) {
        const target = part.copier.translate(adaptNamed(part, value));
        (inTree ? tree : dict).set(part.renamedDestinations.get(key) ?? key, target);
      }
    },
    finish(catalog, names) {
      if (tree.size > 0) names.set("Dests", ref(writeNameTree(rewriter, tree)));
      if (dict.size > 0) catalog.set("Dests", ref(rewriter.add(dict)));
    },
  };
}

/** Cheap: whether the document can have named destinations at all. */
function hasNames(part: Part): boolean {
  return part.catalog.has("Dests") || part.catalog.has("Names");
}

/** The value under a name. Pages given by place are named; a structure element that is cut is not referred to. */
function adaptNamed(part: Part, value: CosValue): CosValue {
  const found = isRef(value) ? part.cos.resolve(value) : value;
  if (!isDict(found)) return adaptDestination(part, value) ?? null;
  const inner = found.get("D");
  const adapted = inner === undefined ? undefined : adaptDestination(part, inner);
  return adapted === inner || adapted === undefined ? value : new Map(found).set("D", adapted);
}
