/** The tree of form fields (ISO 32000-2, 12.7.4) as a map from object numbers, found once for a document. */
import { Buffer } from "node:buffer";
import { pushTo } from "../../../core/maps.ts";
import { bytesString, type CosString, type CosValue, isDict, isRef, ref } from "../../../cos/syntax/value.ts";
import { chain, type WalkRules, walk } from "../../../cos/walk.ts";
import type { PdfDocument } from "../../open.ts";
import { decodeText } from "../../text-string.ts";
import { acroForm, arrayAt, bytesAt, dictAt, memo, nameAt } from "../../typed-get.ts";

/** Fields and widgets of one form; more is an attack. */
const maxFields = 1_000_000;

export interface FieldNode {
  readonly num: number;
  /** Number of the field above it; 0 at the top. */
  readonly parent: number;
  /** Numbers in `Kids`; empty for a terminal field that is its own widget, and for a widget. */
  readonly kids: readonly number[];
}

export interface FieldTree {
  readonly nodes: ReadonlyMap<number, FieldNode>;
  /** Numbers in the form's `Fields`. */
  readonly roots: readonly number[];
  /** Fields without any widget: values that are not shown. */
  readonly bare: readonly number[];
  /** Adds fields that widgets belong to though the form does not list them; returns the widget's node. */
  adopt(widget: number): FieldNode | undefined;
}

const rules: WalkRules = { part: "the form fields", depth: 1000 };
const parents: WalkRules = { ...rules, depth: 10_000 };

function parentOf(field: CosValue | undefined): CosValue | undefined {
  const above = isDict(field) ? field.get("Parent") : undefined;
  return isRef(above) ? above : undefined;
}

/** The fields of a document; loops are cut where they close. */
export const fieldTree = memo((document: PdfDocument): FieldTree => {
  const { cos } = document;
  const nodes = new Map<number, FieldNode>();
  const bare: number[] = [];
  const numbersOf = (value: CosValue | undefined) =>
    (arrayAt(cos, value) ?? []).flatMap((entry) => (isRef(entry) && dictAt(cos, entry) ? [entry.num] : []));
  const refTo = (num: number) => ref(num, cos.generation(num));
  const addBelow = (top: number) =>
    walk(cos, rules, [refTo(top)], 0, ({ value: dict, num, state: parent }) => {
      if (num === 0 || !isDict(dict) || nodes.has(num) || nodes.size >= maxFields) return undefined;
      const kids = numbersOf(dict.get("Kids"));
      if (kids.length === 0 && nameAt(cos, dict.get("Subtype")) !== "Widget") bare.push(num);
      nodes.set(num, { num, parent, kids });
      return [{ values: [dict.get("Kids") ?? null], state: num }];
    });
  const listed = numbersOf(acroForm(cos)?.get("Fields"));
  const roots = listed.filter((num) => {
    if (nodes.has(num)) return false;
    addBelow(num);
    return true;
  });
  return {
    nodes,
    roots,
    bare,
    adopt(widget) {
      const known = nodes.get(widget);
      if (known) return known;
      let top = widget;
      for (const { value, num } of chain(cos, parents, parentOf(dictAt(cos, cos.object(widget))), parentOf)) {
        if (nodes.has(num) || !isDict(value)) break;
        top = num;
      }
      addBelow(top);
      return nodes.get(widget);
    },
  };
});

/** Names that fields have at the top, as text, with the fields' numbers; below a field without a name, those of its kids. */
export const topNames = memo((document: PdfDocument): ReadonlyMap<string, readonly number[]> => {
  const { cos } = document;
  const tree = fieldTree(document);
  const names = new Map<string, number[]>();
  const refs = (nums: readonly number[]) => nums.map((num) => ref(num, cos.generation(num)));
  walk(cos, rules, refs(tree.roots), undefined, ({ value, num }) => {
    const bytes = isDict(value) ? bytesAt(cos, value.get("T")) : undefined;
    if (!bytes) return [{ values: refs(tree.nodes.get(num)?.kids ?? []), state: undefined }];
    const text = decodeText(bytes);
    pushTo(names, text, num);
    return undefined;
  });
  return names;
});

/** Text as a text string: ASCII as it is, else UTF-16BE with its mark. */
export function textString(text: string): CosString {
  const ascii = /^[\x20-\x7e]*$/.test(text);
  const bytes = ascii ? Buffer.from(text, "latin1") : Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  return bytesString(bytes);
}

/** A fully qualified name whose first part may be renamed; the same value when it is not. */
export function renamedField(renamed: ReadonlyMap<string, string>, value: CosString): CosString {
  const text = decodeText(value.bytes);
  const dot = text.indexOf(".");
  const first = dot < 0 ? text : text.slice(0, dot);
  const changed = renamed.get(first);
  return changed === undefined ? value : textString(changed + text.slice(first.length));
}
