/**
 * Names in a structure tree (types, attribute classes and element IDs): those that an earlier file uses differently are
 * renamed, and headers of cells that are gone are removed.
 */
import {
  bytesString,
  type CosDict,
  type CosValue,
  eachItem,
  fromLatin1,
  isDict,
  isName,
  isString,
  latin1,
  name,
  withEntries,
} from "../../../../cos/syntax/value.ts";
import { createDescent, type WalkRules } from "../../../../cos/walk.ts";
import { arrayAt, dictAt, listAt } from "../../../typed-get.ts";
import { currentDict, type SourceDocument } from "../source-document.ts";

/** Nested elements that aren't objects. */
const inElements: WalkRules = { part: "the structure tree", depth: 500 };

/** Old name → new name; IDs as `latin1`. */
export interface StructureNames {
  readonly roles: ReadonlyMap<string, string>;
  readonly classes: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
  /** IDs of the elements that are left; undefined: all. */
  readonly keptIds: ReadonlySet<string> | undefined;
}

/** Renames in these elements, and in those inside them that aren't separate objects. */
export function renameInStructure(
  source: SourceDocument,
  names: StructureNames,
  elements: Iterable<number>,
): void {
  if (names.roles.size + names.classes.size + names.ids.size === 0 && !names.keptIds) return;

  for (const num of elements) {
    const descent = createDescent(source.cos, inElements);
    const renamed = (element: CosValue): CosValue =>
      isDict(element)
        ? descent.into(element, () => changedEntries(source, element, changes), element)
        : element;
    const changes: Changes = [
      ["S", (value) => renamedName(value, names.roles)],
      ["C", (value) => renamedName(value, names.classes)],
      ["ID", (value) => renamedString(value, names.ids)],
      ["A", (value) => followHeaders(source, value, names)],
      ["K", renamed],
    ];
    const dict = currentDict(source, num);
    const made = dict && renamed(dict);
    if (made !== undefined && made !== dict) source.overrides.set(num, made);
  }
}

/** What to do with an entry's value, or each item of its array. */
type Changes = readonly (readonly [key: string, change: (value: CosValue) => CosValue])[];

function changedEntries(source: SourceDocument, dict: CosDict, changes: Changes): CosDict {
  let made = dict;
  for (const [key, change] of changes) {
    const value = dict.get(key);
    if (value === undefined) continue;
    const changed = changedEach(source, value, change);
    if (changed !== value) made = new Map(made).set(key, changed);
  }
  return made;
}

/** `change` applied to a value or each item of an array; the same value if nothing changes. */
function changedEach(
  { cos }: SourceDocument,
  value: CosValue,
  change: (value: CosValue) => CosValue,
): CosValue {
  const list = arrayAt(cos, value);
  if (!list) return change(value);
  const changed = eachItem(list, change);
  return changed === list ? value : changed;
}

function renamedName(value: CosValue, names: ReadonlyMap<string, string>): CosValue {
  const free = isName(value) ? names.get(value.name) : undefined;
  return free === undefined ? value : name(free);
}

function renamedString(value: CosValue, names: ReadonlyMap<string, string>): CosValue {
  const free = isString(value) ? names.get(latin1(value.bytes)) : undefined;
  return free === undefined ? value : bytesString(fromLatin1(free));
}

/** One or more attributes of a class. */
export function followClass(source: SourceDocument, value: CosValue, names: StructureNames): CosValue {
  return changedEach(source, value, (entry) => followHeaders(source, entry, names));
}

/** A table cell refers to its headers by their elements' IDs (14.8.5.7): those that are left. */
function followHeaders(source: SourceDocument, value: CosValue, { ids, keptIds }: StructureNames): CosValue {
  const attributes = dictAt(source.cos, value);
  const headers = attributes?.get("Headers");
  if (!attributes || headers === undefined) return value;
  const own = listAt(source.cos, headers);
  const left = own
    .filter((entry) => !keptIds || !isString(entry) || keptIds.has(latin1(entry.bytes)))
    .map((entry) => renamedString(entry, ids));
  if (left.length === own.length && left.every((entry, k) => entry === own[k])) return value;
  return withEntries(attributes, { Headers: left.length > 0 ? left : undefined });
}
