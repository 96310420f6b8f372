/** Destinations (ISO 32000-2, 12.3.2): explicit ones, names in the catalog's `Dests` dictionary, strings in the `Dests` name tree. */

import { groupBy } from "../../core/collections/maps.ts";
import { type CosDict, type CosValue, isName, isRef, isString, latin1 } from "../../cos/syntax/value.ts";
import { readNameTree } from "../name-trees.ts";
import type { PdfDocument } from "../open.ts";
import { arrayAt, dictAt, memo } from "../typed-get.ts";

export interface NamedDestination {
  /** The name's bytes as `latin1`. */
  readonly name: string;
  readonly value: CosValue;
  /** 1-based page; undefined if it leads nowhere. */
  readonly page: number | undefined;
  /** In the name tree (strings) rather than the older dictionary (names). */
  readonly inTree: boolean;
}

interface NamedDestinations {
  readonly all: readonly NamedDestination[];
  readonly byPage: ReadonlyMap<number, readonly NamedDestination[]>;
  find(name: string, inTree: boolean): NamedDestination | undefined;
}

/** A document's named destinations; if both kinds have a name, each keeps its own. */
export const namedDestinations = memo((document: PdfDocument): NamedDestinations => {
  const { cos, catalog } = document;
  const sets: readonly { readonly inTree: boolean; readonly entries: CosDict }[] = [
    { inTree: true, entries: readNameTree(cos, dictAt(cos, catalog.get("Names"))?.get("Dests")) },
    { inTree: false, entries: dictAt(cos, catalog.get("Dests")) ?? new Map() },
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
  const byName = (inTree: boolean) =>
    new Map(all.filter((named) => named.inTree === inTree).map((named) => [named.name, named]));
  const [tree, dict] = [byName(true), byName(false)];
  const find = (key: string, inTree: boolean) =>
    inTree ? (tree.get(key) ?? dict.get(key)) : (dict.get(key) ?? tree.get(key));

  return { all, byPage, find };
});

/** The array of an explicit destination; a dictionary has it in `D`. */
export function explicitArray(document: PdfDocument, value: CosValue | undefined): CosValue[] | undefined {
  const { cos } = document;
  return arrayAt(cos, value) ?? arrayAt(cos, dictAt(cos, value)?.get("D"));
}

export function explicitPage(document: PdfDocument, value: CosValue | undefined): number | undefined {
  const page = explicitArray(document, value)?.[0];
  if (isRef(page)) return document.pages.pageOf(page.num) || undefined;
  // Not allowed for pages of the same document, but written by some producers: counted from 0.
  if (typeof page === "number" && Number.isInteger(page) && page >= 0 && page < document.pages.count)
    return page + 1;
  return undefined;
}

/** A destination's name, and which kind of names to search first. */
export function destinationName(
  document: PdfDocument,
  value: CosValue | undefined,
): { text: string; inTree: boolean } | undefined {
  const found = isRef(value) ? document.cos.resolve(value) : value;
  if (isName(found)) return { text: found.name, inTree: false };
  if (isString(found)) return { text: latin1(found.bytes), inTree: true };
  return undefined;
}

/** The 1-based page of a destination, explicit or named; undefined if it leads nowhere in this document. */
export function destinationPage(document: PdfDocument, value: CosValue | undefined): number | undefined {
  const named = destinationName(document, value);
  if (!named) return explicitPage(document, value);
  return namedDestinations(document).find(named.text, named.inTree)?.page;
}
