/**
 * Annotations of kept pages (ISO 32000-2, 12.5). Links to removed pages are dropped; an annotation's page, actions and
 * structure key are adapted. Pages without changes keep their array unread.
 */
import { type CosDict, type CosValue, isRef, setEntry } from "../../../cos/syntax/value.ts";
import { annotationsAt, dictAt, nameAt, numberAt } from "../../typed-get.ts";
import { adaptEntry } from "./actions.ts";
import type { PageCopy, PageObjects, PlannedSource } from "./source-document.ts";

/** Whether annotations of this document need to be read at all. */
export function annotationsChange(source: PlannedSource): boolean {
  return (
    !source.whole ||
    source.placing !== undefined ||
    // Destinations given by page index would lead into the first file.
    source.firstPage > 0 ||
    source.renamedDestinations.size > 0 ||
    source.renamedFields.size > 0 ||
    source.linkBase !== undefined ||
    source.structureOffset !== 0
  );
}

/** The `Annots` of a page in the result (source numbering); undefined if none. Changes go into `source.overrides`. */
export function adaptAnnotations(
  source: PlannedSource,
  found: PageObjects,
  copy: PageCopy,
  annots: CosValue,
): CosValue | undefined {
  const list = annotationsAt(source.cos, annots);
  if (!list) return undefined;

  const kept: CosValue[] = [];
  const made: { readonly from: CosDict; readonly num: number }[] = [];
  const copies = new Map<number, number>();

  for (const entry of list) {
    const dict = dictAt(source.cos, entry);
    if (!dict) continue;
    const num = isRef(entry) ? entry.num : 0;
    // Two places can't share an annotation, although some files have it on several pages.
    if (copy.repeat || (source.placing && found.annotations.has(num))) {
      // Reads the file's version: the first copy's changes don't apply to the second.
      const fresh = source.fresh();
      if (num !== 0) copies.set(num, fresh);
      made.push({ from: dict, num: fresh });
      continue;
    }
    const adapted = adaptAnnotation(source, found, dict, copy);
    if (adapted === undefined) {
      if (num !== 0) source.overrides.set(num, null);
      continue;
    }
    kept.push(num === 0 ? adapted : entry);
    if (num === 0) continue;
    found.annotations.add(num);
    if (isWidget(source, dict)) found.widgets.add(num);
    if (adapted !== dict) source.overrides.set(num, adapted);
  }

  for (const { from, num } of made) {
    const adapted = adaptAnnotation(source, found, from, copy);
    if (!adapted) continue;
    source.overrides.set(num, ownCopy(source, adapted, copies));
    kept.push(source.ref(num));
  }

  for (const [of, num] of copies) {
    if (isWidget(source, dictAt(source.cos, source.overrides.get(num)))) found.widgetCopies.push({ of, num });
  }

  return kept.length === 0 ? undefined : kept;
}

function isWidget(source: PlannedSource, dict: CosDict | undefined): boolean {
  return nameAt(source.cos, dict?.get("Subtype")) === "Widget";
}

/** An annotation on a repeated page: its references on the page lead to the page's own copy; it isn't in the tags. */
function ownCopy(source: PlannedSource, dict: CosDict, copies: ReadonlyMap<number, number>): CosDict {
  const own: CosDict = new Map(dict);
  own.delete("StructParent");
  for (const key of ["Popup", "Parent", "IRT"]) {
    const value = own.get(key);
    const num = isRef(value) ? copies.get(value.num) : undefined;
    if (num !== undefined) own.set(key, source.ref(num));
  }
  return own;
}

/** undefined: a link to a removed page. The same dictionary if nothing changes, as in most. */
function adaptAnnotation(
  source: PlannedSource,
  found: PageObjects,
  dict: CosDict,
  copy: PageCopy,
): CosDict | undefined {
  let made = dict;

  const change = (key: string, value: CosValue | undefined) => {
    if (made === dict) made = new Map(dict);
    setEntry(made, key, value);
  };

  for (const key of ["Dest", "A", "PA", "AA"]) {
    const adapted = adaptEntry(source, dict, key);
    if (adapted === dict.get(key)) continue;
    change(key, adapted);
    const leads = made.has("Dest") || made.has("A") || (key !== "Dest" && key !== "A");
    if (!leads && nameAt(source.cos, dict.get("Subtype")) === "Link") return undefined;
  }

  const key = dict.get("StructParent");
  const moved = key === undefined ? undefined : adaptStructureKey(source, found, key);
  if (moved !== key) change("StructParent", moved);
  const owner = dict.get("P");
  if (owner !== undefined && !(isRef(owner) && owner.num === copy.num)) change("P", source.ref(copy.num));

  return source.placing?.annotation(copy, made) ?? made;
}

/** The new structure parent key, which is recorded as present in the result; undefined: it is removed. */
export function adaptStructureKey(
  source: PlannedSource,
  found: PageObjects,
  value: CosValue,
): CosValue | undefined {
  const key = numberAt(source.cos, value);
  if (source.structureOffset === undefined || key === undefined) return undefined;
  found.structureKeys.add(key);
  return source.structureOffset === 0 ? value : key + source.structureOffset;
}
