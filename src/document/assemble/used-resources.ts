/**
 * What a page uses of resources that it shares: producers list the images and fonts of a whole document in one dictionary,
 * and one page of it would drag all of them along. Where it is not certain what a page uses, everything comes along.
 */
import { afterRegular } from "../../cos/syntax/characters.ts";
import { type CosDict, type CosValue, isArray, isRef, isStream, latin1 } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../open.ts";
import type { PageList } from "../pages/page-tree.ts";
import { dataOf, dictAt, memo, nameAt, refNumber, streamAt } from "../typed-get.ts";

/** The large ones. A page can use them by name only, in its content or in a form that has no resources of its own. */
const kinds = ["XObject", "Font"] as const;
/** Decoded content that is looked through, in bytes. */
const maxContent = 20_000_000;
/** A page's own dictionary with more entries than this is taken for a document's. */
const manyEntries = 16;

/** Numbers of resource dictionaries that more than one page has. */
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
 * The resources of a page without what its content never names; undefined: they come along as they are. `dict` is the
 * page's dictionary with what it inherits; `inherited`: whether its resources are. What an edit made for the page to
 * draw does not count.
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

/** The lists of the page's resources that may be there for other pages. */
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

/** Entries that no edit made. */
function ofTheFile(list: CosDict, made: PdfDocument["made"]): number {
  if (!made) return list.size;
  let count = 0;
  for (const entry of list.values()) if (!isRef(entry) || !made(entry.num)) count++;
  return count;
}

/** Whether what is drawn looks for its resources in the page's: a form, or the glyphs of a Type 3 font, without any. */
function borrows(cos: PdfDocument["cos"], entry: CosValue): boolean {
  const stream = streamAt(cos, entry);
  const dict = stream?.dict ?? dictAt(cos, entry);
  if (!dict || dict.has("Resources")) return false;
  const subtype = nameAt(cos, dict.get("Subtype"));
  return subtype === "Form" || subtype === "Type3";
}

/** Every name that the content has; undefined when it cannot be read whole. Names in strings and images do no harm. */
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
    addNames(bytes, names);
  }
  return names;
}

function addNames(bytes: Uint8Array, names: Set<string>): void {
  for (let at = bytes.indexOf(0x2f); at >= 0; at = bytes.indexOf(0x2f, at)) {
    const end = afterRegular(bytes, at + 1);
    names.add(plainName(latin1(bytes, at + 1, end)));
    at = end;
  }
}

/** A name as dictionaries have it: `#20` and the like undone (ISO 32000-2, 7.3.5). */
function plainName(name: string): string {
  if (!name.includes("#")) return name;
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
