/** What happened to pages, the catalog and annotations. */
import type { Box } from "../../core/page-layout.ts";
import { type CosDict, dictOf } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageBoxes, readBox } from "../../document/pages/boxes.ts";
import { shownBox } from "../../document/pages/display-space.ts";
import { annotationsAt, dictAt, nameAt, refNumber } from "../../document/typed-get.ts";
import type { Change } from "./change.ts";
import { isSameValue } from "./changed-objects.ts";
import { differing } from "./fields.ts";

/** Entries of a page that show it differently. */
const boxEntries = new Set(["MediaBox", "CropBox", "Rotate", "UserUnit"]);
const contentEntries = new Set(["Contents", "Resources", "Group"]);
/** Entries that others explain, or that have no meaning without them. */
const explained = new Set(["Annots", "Parent", "Type", "Tabs", "StructParents"]);

/** Pages that came, went or were replaced. */
export function pageListChanges(before: PdfDocument, now: PdfDocument): Change[] {
  const [was, is] = [[...before.pages.numbers], [...now.pages.numbers]];
  if (isSameList(was, is)) return [];
  const [old, current] = [new Set(was), new Set(is)];
  const isReplaced = was.length === is.length;
  const changes = is.flatMap((num, k): Change[] => {
    if (old.has(num)) return [];
    const page = k + 1;
    return isReplaced && !current.has(was[k] ?? 0)
      ? [replaced(`page ${page}`, page)]
      : [{ kind: "pages", page, detail: `page ${page} was added`, nature: "else" }];
  });
  const gone = isReplaced ? 0 : was.filter((num) => !current.has(num)).length;
  if (gone > 0)
    changes.push({
      kind: "pages",
      detail: gone === 1 ? "a page was removed" : `${gone} pages were removed`,
      nature: "never",
      isDoubtful: true,
    });
  const kept = (list: readonly number[], other: ReadonlySet<number>) => list.filter((num) => other.has(num));
  if (!isSameList(kept(was, current), kept(is, old)))
    changes.push({ kind: "pages", detail: "the order of the pages was changed", nature: "else" });
  return changes;
}

const isSameList = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one, k) => one === b[k]);

/** Changes of a page's own entries. `old` and `page` are its numbers before and now. */
export function pageChanges(before: PdfDocument, now: PdfDocument, old: number, page: number): Change[] {
  const keys = differing(before.pages.dict(old), now.pages.dict(page));
  const changes: Change[] = [];
  if (keys.some((key) => contentEntries.has(key)))
    changes.push(replaced(`the content of page ${page}`, page));
  if (isShownDifferently(before, now, old, page)) changes.push(shownDifferently(page));
  for (const key of keys)
    if (!boxEntries.has(key) && !contentEntries.has(key) && !explained.has(key))
      changes.push({ ...entryChange(key), page });
  return [...changes, ...annotationListChanges(before, now, old, page)];
}

const replaced = (what: string, page: number, were = "was"): Change => ({
  kind: "content",
  page,
  detail: `${what} ${were} replaced`,
  nature: "never",
  isDoubtful: true,
});

const shownDifferently = (page: number): Change => ({
  kind: "pages",
  page,
  detail: `page ${page} shows another part, or is turned`,
  nature: "never",
  isDoubtful: true,
});

function isShownDifferently(before: PdfDocument, now: PdfDocument, old: number, page: number): boolean {
  const was = JSON.stringify(pageBoxes(before.cos, before.pages, old));
  return was !== JSON.stringify(pageBoxes(now.cos, now.pages, page));
}

/** Inherited entries that changed on pages whose own dictionaries didn't. */
export function inheritedChanges(before: PdfDocument, now: PdfDocument): Change[] {
  const changes: Change[] = [];
  for (let page = 1; page <= Math.min(before.pages.count, now.pages.count); page++) {
    if (isShownDifferently(before, now, page, page)) changes.push(shownDifferently(page));
    if (!isSameValue(before.pages.attribute(page, "Resources"), now.pages.attribute(page, "Resources")))
      changes.push(replaced(`the resources of page ${page}`, page, "were"));
  }
  return changes;
}

function annotationsOn({ cos, pages }: PdfDocument, page: number) {
  return (annotationsAt(cos, pages.dict(page).get("Annots")) ?? []).flatMap((value) => {
    const dict = dictAt(cos, value);
    const type = nameAt(cos, dict?.get("Subtype")) ?? "unknown";
    return dict && type !== "Widget" ? [{ num: refNumber(value) ?? 0, dict, type }] : [];
  });
}

