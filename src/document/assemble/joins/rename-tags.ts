/** Renames names in a structure tree that an earlier file uses differently: types, attribute classes and element IDs. */
import {
  bytesString,
  type CosValue,
  eachItem,
  fromLatin1,
  isName,
  isString,
  latin1,
  name,
} from "../../../cos/syntax/value.ts";
import { structureTree } from "../../tags/structure-tree.ts";
import { arrayAt, dictAt } from "../../typed-get.ts";
import { changeDict, type SourceDocument } from "./source-document.ts";

/** Old name → new name; IDs as `latin1`. */
export interface StructureNames {
  readonly roles: Map<string, string>;
  readonly classes: Map<string, string>;
  readonly ids: Map<string, string>;
}

/** Renames in every element; elements that aren't separate objects keep their names. */
export function renameInStructure(source: SourceDocument, names: StructureNames): void {
  if (names.roles.size + names.classes.size + names.ids.size === 0) return;

  const changes: readonly (readonly [string, (value: CosValue) => CosValue])[] = [
    ["S", (value) => renamedName(value, names.roles)],
    ["C", (value) => renamedName(value, names.classes)],
    ["ID", (value) => renamedString(value, names.ids)],
  ];

  for (const num of structureTree(source.document)?.elements.keys() ?? []) {
    changeDict(source, num, (element) => {
      for (const [key, change] of changes) {
        const value = element.get(key);
        if (value !== undefined) element.set(key, changedEach(source, value, change));
      }
      const attributes = element.get("A");
      if (attributes !== undefined) element.set("A", followHeaders(source, attributes, names.ids));
    });
  }
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

/** One or more attributes of an element or a class. */
export function followHeaders(
  source: SourceDocument,
  value: CosValue,
  ids: ReadonlyMap<string, string>,
): CosValue {
  return ids.size === 0 ? value : changedEach(source, value, (entry) => renamedHeaders(source, entry, ids));
}

/** A table cell refers to its headers by their elements' IDs (14.8.5.7). */
function renamedHeaders(source: SourceDocument, value: CosValue, ids: ReadonlyMap<string, string>): CosValue {
  const attributes = dictAt(source.cos, value);
  const headers = attributes?.get("Headers");
  if (!attributes || headers === undefined) return value;
  const renamed = changedEach(source, headers, (entry) => renamedString(entry, ids));
  return renamed === headers ? value : new Map(attributes).set("Headers", renamed);
}
