/** Destinations (ISO 32000-2, 12.3.2): explicit ones, names in the catalogue's `Dests` dictionary, strings in the `Dests` name tree. */

import {
  bytesString,
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isString,
  name,
  ref,
} from "../../cos/syntax/value.ts";
import type { Rewriter } from "../../cos/write/rewrite.ts";
import type { Part } from "../assemble/joins/source-document.ts";
import { readNameTree, writeNameTree } from "../name-trees.ts";
import type { PdfDocument } from "../open.ts";
import { dictAt, fromLatin1, groupBy, latin1, memo, nameMaker } from "../typed-get.ts";

interface NamedDestination {
  /** The name's bytes as `latin1`. */
  readonly name: string;
  readonly value: CosValue;
  /** 1-based page, undefined when it leads nowhere. */
  readonly page: number | undefined;
  /** In the name tree (strings) or in the older dictionary (names). */
  readonly inTree: boolean;
}

interface NamedDestinations {
  readonly all: readonly NamedDestination[];
  readonly byPage: ReadonlyMap<number, readonly NamedDestination[]>;
  find(name: string, inTree: boolean): NamedDestination | undefined;
}

/** The named destinations of a document; where both kinds have a name, each keeps its own. */
export const namedDestinations = memo((document: PdfDocument): NamedDestinations => {
  const { cos, catalog } = document;
  const tree = dictAt(cos, catalog.get("Names"))?.get("Dests");
  const sets = [
    { inTree: true, entries: tree === undefined ? new Map<string, CosValue>() : readNameTree(cos, tree) },
    { inTree: false, entries: dictAt(cos, catalog.get("Dests")) ?? new Map<string, CosValue>() },
  ];
  const all = sets.flatMap(({ inTree, entries }) =>
    Array.from(entries, ([key, value]) => ({
      name: key,
      value,
      page: explicitPage(document, value),
      inTree,
    })),
  );
  const byPage = groupBy(
    all.filter((named) => named.page !== undefined),
    (named) => named.page ?? 0,
  );
  const trees = new Map(all.filter((named) => named.inTree).map((named) => [named.name, named]));
  const dicts = new Map(all.filter((named) => !named.inTree).map((named) => [named.name, named]));
  return {
    all,
    byPage,
    find: (key, inTree) => (inTree ? (trees.get(key) ?? dicts.get(key)) : (dicts.get(key) ?? trees.get(key))),
  };
});

/** The array of an explicit destination; a dictionary holds it in `D`. */
function explicitArray(document: PdfDocument, value: CosValue | undefined): CosValue[] | undefined {
  const { cos } = document;
  const found = isRef(value) ? cos.resolve(value) : value;
  if (isArray(found)) return found;
  const inner = isDict(found) ? found.get("D") : undefined;
  const array = isRef(inner) ? cos.resolve(inner) : inner;
  return isArray(array) ? array : undefined;
}

function explicitPage(document: PdfDocument, value: CosValue | undefined): number | undefined {
  const page = explicitArray(document, value)?.[0];
  if (isRef(page)) return document.pages.pageOf(page.num) || undefined;
  // Not allowed for pages of the same document, yet written by some producers: counted from 0.
  if (typeof page === "number" && Number.isInteger(page) && page >= 0 && page < document.pages.count)
    return page + 1;
  return undefined;
}

function nameOf(
  document: PdfDocument,
  value: CosValue | undefined,
): { text: string; inTree: boolean } | undefined {
  const found = isRef(value) ? document.cos.resolve(value) : value;
  if (isName(found)) return { text: found.name, inTree: false };
  if (isString(found)) return { text: latin1(found.bytes), inTree: true };
  return undefined;
}

/** The 1-based page a destination leads to: explicit or by name; undefined when it leads nowhere in this document. */
export function destinationPage(document: PdfDocument, value: CosValue | undefined): number | undefined {
  const named = nameOf(document, value);
  if (!named) return explicitPage(document, value);
  return namedDestinations(document).find(named.text, named.inTree)?.page;
}

/** What a destination becomes in the result (source numbering); undefined: its page does not come along. */
export function adaptDestination(part: Part, value: CosValue): CosValue | undefined {
  const { document } = part;
  const named = nameOf(document, value);
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