/** An annotation that is on a page of both revisions, with other objects than before. */
export function annotationChange(now: PdfDocument, page: number, num: number): Change {
  const found = annotationsOn(now, page).find((one) => one.num === num);
  const box = found && placeOf(now, page, found.dict);
  return {
    kind: "annotations",
    page,
    box,
    detail: `an annotation (${found?.type ?? "unknown"}) was changed`,
    nature: "usual",
  };
}

function placeOf({ cos, pages }: PdfDocument, page: number, annotation: CosDict): Box | undefined {
  const rect = readBox(cos, annotation.get("Rect"));
  return rect && shownBox(rect, pageBoxes(cos, pages, page));
}

function annotationListChanges(before: PdfDocument, now: PdfDocument, old: number, page: number): Change[] {
  const [was, is] = [annotationsOn(before, old), annotationsOn(now, page)];
  /** Whether the list has the annotation: by number, or a direct one by its entries. */
  const has = (list: typeof was, { num, dict }: (typeof was)[number]) =>
    list.some((one) => (num === 0 ? one.num === 0 && isSameValue(one.dict, dict) : one.num === num));
  const of = (verb: string, { dict, type }: (typeof was)[number], document: PdfDocument): Change => {
    const box = placeOf(document, document === now ? page : old, dict);
    return {
      kind: "annotations",
      page,
      box,
      detail: `an annotation (${type}) was ${verb}`,
      nature: "usual",
      isOver: verb === "added",
    };
  };
  return [
    ...is.filter((one) => !has(was, one)).map((one) => of("added", one, now)),
    ...was.filter((one) => !has(is, one)).map((one) => of("removed", one, before)),
  ];
}

/** Entries of the catalog, a page or the trailer whose changes have a kind of their own. */
const meanings: Readonly<Record<string, Omit<Change, "detail"> & { readonly what?: string }>> = {
  DSS: { kind: "dss", nature: "usual", what: "the data for checking signatures" },
  Extensions: { kind: "dss", nature: "usual" },
  Version: { kind: "dss", nature: "usual" },
  Metadata: { kind: "metadata", nature: "usual" },
  PieceInfo: { kind: "metadata", nature: "usual" },
  LastModified: { kind: "metadata", nature: "usual" },
  Info: { kind: "metadata", nature: "usual" },
  AF: { kind: "attachments", nature: "usual" },
  EmbeddedFiles: { kind: "attachments", nature: "usual" },
  Collection: { kind: "attachments", nature: "usual" },
  Perms: { kind: "signatures", nature: "never", isDoubtful: true, what: "the document's permissions" },
  StructTreeRoot: { kind: "other", nature: "neutral", what: "the structure (tags)" },
  MarkInfo: { kind: "other", nature: "neutral", what: "the structure (tags)" },
};

/** A change of an entry, or of an object that it leads to. */
export function entryChange(key: string, isRemoved = false): Change {
  const { what = key, ...meaning } = meanings[key] ?? { kind: "other", nature: "else" };
  const isLost = isRemoved && meaning.kind === "dss";
  return {
    ...meaning,
    ...(isLost && { nature: "else" }),
    detail: `${what} ${isRemoved ? "was removed" : "was changed"}`,
  };
}

/** Entries of the catalog and its names that aren't the same. */
export function catalogChanges(before: PdfDocument, now: PdfDocument): Change[] {
  const names = (document: PdfDocument) => dictAt(document.cos, document.catalog.get("Names")) ?? dictOf({});
  const own = ["Pages", "AcroForm", "Names", "Type"];
  const keys = differing(before.catalog, now.catalog).filter((key) => !own.includes(key));
  const form = differing(formOf(before), formOf(now)).filter((key) => !formEntries.has(key));
  return [
    ...keys.map((key) => entryChange(key, !now.catalog.has(key))),
    ...differing(names(before), names(now)).map((key) => entryChange(key, !names(now).has(key))),
    ...form.map(
      (key): Change => ({ kind: "fields", detail: `${key} of the form was changed`, nature: "else" }),
    ),
  ];
}

const formOf = ({ cos, catalog }: PdfDocument) => dictAt(cos, catalog.get("AcroForm")) ?? dictOf({});
/** Entries of the form that its fields explain. */
const formEntries = new Set(["Fields", "SigFlags", "DR", "DA", "NeedAppearances", "CO", "Q"]);
