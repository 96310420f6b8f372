/**
 * Forms in assembled documents (ISO 32000-2, 12.7): fields that no kept page shows are pruned; fields with the same name in
 * different files stay independent (the later one is renamed with `_2`, …), with their values and appearances.
 */

import { groupBy, pushTo } from "../../../../core/collections/maps.ts";
import {
  bytesString,
  type CosDict,
  type CosRef,
  type CosString,
  type CosValue,
  dictOf,
  isDict,
  isRef,
  latin1,
  ref,
  setEntry,
  withEntries,
} from "../../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../../cos/write/rewrite.ts";
import { textString } from "../../../text-string.ts";
import { acroForm, arrayAt, bytesAt, dictAt, nameMaker, numberAt, refNumber } from "../../../typed-get.ts";
import { xfaKind } from "../../../xfa.ts";
import { adaptEntry } from "../actions.ts";
import { annotationsChange } from "../annotations.ts";
import type { Join, NewCatalog } from "../join.ts";
import {
  changeDict,
  currentDict,
  type PageObjects,
  type Plan,
  type PlannedSource,
  type SourceDocument,
} from "../source-document.ts";
import { FieldGroups } from "./field-groups.ts";
import { followFields } from "./field-names.ts";
import { type FieldTree, fieldTree, namedFields } from "./field-tree.ts";
import { joinFormResources, renameFonts } from "./form-resources.ts";

/** Entries that belong to the field if it is its own widget (ISO 32000-2, tables 226 to 239). */
const fieldKeys = "T TU TM FT Ff V DV MaxLen Opt TI I DA Q DS RV Lock SV Parent".split(" ");

/** A form, the fields that are kept, and the new names of its fonts. */
interface AddedForm {
  readonly source: SourceDocument;
  readonly found: PageObjects;
  readonly form: CosDict;
  readonly tree: FieldTree;
  readonly roots: readonly number[];
  readonly fonts: ReadonlyMap<string, string>;
}

export class FormsJoin implements Join {
  readonly #rewriter: Rewriter;
  readonly #resources = joinFormResources();
  readonly #freeName = nameMaker("_");
  readonly #fields: CosValue[] = [];
  readonly #order: CosRef[] = [];
  /** Full names of fields that aren't groups. */
  readonly #names = new Set<string>();
  /** Undefined if pages of one document are chosen. */
  readonly #groups: FieldGroups | undefined;
  /** Number of forms whose fields viewers must draw. */
  #needAppearances = 0;
  #signatureFlags = 0;
  /** The first form's; fields of other forms that relied on theirs get it explicitly. */
  #appearance: CosString | undefined;
  #quadding: number | undefined;
  #forms = 0;
  #renamed = 0;
  /** Whether there may be widgets that no form lists. */
  #loose = false;

  constructor(rewriter: Rewriter, merging: boolean) {
    this.#rewriter = rewriter;
    this.#groups = merging ? new FieldGroups(rewriter) : undefined;
  }

