/**
 * Annotations of pages that come along (ISO 32000-2, 12.5). Links to pages that do not are removed; an annotation's page,
 * actions and structure key follow it. Pages of which nothing changes keep their array untouched and unread.
 */
import { type CosDict, type CosValue, isRef } from "../../../cos/syntax/value.ts";
import { annotationsAt, dictAt, nameAt, numberAt } from "../../typed-get.ts";
import { adaptAction, adaptTriggers } from "./actions.ts";
import { adaptDestination } from "./destinations.ts";
import type { PageCopy, Part } from "./source-document.ts";

/** Whether annotations of this part have to be read at all. */
export function annotationsChange(part: Part): boolean {
  return (
    !part.whole ||
    // Destinations that give a page by its place would lead into the first file.
    part.firstPage > 0 ||
    part.renamedDestinations.size > 0 ||
    part.renamedFields.size > 0 ||
    part.structureOffset !== 0
  );
}

/** The `Annots` of a page in the result (source numbering); undefined: none. Changes go into `part.overrides`. */
export function adaptAnnotations(part: Part, copy: PageCopy, annots: CosValue): CosValue | undefined {
  const list = annotationsAt(part.cos, annots);
  if (!list) return undefined;
  const kept: CosValue[] = [];
  const made: { readonly from: CosDict; readonly num: number }[] = [];
  const copies = new Map<number, number>();
  for (const entry of list) {
    const dict = dictAt(part.cos, entry);
    if (!dict) continue;
    const num = isRef(entry) ? entry.num : 0;
    if (copy.repeat) {
      // Read as the file has it: the first copy's changes are not the second's.
      const fresh = part.fresh();
      if (num !== 0) copies.set(num, fresh);
      made.push({ from: dict, num: fresh });
      continue;
    }
    const adapted = adaptAnnotation(part, dict, copy.num);
    if (adapted === undefined) {
      if (num !== 0) part.overrides.set(num, null);
      continue;
    }
    kept.push(num === 0 ? adapted : entry);
    if (num === 0) continue;
    part.annotations.add(num);
    if (isWidget(part, dict)) part.widgets.add(num);
    if (adapted !== dict) part.overrides.set(num, adapted);
  }
  for (const { from, num } of made) {
    const adapted = adaptAnnotation(part, from, copy.num);
    if (!adapted) continue;
    part.overrides.set(num, ownCopy(part, adapted, copies));
    kept.push(part.ref(num));
  }
  for (const [of, num] of copies) {
    if (isWidget(part, dictAt(part.cos, part.overrides.get(num)))) part.widgetCopies.push({ of, num });
  }
  return kept.length === 0 ? undefined : kept;
}

function isWidget(part: Part, dict: CosDict | undefined): boolean {
  return nameAt(part.cos, dict?.get("Subtype")) === "Widget";
}

/** An annotation of a repeated page: what it refers to on the page is the page's own copy; it has no place in the tags. */
function ownCopy(part: Part, dict: CosDict, copies: ReadonlyMap<number, number>): CosDict {
  const own: CosDict = new Map(dict);
  own.delete("StructParent");
  for (const key of ["Popup", "Parent", "IRT"]) {
    const value = own.get(key);
    const num = isRef(value) ? copies.get(value.num) : undefined;
    if (num !== undefined) own.set(key, part.ref(num));
  }
  return own;
}

/** Entries that may lead to other pages, or into the structure tree. */
const following = [
  ["Dest", adaptDestination],
  ["A", adaptAction],
  ["PA", adaptAction],
  ["AA", adaptTriggers],
  ["StructParent", adaptStructureKey],
] as const;

/** undefined: a link whose page is gone. The same dictionary when nothing changes, as in most. */
function adaptAnnotation(part: Part, dict: CosDict, page: number): CosDict | undefined {
  let made = dict;
  const change = (key: string, value: CosValue | undefined) => {
    if (made === dict) made = new Map(dict);
    if (value === undefined) made.delete(key);
    else made.set(key, value);
  };
  for (const [key, adapt] of following) {
    const value = dict.get(key);
    if (value === undefined) continue;
    const adapted = adapt(part, value);
    if (adapted === value) continue;
    change(key, adapted);
    const leads = made.has("Dest") || made.has("A") || (key !== "Dest" && key !== "A");
    if (!leads && nameAt(part.cos, dict.get("Subtype")) === "Link") return undefined;
  }
  const owner = dict.get("P");
  if (owner !== undefined && !(isRef(owner) && owner.num === page)) change("P", part.ref(page));
  return made;
}

function adaptStructureKey(part: Part, value: CosValue): CosValue | undefined {
  const key = numberAt(part.cos, value);
  if (part.structureOffset === undefined || key === undefined) return undefined;
  part.structureKeys.add(key);
  return part.structureOffset === 0 ? value : key + part.structureOffset;
}
