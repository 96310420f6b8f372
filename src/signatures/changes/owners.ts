/** What each object of a document is for, so that a changed one tells what it changes. */
import { type CosDict, type CosValue, isDict, isStream, ref } from "../../cos/syntax/value.ts";
import { type Step, walk } from "../../cos/walk.ts";
import { documentFields } from "../../document/forms/form-items.ts";
import type { PdfDocument } from "../../document/open.ts";
import { acroForm, annotationsAt, dictAt, memo, nameAt, refNumber } from "../../document/typed-get.ts";

export type Owner =
  | { readonly of: "content"; readonly page: number }
  /** A page's own entries; `tree`: those of the nodes above all pages. */
  | { readonly of: "page"; readonly page: number }
  | { readonly of: "tree" | "form" | "catalog" | "names" }
  /** A field, with its widgets, by number of the field or else the widget. */
  | { readonly of: "field"; readonly name: string }
  | { readonly of: "signature"; readonly name: string }
  | { readonly of: "annotation"; readonly page: number; readonly num: number }
  /** Other entries of the catalog or a page. */
  | { readonly of: "entry"; readonly key: string; readonly page?: number };

export interface Owners {
  readonly of: ReadonlyMap<number, Owner>;
  /** Objects that the catalog or the trailer leads to in another way, even if they have an owner. */
  readonly entryOf: ReadonlyMap<number, Owner>;
  /** False if objects were nested too deep to be followed. */
  readonly isComplete: boolean;
}

/** Nesting of objects. */
const depth = 1000;
/** Entries that lead back up, or to other annotations. */
const upward = new Set(["Parent", "P", "Pg", "Popup", "IRT", "StructParent", "StructParents"]);
/** Entries of a page that decide what it shows, and its annotations. */
const ofContent = ["Contents", "Resources", "Group"];
const pageEntries = new Set([...ofContent, "Annots", "Type", ...upward]);
/** Entries of the catalog that have owners of their own. */
const catalogEntries = new Set(["Pages", "AcroForm", "Names"]);
/** Entries of the trailer that lead to the catalog, or say how the file is read. */
const trailerEntries = new Set(["Root", "Size", "Prev", "ID", "Encrypt"]);

type State = Owner | "end";
interface Group {
  readonly values: readonly CosValue[];
  readonly state: State;
}

/** Objects that are shown go first: one that content and something else share is content. */
export const ownersOf = memo((document: PdfDocument): Owners => {
  const { cos, catalog, pages } = document;
  const owners = new Map<number, Owner>();
  const ends: CosValue[] = [];
  const groups: Group[] = [{ values: ends, state: "end" }];

  /** An object that is looked at by itself: others that refer to it don't own it. */
  const own = (value: CosValue | undefined, owner: Owner) => {
    const num = refNumber(value);
    if (value === undefined || !num || owners.has(num)) return;
    owners.set(num, owner);
    ends.push(value);
  };
  const follow = (owner: Owner, values: readonly (CosValue | undefined)[]) =>
    groups.push({ values: values.map((value) => value ?? null), state: owner });
  const followRest = (owner: Owner, dict: CosDict) =>
    follow(
      owner,
      [...dict].flatMap(([key, entry]) => (upward.has(key) || key === "Kids" ? [] : [entry])),
    );

  own(cos.trailer.get("Root"), { of: "catalog" });
  own(catalog.get("Names"), { of: "names" });
  for (const num of pages.nodes) own(ref(num, cos.generation(num)), { of: "tree" });
  const rest: { owner: Owner; dict: CosDict }[] = [];
  for (let page = 1; page <= pages.count; page++) {
    const dict = pages.dict(page);
    const num = pages.number(page);
    own(ref(num, cos.generation(num)), { of: "page", page });
    follow({ of: "content", page }, [
      dict.get("Contents"),
      pages.attribute(page, "Resources"),
      dict.get("Group"),
    ]);
  }

  for (const field of documentFields(document).fields) {
    const owner = { of: "field", name: field.name } as const;
    own(field.dict.get("V"), field.kind === "Sig" ? { of: "signature", name: field.name } : owner);
    for (const { num, dict } of [field, ...field.widgets]) {
      own(ref(num, cos.generation(num)), owner);
      rest.push({ owner, dict });
    }
  }
  for (let page = 1; page <= pages.count; page++) {
    const annotations = pages.dict(page).get("Annots");
    // The list itself is the page's.
    if (annotations !== undefined) follow({ of: "page", page }, [annotations]);
    for (const value of annotationsAt(cos, annotations) ?? []) {
      const dict = dictAt(cos, value);
      if (!dict || nameAt(cos, dict.get("Subtype")) === "Widget") continue;
      const owner = { of: "annotation", page, num: refNumber(value) ?? 0 } as const;
      own(value, owner);
      rest.push({ owner, dict });
    }
  }
  for (const { owner, dict } of rest) followRest(owner, dict);
  const form = catalog.get("AcroForm");
  own(form, { of: "form" });
  followRest({ of: "form" }, acroForm(cos) ?? new Map());
  for (let page = 1; page <= pages.count; page++)
    for (const [key, entry] of pages.dict(page))
      if (!pageEntries.has(key)) follow({ of: "entry", key, page }, [entry]);

  let isComplete = true;
  const reach = (groups: readonly Group[], found: Map<number, Owner>) => {
    const note = (num: number, state: State) => {
      if (num !== 0 && state !== "end" && !found.has(num)) found.set(num, state);
    };
    const onSkipped = (_: CosValue, why: "again" | "deep") => {
      if (why === "deep") isComplete = false;
    };
    const start: CosDict = new Map();
    const visit = ({ value, num, state }: Step<State>) => {
      if (value === start) return groups;
      note(num, state);
      const dict = isStream(value) ? value.dict : value;
      if (state === "end" || !isDict(dict)) return undefined;
      return [{ values: [...dict].flatMap(([key, entry]) => (upward.has(key) ? [] : [entry])), state }];
    };
    walk<State>(cos, { part: "its objects", depth, onSkipped }, [start], "end", visit, note);
  };
  reach(groups, owners);

  const entries: readonly (readonly [string, CosValue])[] = [
    ...(dictAt(cos, catalog.get("Names")) ?? []),
    ...[...catalog].filter(([key]) => !catalogEntries.has(key)),
    ...[...cos.trailer].filter(([key]) => !trailerEntries.has(key)),
  ];
  const entryOf = new Map<number, Owner>();
  const below = entries.map(([key, value]): Group => ({ values: [value], state: { of: "entry", key } }));
  reach([{ values: ends, state: "end" }, ...below], entryOf);

  return { of: owners, entryOf, isComplete };
});
