/** Names inside a structure tree that an earlier file uses for something else: types, attribute classes and element IDs. */
import {
  bytesString,
  type CosDict,
  type CosValue,
  fromLatin1,
  isArray,
  isDict,
  isName,
  isRef,
  isString,
  latin1,
  name,
} from "../../../cos/syntax/value.ts";
import { structureTree } from "../../tags/structure-tree.ts";
import { dictAt } from "../../typed-get.ts";
import type { SourceDocument } from "./source-document.ts";

/** Old name → new name; IDs as `latin1`. */
export interface StructureNames {
  readonly roles: Map<string, string>;
  readonly classes: Map<string, string>;
  readonly ids: Map<string, string>;
}

/** Renames in every element; elements that are no objects of their own keep their names. */
export function renameInStructure(source: SourceDocument, names: StructureNames): void {
  for (const num of structureTree(source.document)?.elements.keys() ?? []) {
    const dict = dictAt(source.cos, source.overrides.get(num) ?? source.cos.object(num));
    if (!dict || source.overrides.get(num) === null) continue;
    const made: CosDict = new Map(dict);
    const changed = [
      changeEntry(source, made, "S", (value) => renamedName(value, names.roles)),
      changeEntry(source, made, "C", (value) => renamedName(value, names.classes)),
      changeEntry(source, made, "ID", (value) => renamedString(value, names.ids)),
      names.ids.size > 0 &&
        changeEntry(source, made, "A", (value) => renamedHeaders(source, value, names.ids)),
    ];
    if (changed.includes(true)) source.overrides.set(num, made);
  }
}

/** Changes an entry that is a value or an array of values; whether anything changed. */
function changeEntry(
  source: SourceDocument,
  dict: CosDict,
  key: string,
  change: (value: CosValue) => CosValue,
): boolean {
  const value = dict.get(key);
  if (value === undefined) return false;
  const found = isRef(value) ? source.cos.resolve(value) : value;
  const list = isArray(found) ? found : [value];
  const changed = list.map((entry) => change(entry));
  if (changed.every((entry, k) => entry === list[k])) return false;
  dict.set(key, isArray(found) ? changed : (changed[0] ?? null));
  return true;
}

function renamedName(value: CosValue, names: ReadonlyMap<string, string>): CosValue {
  const free = isName(value) ? names.get(value.name) : undefined;
  return free === undefined ? value : name(free);
}

function renamedString(value: CosValue, names: ReadonlyMap<string, string>): CosValue {
  const free = isString(value) ? names.get(latin1(value.bytes)) : undefined;
  return free === undefined ? value : bytesString(fromLatin1(free));
}

/** The headers of a table cell are named by their elements' IDs (14.8.5.7). */
function renamedHeaders(source: SourceDocument, value: CosValue, ids: ReadonlyMap<string, string>): CosValue {
  const attributes = dictAt(source.cos, value);
  if (!isDict(attributes) || !attributes.has("Headers")) return value;
  const made: CosDict = new Map(attributes);
  return changeEntry(source, made, "Headers", (entry) => renamedString(entry, ids)) ? made : value;
}
