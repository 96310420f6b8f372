/** The tree of form fields (ISO 32000-2, 12.7.4) as a map from object numbers, found once for a document. */
import { type CosDict, type CosValue, isRef } from "../cos/value.ts";
import { arrayAt, bytesAt, dictAt, memo, nameAt } from "./get.ts";
import type { PdfDocument } from "./open.ts";
import { decodeText } from "./text-string.ts";

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

export const formOf = ({ cos, catalog }: PdfDocument): CosDict | undefined =>
  dictAt(cos, catalog.get("AcroForm"));

/** The fields of a document; loops are cut where they close. */
export const fieldTree = memo((document: PdfDocument): FieldTree => {
  const { cos } = document;
  const nodes = new Map<number, FieldNode>();
  const bare: number[] = [];
  const numbersOf = (value: CosValue | undefined) =>
    (arrayAt(cos, value) ?? []).flatMap((entry) => (isRef(entry) && dictAt(cos, entry) ? [entry.num] : []));
  const walk = (top: number) => {
    const stack = [{ num: top, parent: 0 }];
    for (let next = stack.pop(); next && nodes.size < maxFields; next = stack.pop()) {
      const { num, parent } = next;
      const dict = nodes.has(num) ? undefined : dictAt(cos, cos.object(num));
      if (!dict) continue;
      const kids = numbersOf(dict.get("Kids"));
      if (kids.length === 0 && nameAt(cos, dict.get("Subtype")) !== "Widget") bare.push(num);
      nodes.set(num, { num, parent, kids });
      for (const kid of kids.toReversed()) stack.push({ num: kid, parent: num });
    }
  };
  const listed = numbersOf(formOf(document)?.get("Fields"));
  const roots = listed.filter((num) => {
    if (nodes.has(num)) return false;
    walk(num);
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
      const seen = new Set<number>();
      for (let at: CosValue | undefined = dictAt(cos, cos.object(widget))?.get("Parent"); isRef(at); ) {
        if (seen.has(at.num) || nodes.has(at.num)) break;
        seen.add(at.num);
        const above: CosDict | undefined = dictAt(cos, at);
        if (!above) break;
        top = at.num;
        at = above.get("Parent");
      }
      walk(top);
      return nodes.get(widget);
    },
  };
});

/** Names that fields have at the top, as text, with the fields' numbers; below a field without a name, those of its kids. */
export const topNames = memo((document: PdfDocument): ReadonlyMap<string, readonly number[]> => {
  const { cos } = document;
  const tree = fieldTree(document);
  const names = new Map<string, number[]>();
  const stack = tree.roots.toReversed();
  const seen = new Set<number>();
  for (let num = stack.pop(); num !== undefined; num = stack.pop()) {
    if (seen.has(num)) continue;
    seen.add(num);
    const bytes = bytesAt(cos, dictAt(cos, cos.object(num))?.get("T"));
    if (!bytes) {
      for (const kid of tree.nodes.get(num)?.kids.toReversed() ?? []) stack.push(kid);
      continue;
    }
    const text = decodeText(bytes);
    const nums = names.get(text);
    if (nums) nums.push(num);
    else names.set(text, [num]);
  }
  return names;
});
