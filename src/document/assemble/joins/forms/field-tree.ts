/** The tree of form fields (ISO 32000-2, 12.7.4) as a map from object numbers, computed once per document. */
import { type CosValue, isDict, isRef, ref } from "../../../../cos/syntax/value.ts";
import { chain, type WalkRules, walk } from "../../../../cos/walk.ts";
import type { PdfDocument } from "../../../open.ts";
import { decodeText } from "../../../text-string.ts";
import { acroForm, arrayAt, bytesAt, dictAt, memo, nameAt } from "../../../typed-get.ts";

/** Fields and widgets of one form; more is an attack. */
const maxFields = 1_000_000;

export interface FieldNode {
  readonly num: number;
  /** Number of its parent field; 0 at the top. */
  readonly parent: number;
  /** Numbers in `Kids`; empty for a widget, and for a terminal field that is its own widget. */
  readonly kids: readonly number[];
}

export interface FieldTree {
  readonly nodes: ReadonlyMap<number, FieldNode>;
  /** Numbers in the form's `Fields`. */
  readonly roots: readonly number[];
  /** Fields without any widget: invisible values. */
  readonly bare: readonly number[];
  /** Adds fields whose widgets exist although the form doesn't list them; returns the widget's node. */
  adopt(widget: number): FieldNode | undefined;
}

const rules: WalkRules = { part: "the form fields", depth: 1000 };
const parents: WalkRules = { ...rules, depth: 10_000 };

function parentOf(field: CosValue | undefined): CosValue | undefined {
  const above = isDict(field) ? field.get("Parent") : undefined;
  return isRef(above) ? above : undefined;
}

/** A document's fields; loops are cut where they close. */
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

/** A field with a partial name (12.7.4.2). */
export interface NamedField {
  readonly num: number;
  /** The fully qualified name, as text. */
  readonly name: string;
  /** The last part of the name. */
  readonly part: string;
  /** Whether named fields are below it: then it has no value of its own. */
  readonly isGroup: boolean;
  /** Number of its group; 0 at the top. */
  readonly group: number;
}

/** A document's named fields, each group before its fields. */
export const namedFields = memo((document: PdfDocument): readonly NamedField[] => {
  const { cos } = document;
  const tree = fieldTree(document);
  const named: Omit<NamedField, "isGroup">[] = [];
  const groups = new Set<number>();
  const refs = (nums: readonly number[]) => nums.map((num) => ref(num, cos.generation(num)));
  const top = { num: 0, name: "" };
  walk(cos, rules, refs(tree.roots), top, ({ value, num, state: above }) => {
    const bytes = isDict(value) ? bytesAt(cos, value.get("T")) : undefined;
    const below = refs(tree.nodes.get(num)?.kids ?? []);
    if (!bytes) return [{ values: below, state: above }];
    const part = decodeText(bytes);
    const name = above.num === 0 ? part : `${above.name}.${part}`;
    groups.add(above.num);
    named.push({ num, name, part, group: above.num });
    return [{ values: below, state: { num, name } }];
  });

  return named.map((field) => ({ ...field, isGroup: groups.has(field.num) }));
});
