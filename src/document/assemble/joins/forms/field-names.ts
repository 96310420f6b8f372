/** Names of form fields in actions and locks (ISO 32000-2, 12.6.4.11, 12.7.5.5 and 12.7.6): they follow renamed fields. */
import { type CosValue, isArray, isRef, isString } from "../../../../cos/syntax/value.ts";
import type { PdfDocument } from "../../../open.ts";
import { decodeText, textString } from "../../../text-string.ts";
import { memo } from "../../../typed-get.ts";
import type { PlannedSource } from "../source-document.ts";
import { fieldTree, namedFields } from "./field-tree.ts";

/** The names of fields in a group, at any depth. */
const inGroup = memo((document: PdfDocument) => {
  const leaves = namedFields(document).filter((field) => !field.isGroup);
  return (group: string) => leaves.filter(({ name }) => name.startsWith(`${group}.`)).map(({ name }) => name);
});

/**
 * Fields as a name, a reference, or a list; undefined if all of them are removed. A group that also has fields of other files
 * becomes the list of its own fields.
 */
export function followFields(source: PlannedSource, value: CosValue): CosValue | undefined {
  const found = isRef(value) ? source.cos.resolve(value) : value;
  const list = isArray(found) ? found : [value];
  const followed = list.flatMap((entry) => followField(source, entry));
  if (followed.length === 0 && list.length > 0) return undefined;
  if (followed.length === list.length && followed.every((entry, k) => entry === list[k])) return value;
  const [only] = followed;
  return isArray(found) || followed.length !== 1 || only === undefined ? followed : only;
}

function followField(source: PlannedSource, entry: CosValue): readonly CosValue[] {
  if (isRef(entry) && isGoneField(source, entry.num)) return [];
  const found = isRef(entry) ? source.cos.resolve(entry) : entry;
  if (!isString(found)) return [entry];
  const name = decodeText(found.bytes);
  const renamed = source.renamedFields.get(name);
  if (renamed !== undefined) return [textString(renamed)];
  if (!source.joinedGroups.has(name)) return [entry];
  return inGroup(source.document)(name).map((own) => textString(source.renamedFields.get(own) ?? own));
}

/** Whether a field or widget is removed, or all widgets of a field. */
function isGoneField(source: PlannedSource, num: number): boolean {
  if (source.whole) return false;
  if (source.isGone(num)) return true;
  const kids = fieldTree(source.document).nodes.get(num)?.kids ?? [];
  return kids.length > 0 && kids.every((kid) => source.isGone(kid));
}
