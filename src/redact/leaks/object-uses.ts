/** The purpose of a document's objects: some may be shown by pages, known entries lead to others. */
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isDict, isRef, isStream } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import type { PdfDocument } from "../../document/open.ts";
import { annotationsAt, dictAt, nameAt } from "../../document/typed-get.ts";

const rules = { part: "its objects", depth: 1000 };

/** Keys of content that lead to what isn't shown with it. */
const aside = new Set(
  "Parent P Pg Popup IRT Dest A AA PA Alternates OPI Metadata PieceInfo Thumb Measure PtData AF EF RF B PresSteps SeparationInfo MK StructParents StructParent".split(
    " ",
  ),
);
/** Keys of a page or the catalog that have a known purpose other than to show something. */
const knownOfPage =
  "B AA Metadata AF Trans Tabs PZ SeparationInfo PresSteps VP OutputIntents DPart BoxColorInfo".split(" ");
const knownOfCatalog =
  "AcroForm Names Dests Outlines StructTreeRoot OCProperties OutputIntents PageLabels ViewerPreferences OpenAction AA Threads Metadata MarkInfo URI Extensions Perms DSS Legal Collection Requirements SpiderInfo AF DPartRoot".split(
    " ",
  );

/** Those that lead back to pages, and those with a kind of leak of their own. */
const upward = new Set(["Parent", "P", "Pg", "StructParents", "StructParent"]);
const ownKinds = new Set(["PieceInfo", "Thumb"]);

export interface ObjectUses {
  /** Object numbers of what pages may show. */
  readonly shown: ReadonlySet<number>;
  /** Of what an entry with a known purpose leads to. */
  readonly known: ReadonlySet<number>;
  /** Of what else is reported by itself: private data of programs, and thumbnails. */
  readonly reported: ReadonlySet<number>;
  /** Pages outside the page tree, and what they alone show. */
  readonly lostPages: ReadonlyMap<number, CosDict>;
  readonly ofLostPages: ReadonlySet<number>;
}

export function objectUses(document: PdfDocument): ObjectUses {
  const { cos, pages } = document;
  const shown = new Set<number>();
  const known = new Set<number>();
  const lostPages = new Map<number, CosDict>();
  const besides: CosValue[] = knownOfCatalog.flatMap((key) => cos.catalog.get(key) ?? []);
  const content: CosValue[] = [];
  const reported = new Set<number>();
  const apart: CosValue[] = [];

  for (const page of pages.distinct()) {
    const dict = pages.dict(page);
    content.push(...contentOfPage(cos, dict, pages.attribute(page, "Resources")));
    for (const key of knownOfPage) besides.push(dict.get(key) ?? null);
    for (const key of ownKinds) apart.push(dict.get(key) ?? null);
    for (const item of annotationsAt(cos, dict.get("Annots")) ?? []) {
      if (isRef(item)) shown.add(item.num);
      for (const [key, entry] of dictAt(cos, item) ?? [])
        if (key === "AP" || (aside.has(key) && !upward.has(key))) besides.push(entry);
    }
    shown.add(pages.number(page));
  }
  for (const num of pages.nodes) shown.add(num);
  reach(cos, content, shown, (key, entry) => {
    if (!aside.has(key)) return false;
    if (ownKinds.has(key)) apart.push(entry);
    else if (!upward.has(key)) besides.push(entry);
    return true;
  });

  const info = cos.trailer.get("Info");
  if (isRef(info)) known.add(info.num);
  const encrypt = cos.trailer.get("Encrypt");
  if (isRef(encrypt)) known.add(encrypt.num);
  const root = cos.trailer.get("Root");
  if (isRef(root)) known.add(root.num);
  reach(cos, [...apart, cos.catalog.get("PieceInfo") ?? null], reported);
  reach(cos, besides, known, undefined, (num, dict) => isLost(document, num, dict));

  for (let num = 1; num < cos.objectCount; num++) {
    if (shown.has(num) || !cos.inUse(num)) continue;
    const value = cos.object(num);
    if (isDict(value) && isLost(document, num, value)) lostPages.set(num, value);
  }
  const ofLostPages = new Set<number>();
  for (const dict of lostPages.values())
    reach(cos, contentOfPage(cos, dict, dict.get("Resources")), ofLostPages, (key) => aside.has(key));

  return { shown, known, reported, lostPages, ofLostPages };
}

function isLost({ cos, pages }: PdfDocument, num: number, dict: CosDict): boolean {
  const type = nameAt(cos, dict.get("Type"));
  return (type === "Page" || type === "Template") && num !== 0 && pages.pageOf(num) === 0;
}

/** What a page shows: its content, its resources, and its annotations in their current state. */
function contentOfPage(cos: CosDocument, dict: CosDict, resources: CosValue | undefined): CosValue[] {
  const annotations = (annotationsAt(cos, dict.get("Annots")) ?? []).flatMap((item): CosValue[] => {
    const annotation = dictAt(cos, item);
    if (!annotation) return [item];
    const looks = dictAt(cos, annotation.get("AP"));
    const normal = looks?.get("N") ?? null;
    const states = cos.resolve(normal);
    const state = nameAt(cos, annotation.get("AS")) ?? "Off";
    const rest = [...annotation].flatMap(([key, entry]) => (key === "AP" || aside.has(key) ? [] : [entry]));
    return [isDict(states) ? (states.get(state) ?? null) : normal, ...rest];
  });
  return [dict.get("Contents") ?? null, resources ?? null, dict.get("Group") ?? null, ...annotations];
}

/** Adds the numbers of all objects that the roots lead to. */
function reach(
  cos: CosDocument,
  roots: readonly CosValue[],
  found: Set<number>,
  leaves?: (key: string, entry: CosValue) => boolean,
  isEnd?: (num: number, dict: CosDict) => boolean,
): void {
  walk(cos, { ...rules, onSkipped: () => {} }, roots, undefined, ({ value, num }) => {
    const dict = isStream(value) ? value.dict : value;
    if (isDict(dict) && isEnd?.(num, dict)) return undefined;
    if (num !== 0) found.add(num);
    if (!isDict(dict)) return undefined;
    const values = [...dict].flatMap(([key, entry]) => (leaves?.(key, entry) ? [] : [entry]));
    return [{ values, state: undefined }];
  });
}
