/**
 * Forms of assembled documents (ISO 32000-2, 12.7): fields that no kept page shows are pruned; fields of the same name from
 * different files stay independent (the later one's first name part gets `_2`, …), with their values and appearances.
 */

import {
  bytesString,
  type CosDict,
  type CosRef,
  type CosValue,
  dictOf,
  isDict,
  isRef,
  isString,
  latin1,
  ref,
} from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { arrayAt, bytesAt, dictAt, groupBy, nameMaker, numberAt } from "../../typed-get.ts";
import { type FieldTree, fieldTree, formOf, textString, topNames } from "./field-tree.ts";
import { joinFormResources, renameFonts } from "./form-resources.ts";
import type { Join } from "./join.ts";
import type { PageObjects, PlannedSource, SourceDocument } from "./source-document.ts";

/** Entries of a field that is its own widget which belong to the field (ISO 32000-2, tables 226 to 239). */
const fieldKeys = "T TU TM FT Ff V DV MaxLen Opt TI I DA Q DS RV Lock SV Parent".split(" ");

interface Joined {
  readonly fields: CosValue[];
  readonly order: CosRef[];
  readonly names: Set<string>;
  /** Forms that want their fields drawn by whoever shows them. */
  needAppearances: number;
  signatureFlags: number;
  /** Of the first form: fields of other forms that relied on theirs get it as their own. */
  appearance: CosValue | undefined;
  quadding: CosValue | undefined;
  forms: number;
  renamed: number;
  /** Whether there may be widgets that no form lists. */
  loose: boolean;
}

/** The object as it will be written: with the changes made so far. */
function current(source: SourceDocument, num: number): CosDict | undefined {
  return dictAt(source.cos, source.overrides.get(num) ?? source.cos.object(num));
}

function change(source: SourceDocument, num: number, edit: (dict: CosDict) => void): void {
  const dict = current(source, num);
  if (!dict) return;
  const own: CosDict = new Map(dict);
  edit(own);
  source.overrides.set(num, own);
}

export function joinForms(rewriter: Rewriter): Join {
  const resources = joinFormResources();
  const freeName = nameMaker("_");
  const joined: Joined = {
    fields: [],
    order: [],
    names: new Set(),
    needAppearances: 0,
    signatureFlags: 0,
    appearance: undefined,
    quadding: undefined,
    forms: 0,
    renamed: 0,
    loose: false,
  };
  return {
    plan(source) {
      const form = formOf(source.document);
      if (!form) return {};
      const own = topNames(source.document);
      const renamedFields = new Map<string, string>();
      for (const text of own.keys()) {
        if (!joined.names.has(text)) continue;
        const free = freeName(text, (made) => joined.names.has(made) || own.has(made));
        renamedFields.set(text, free);
      }
      for (const text of own.keys()) joined.names.add(renamedFields.get(text) ?? text);
      return { renamedFields };
    },
    add(source, found) {
      const form = formOf(source.document);
      if (!form && found.widgets.size === 0) return;
      const tree = fieldTree(source.document);
      const replaced = splitCopied(source, found, tree);
      const roots = source.whole ? tree.roots : prune(source, found, tree, replaced);
      const list = arrayAt(source.cos, form?.get("Fields")) ?? [];
      // Not allowed, yet written: fields that are no objects of their own. They come along as they are.
      const direct = list.filter((entry) => isDict(entry));
      // Before the fields are counted: a form may have nothing but XFA.
      if (form?.has("XFA"))
        source.warn("XFA form data was dropped; fields and values that the form has besides it are kept");
      // Widgets that the form does not list rely on its defaults as much as others.
      const loose = source.whole || found.widgets.size > 0;
      if (!form || (roots.length + direct.length === 0 && !loose)) return;
      joined.loose ||= loose;
      const fonts = resources.add(source, dictAt(source.cos, form.get("DR")) ?? new Map());
      adoptDefaults(source, found, form, tree, roots, fonts, joined);
      rename(source);
      joined.renamed += source.renamedFields.size;
      const target = (num: number) => source.copier.map(replaced.get(num) ?? num);
      for (const num of roots) {
        const to = target(num);
        if (to !== 0) joined.fields.push(ref(to));
      }
      for (const entry of direct) joined.fields.push(source.copier.translate(entry));
      for (const entry of arrayAt(source.cos, form.get("CO")) ?? []) {
        const num = isRef(entry) ? target(entry.num) : 0;
        if (num !== 0) joined.order.push(ref(num));
      }
      if (source.cos.resolve(form.get("NeedAppearances")) === true) joined.needAppearances++;
      joined.signatureFlags |= numberAt(source.cos, form.get("SigFlags")) ?? 0;
    },
    finish({ catalog, warn }) {
      if (joined.fields.length === 0 && !joined.loose) return;
      const { needAppearances, signatureFlags, order } = joined;
      const shared = resources.dict();
      const form = dictOf({
        Fields: joined.fields,
        DR: shared.size > 0 ? shared : undefined,
        DA: joined.appearance,
        Q: joined.quadding,
        NeedAppearances: needAppearances > 0 || undefined,
        SigFlags: signatureFlags || undefined,
        CO: order.length > 0 ? order : undefined,
      });
      if (needAppearances > 0 && needAppearances < joined.forms)
        warn(
          "viewers draw all form fields anew, as one of the files asks (NeedAppearances); those of the others may look different",
        );
      catalog.set("AcroForm", ref(rewriter.add(form)));
      if (joined.renamed > 0)
        warn(
          `${joined.renamed} form fields had names that an earlier file uses and were renamed to stay independent`,
        );
    },
  };
}

