/** Joins named destinations, and adapts destinations if not all pages are kept (ISO 32000-2, 12.3.2). */
import {
  bytesString,
  type CosDict,
  type CosValue,
  fromLatin1,
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
import { nameMaker } from "../../typed-get.ts";
import type { Join } from "./join.ts";
import type { PlannedSource, SourceDocument } from "./source-document.ts";

/** The destination in the result (source numbering); undefined if its page is removed. */
export function adaptDestination(source: PlannedSource, value: CosValue): CosValue | undefined {
  const { document } = source;
  const named = destinationName(document, value);

  if (named) {
    const page = namedDestinations(document).find(named.text, named.inTree)?.page;
    // If nothing else of the document is kept, the name could be another document's.
    if (page === undefined ? source.pages.length === 0 : !source.keeps(page)) return undefined;
    const renamed = source.renamedDestinations.get(named.text);
    if (renamed === undefined) return value;
    return named.inTree ? bytesString(fromLatin1(renamed)) : name(renamed);
  }

  const array = explicitArray(document, value);
  const page = explicitPage(document, value);
  if (!array || (page === undefined && source.whole)) return value;
  if (page === undefined || !source.keeps(page)) return undefined;
  const { placing } = source;
  if (isRef(array[0])) return placing ? placing.destination(page, array) : value;
  // A page given by index: the index changes, so the page itself is referenced.
  const num = document.pages.number(page);
  if (num === 0) return undefined;
  const explicit = [source.ref(num), ...array.slice(1)];

  return placing?.destination(page, explicit) ?? explicit;
}

/** Joins the named destinations of all documents; a name used by an earlier one is changed, along with all references. */
export function joinDestinations(rewriter: Rewriter): Join {
  const freeName = nameMaker("-");
  const tree = new Map<string, CosValue>();
  const dict: CosDict = new Map();

  const kept = (source: SourceDocument): readonly NamedDestination[] => {
    if (!hasNames(source)) return [];
    const { all, byPage } = namedDestinations(source.document);
    if (source.whole) return all;
    return source.pages.flatMap(({ page, repeat }) => (repeat ? [] : (byPage.get(page) ?? [])));
  };

  return {
    plan(source) {
      if (tree.size + dict.size === 0 || !hasNames(source)) return {};

      const { find } = namedDestinations(source.document);
      const taken = (key: string) => tree.has(key) || dict.has(key);
      const made = new Set<string>();
      const renamedDestinations = new Map<string, string>();

      for (const { name: key } of kept(source)) {
        if (!taken(key) || renamedDestinations.has(key)) continue;
        const free = freeName(key, (text) => taken(text) || made.has(text) || find(text, true) !== undefined);
        made.add(free);
        renamedDestinations.set(key, free);
      }

      return { renamedDestinations };
    },
    add(source) {
      for (const { name: key, value, inTree } of kept(source)) {
        const target = source.copier.translate(adaptNamed(source, value));
        (inTree ? tree : dict).set(source.renamedDestinations.get(key) ?? key, target);
      }
    },
    finish({ catalog, names }) {
      if (tree.size > 0) names.set("Dests", ref(writeNameTree(rewriter, tree)));
      if (dict.size > 0) catalog.set("Dests", ref(rewriter.add(dict)));
    },
  };
}

/** A cheap check whether the document can have named destinations. */
function hasNames(source: SourceDocument): boolean {
  return source.catalog.has("Dests") || source.catalog.has("Names");
}

/** The value of a name. Pages given by index are referenced; references to removed structure elements are dropped. */
function adaptNamed(source: PlannedSource, value: CosValue): CosValue {
  const found = isRef(value) ? source.cos.resolve(value) : value;
  if (!isDict(found)) return adaptDestination(source, value) ?? null;
  const inner = found.get("D");
  const adapted = inner === undefined ? undefined : adaptDestination(source, inner);
  return adapted === inner || adapted === undefined ? value : new Map(found).set("D", adapted);
}
