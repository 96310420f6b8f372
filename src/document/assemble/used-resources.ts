/**
 * Determines which shared resources a page uses: producers list the images and fonts of a whole document in one dictionary, so
 * that one page would keep them all. If the usage is uncertain, everything is kept.
 */
import { namesIn } from "../../cos/syntax/content/scan.ts";
import { type CosDict, type CosValue, isArray, isRef, isStream } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../open.ts";
import type { PageList } from "../pages/page-tree.ts";
import { dataOf, dictAt, memo, nameAt, refNumber, streamAt } from "../typed-get.ts";

/** The large ones. A page can use them only by name, in its content or in a form without its own resources. */
const kinds = ["XObject", "Font"] as const;
/** Maximum decoded content to scan, in bytes. */
const maxContent = 20_000_000;
/** A page's own dictionary with more entries counts as the document's. */
const manyEntries = 16;

/** Numbers of resource dictionaries shared by several pages. */
const sharedDicts = memo((pages: PageList): ReadonlySet<number> => {
  const seen = new Set<number>();
  const shared = new Set<number>();
  for (let page = 1; page <= pages.count; page++) {
    const num = refNumber(pages.attribute(page, "Resources"));
    if (num === undefined) continue;
    if (seen.has(num)) shared.add(num);
    seen.add(num);
  }
  return shared;
});

/**
 * A page's resources without those its content never names; undefined: they are kept unchanged. `dict` is the page's
 * dictionary with inherited attributes; `inherited`: whether its resources are inherited. Resources added by edits don't
 * count.
 */
export function usedResources(document: PdfDocument, dict: CosDict, inherited: boolean): CosDict | undefined {
  const { cos } = document;
  const resources = dictAt(cos, dict.get("Resources"));
  const lists = longLists(document, dict, inherited);
  if (!resources || lists.length === 0) return undefined;
  const names = contentNames(cos, dict.get("Contents"));
  if (!names) return undefined;

  const used: CosDict = new Map(resources);
  for (const { kind, list } of lists) {
    const kept: CosDict = new Map();
    for (const name of names) {
      const entry = list.get(name);
      if (entry === undefined) continue;
      if (borrows(cos, entry)) return undefined;
      kept.set(name, entry);
    }
    used.set(kind, kept);
  }

  return used;
}

/** The lists in a page's resources that may be for other pages too. */
function longLists(
  { cos, pages, made }: PdfDocument,
  dict: CosDict,
  inherited: boolean,
): { readonly kind: string; readonly list: CosDict }[] {
  const value = dict.get("Resources");
  const resources = dictAt(cos, value);
  if (!resources) return [];
  const shared = inherited || (isRef(value) && sharedDicts(pages).has(value.num));
  return kinds.flatMap((kind) => {
    const entry = resources.get(kind);
    const list = dictAt(cos, entry);
    if (!list || ofTheFile(list, made) < 2) return [];
    return shared || isRef(entry) || list.size > manyEntries ? [{ kind, list }] : [];
  });
}

/** Entries not added by edits. */
function ofTheFile(list: CosDict, made: PdfDocument["made"]): number {
  if (!made) return list.size;
  let count = 0;
  for (const entry of list.values()) if (!isRef(entry) || !made(entry.num)) count++;
  return count;
}

/** Whether drawn content uses the page's resources: a form, or the glyphs of a Type 3 font, without its own. */
function borrows(cos: PdfDocument["cos"], entry: CosValue): boolean {
  const stream = streamAt(cos, entry);
  const dict = stream?.dict ?? dictAt(cos, entry);
  if (!dict || dict.has("Resources")) return false;
  const subtype = nameAt(cos, dict.get("Subtype"));
  return subtype === "Form" || subtype === "Type3";
}

/** All names in the content; undefined if it can't be read completely. Names in strings and images do no harm. */
function contentNames(cos: PdfDocument["cos"], contents: CosValue | undefined): Set<string> | undefined {
  const value = cos.resolve(contents);
  const parts = isArray(value) ? value : [contents];
  const names = new Set<string>();
  let left = maxContent;

  for (const part of parts) {
    const stream = cos.resolve(part);
    if (stream === null) continue;
    const bytes = isStream(stream) ? dataOf(cos, stream, left) : undefined;
    if (!bytes || bytes.length > left) return undefined;
    left -= bytes.length;
    for (const name of namesIn(bytes)) names.add(name);
  }

  return names;
}