/**
 * A field that is its own widget and comes along more than once becomes a field with a widget for each page.
 * Returns the new field's number for each such widget. Copies of other widgets join their field's kids in `prune`.
 */
function splitCopied(source: SourceDocument, found: PageObjects, tree: FieldTree): Map<number, number> {
  const fields = new Map<number, number>();
  for (const of of new Set(found.widgetCopies.map((copy) => copy.of))) {
    if (tree.adopt(of)?.kids.length !== 0) continue;
    const dict = current(source, of);
    if (!dict?.has("T")) continue;
    const field = source.fresh();
    fields.set(of, field);
    const copies = found.widgetCopies.filter((copy) => copy.of === of).map((copy) => copy.num);
    const own = [...dict].filter(([key]) => key === "AA" || fieldKeys.includes(key));
    const kids = [of, ...copies].map((num) => source.ref(num));
    source.overrides.set(field, new Map(own).set("Kids", kids));
    for (const num of [of, ...copies]) {
      change(source, num, (widget) => {
        for (const key of fieldKeys) widget.delete(key);
        widget.set("Parent", source.ref(field));
      });
    }
  }
  return fields;
}

/** Cuts fields and widgets that no kept page shows; returns the top fields that are left, in order. */
function prune(
  source: SourceDocument,
  found: PageObjects,
  tree: FieldTree,
  replaced: ReadonlyMap<number, number>,
): number[] {
  const kept = new Set<number>();
  const keep = (start: number) => {
    for (let at = start; at !== 0 && !kept.has(at); at = tree.nodes.get(at)?.parent ?? 0) kept.add(at);
  };
  /** Widgets that a field does not list although they name it as their parent. */
  const unlisted = new Map<number, number[]>();
  for (const num of found.widgets) {
    const parent = tree.adopt(num) ? undefined : current(source, num)?.get("Parent");
    if (isRef(parent) && tree.nodes.has(parent.num)) {
      keep(parent.num);
      unlisted.set(parent.num, [...(unlisted.get(parent.num) ?? []), num]);
    } else keep(num);
  }
  tree.bare.forEach(keep);
  const copies = groupBy(found.widgetCopies, (copy) => copy.of);
  for (const num of kept) {
    const kids = tree.nodes.get(num)?.kids ?? [];
    if (kids.length === 0) continue;
    const left = kids
      .filter((kid) => kept.has(kid))
      .flatMap((kid) => {
        const field = replaced.get(kid);
        return field !== undefined ? [field] : [kid, ...(copies.get(kid) ?? []).map((copy) => copy.num)];
      })
      .concat(unlisted.get(num) ?? []);
    if (left.length === kids.length && left.every((kid, k) => kid === kids[k])) continue;
    change(source, num, (dict) =>
      dict.set(
        "Kids",
        left.map((kid) => source.ref(kid)),
      ),
    );
  }
  source.drop((num) => tree.nodes.has(num) && !kept.has(num));
  return tree.roots.filter((num) => kept.has(num));
}

/** The first form's `DA` and `Q` hold for all; fields of later forms that relied on others get those as their own. */
function adoptDefaults(
  source: SourceDocument,
  found: PageObjects,
  form: CosDict,
  tree: FieldTree,
  roots: readonly number[],
  fonts: ReadonlyMap<string, string>,
  joined: Joined,
): void {
  const bytes = bytesAt(source.cos, form.get("DA"));
  const appearance = bytes && renameFonts(bytesString(bytes), fonts);
  const quadding = numberAt(source.cos, form.get("Q"));
  if (joined.forms++ === 0) {
    joined.appearance = appearance;
    joined.quadding = quadding;
    return;
  }
  const same =
    isString(joined.appearance) && appearance && latin1(joined.appearance.bytes) === latin1(appearance.bytes);
  const ownQuadding = (quadding ?? 0) === (joined.quadding ?? 0) ? undefined : (quadding ?? 0);
  // The form's tree knows all fields from now on, those too that it does not list.
  for (const num of found.widgets) tree.adopt(num);
  const listed = new Set(tree.roots);
  const loose = [...tree.nodes.values()].filter(({ num, parent }) => parent === 0 && !listed.has(num));
  for (const num of [...roots, ...loose.map((node) => node.num)]) {
    const dict = current(source, num);
    const addAppearance = appearance && !same && !dict?.has("DA");
    const addQuadding = ownQuadding !== undefined && !dict?.has("Q");
    if (!addAppearance && !addQuadding) continue;
    change(source, num, (own) => {
      if (addAppearance) own.set("DA", appearance);
      if (addQuadding) own.set("Q", ownQuadding);
    });
  }
  if (fonts.size === 0) return;
  for (const num of tree.nodes.keys()) {
    const own = bytesAt(source.cos, current(source, num)?.get("DA"));
    const changed = own && renameFonts(bytesString(own), fonts);
    if (changed && changed.bytes !== own) change(source, num, (dict) => dict.set("DA", changed));
  }
}

function rename(source: PlannedSource): void {
  if (source.renamedFields.size === 0) return;
  for (const [text, nums] of topNames(source.document)) {
    const free = source.renamedFields.get(text);
    if (free === undefined) continue;
    for (const num of nums) change(source, num, (dict) => dict.set("T", textString(free)));
  }
}