  plan(source: SourceDocument): Partial<Plan> {
    if (!this.#groups || !acroForm(source.cos)) return {};

    const fields = namedFields(source.document);
    const joinedGroups = this.#groups.plan(source, fields);
    const all = new Set(fields.map(({ name }) => name));
    const own = new Set(fields.filter(({ isGroup }) => !isGroup).map(({ name }) => name));
    const renamedFields = new Map<string, string>();

    for (const name of own) {
      if (!this.#names.has(name)) continue;
      renamedFields.set(
        name,
        this.#freeName(name, (made) => this.#names.has(made) || all.has(made)),
      );
    }

    for (const name of own) this.#names.add(renamedFields.get(name) ?? name);
    return { renamedFields, joinedGroups };
  }

  add(source: PlannedSource, found: PageObjects): void {
    const { cos, copier } = source;
    const form = acroForm(cos);
    if (!form && found.widgets.size === 0) return;

    const tree = fieldTree(source.document);
    const replaced = splitCopied(source, found, tree);
    const roots = source.whole ? tree.roots : prune(source, found, tree, replaced);
    // Not allowed, but it occurs: fields that aren't separate objects. They are kept unchanged.
    const direct = (arrayAt(cos, form?.get("Fields")) ?? []).filter(isDict);
    // Before fields are counted: a form may consist only of XFA.
    if (xfaKind(source.document) === "static")
      source.warn("XFA form data was dropped; other fields and values of the form are kept");
    // Widgets that the form doesn't list rely on its defaults too.
    const loose = source.whole || found.widgets.size > 0;
    if (!form || (roots.length + direct.length === 0 && !loose)) return;
    this.#loose ||= loose;
    const fonts = this.#resources.add(source, dictAt(cos, form.get("DR")) ?? new Map());
    this.#adoptDefaults({ source, found, form, tree, roots, fonts });
    followNames(source, found, tree);
    this.#renamed += source.renamedFields.size;

    const targets = (nums: readonly number[]) =>
      nums.flatMap((num) => {
        const target = copier.map(replaced.get(num) ?? num);
        return target === 0 ? [] : [ref(target)];
      });

    const unknown = roots.filter((num) => !this.#groups?.isKnown(num));
    this.#groups?.add(source, tree);
    this.#fields.push(...targets(unknown), ...direct.map((entry) => copier.translate(entry)));
    const order = arrayAt(cos, form.get("CO")) ?? [];
    this.#order.push(...targets(order.flatMap((entry) => refNumber(entry) ?? [])));
    if (cos.resolve(form.get("NeedAppearances")) === true) this.#needAppearances++;
    this.#signatureFlags |= numberAt(cos, form.get("SigFlags")) ?? 0;
  }

  finish({ catalog, warn }: NewCatalog): void {
    if (this.#fields.length === 0 && !this.#loose) return;

    const resources = this.#resources.dict();
    const form = dictOf({
      Fields: this.#fields,
      DR: resources.size > 0 ? resources : undefined,
      DA: this.#appearance,
      Q: this.#quadding,
      NeedAppearances: this.#needAppearances > 0 || undefined,
      SigFlags: this.#signatureFlags || undefined,
      CO: this.#order.length > 0 ? this.#order : undefined,
    });

    if (this.#needAppearances > 0 && this.#needAppearances < this.#forms)
      warn(
        "viewers redraw all form fields, because one file requests it (NeedAppearances); fields of the others may look different",
      );

    this.#groups?.finish();
    catalog.set("AcroForm", ref(this.#rewriter.add(form)));

    if (this.#renamed > 0)
      warn(
        this.#renamed === 1
          ? "1 form field had a name that an earlier file uses and was renamed to stay independent"
          : `${this.#renamed} form fields had names that an earlier file uses and were renamed to stay independent`,
      );
  }

  /** The first form's `DA` and `Q` apply to all; fields of later forms that relied on different ones get those explicitly. */
  #adoptDefaults({ source, found, form, tree, roots, fonts }: AddedForm): void {
    const bytes = bytesAt(source.cos, form.get("DA"));
    const appearance = bytes && renameFonts(bytesString(bytes), fonts);
    const quadding = numberAt(source.cos, form.get("Q"));

    if (this.#forms++ === 0) {
      this.#appearance = appearance;
      this.#quadding = quadding;
      return;
    }

    const first = this.#appearance;
    const same = first && appearance && latin1(first.bytes) === latin1(appearance.bytes);
    const ownQuadding = (quadding ?? 0) === (this.#quadding ?? 0) ? undefined : (quadding ?? 0);
    // From now on the form's tree includes all fields, even unlisted ones.
    for (const num of found.widgets) tree.adopt(num);
    const listed = new Set(tree.roots);
    const loose = [...tree.nodes.values()].filter(({ num, parent }) => parent === 0 && !listed.has(num));

    for (const num of [...roots, ...loose.map((node) => node.num)]) {
      const dict = currentDict(source, num);
      const addAppearance = appearance && !same && !dict?.has("DA");
      const addQuadding = ownQuadding !== undefined && !dict?.has("Q");
      if (!addAppearance && !addQuadding) continue;
      changeDict(source, num, (own) => {
        if (addAppearance) own.set("DA", appearance);
        if (addQuadding) own.set("Q", ownQuadding);
      });
    }

    if (fonts.size === 0) return;
    // Free text takes its font from the form too.
    for (const num of new Set([...tree.nodes.keys(), ...found.annotations])) {
      const own = bytesAt(source.cos, currentDict(source, num)?.get("DA"));
      const changed = own && renameFonts(bytesString(own), fonts);
      if (changed && changed.bytes !== own) changeDict(source, num, (dict) => dict.set("DA", changed));
    }
  }
}

/**
 * A field that is its own widget and occurs several times becomes a field with a widget per page. Returns the new field's
 * number for each such widget. `prune` adds copies of other widgets to their field's kids.
 */
function splitCopied(source: SourceDocument, found: PageObjects, tree: FieldTree): Map<number, number> {
  const fields = new Map<number, number>();

  for (const of of new Set(found.widgetCopies.map((copy) => copy.of))) {
    if (tree.adopt(of)?.kids.length !== 0) continue;
    const dict = currentDict(source, of);
    if (!dict?.has("T")) continue;
    const field = source.fresh();
    fields.set(of, field);
    const copies = found.widgetCopies.filter((copy) => copy.of === of).map((copy) => copy.num);
    const own = [...dict].filter(([key]) => key === "AA" || fieldKeys.includes(key));
    const kids = [of, ...copies].map((num) => source.ref(num));
    source.overrides.set(field, new Map(own).set("Kids", kids));
    for (const num of [of, ...copies]) {
      changeDict(source, num, (widget) => {
        for (const key of fieldKeys) widget.delete(key);
        widget.set("Parent", source.ref(field));
      });
    }
  }

  return fields;
}

/** Removes fields and widgets that no kept page shows; returns the remaining top fields, in order. */
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
  /** Widgets that name a field as their parent without being listed by it. */
  const unlisted = new Map<number, number[]>();

  for (const num of found.widgets) {
    const parent = tree.adopt(num) ? undefined : currentDict(source, num)?.get("Parent");
    if (isRef(parent) && tree.nodes.has(parent.num)) {
      keep(parent.num);
      pushTo(unlisted, parent.num, num);
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
    changeDict(source, num, (dict) =>
      dict.set(
        "Kids",
        left.map((kid) => source.ref(kid)),
      ),
    );
  }

  source.drop((num) => tree.nodes.has(num) && !kept.has(num));
  return tree.roots.filter((num) => kept.has(num));
}

/** Applies new field names, also to objects outside pages: locks of signature fields, and actions of fields. */
function followNames(source: PlannedSource, found: PageObjects, tree: FieldTree): void {
  for (const { num, name, part } of source.renamedFields.size > 0 ? namedFields(source.document) : []) {
    const free = source.renamedFields.get(name);
    if (free !== undefined)
      changeDict(source, num, (dict) => dict.set("T", textString(part + free.slice(name.length))));
  }
  if (!annotationsChange(source)) return;

  for (const num of tree.nodes.keys()) {
    const dict = currentDict(source, num);
    if (!dict) continue;
    const lock = dictAt(source.cos, dict.get("Lock"));
    const locked = lock?.get("Fields");
    const fields = locked === undefined ? undefined : followFields(source, locked);
    if (lock && fields !== locked)
      changeDict(source, num, (own) => own.set("Lock", withEntries(lock, { Fields: fields ?? [] })));
    const triggers = found.annotations.has(num) ? dict.get("AA") : adaptEntry(source, dict, "AA");
    if (triggers !== dict.get("AA")) changeDict(source, num, (own) => setEntry(own, "AA", triggers));
  }
}
