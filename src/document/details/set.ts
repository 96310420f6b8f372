/** Sets what a document says about itself: plans what differs, and makes the changes. */
import { invalid } from "../../core/problem.ts";
import { claimOf } from "../conformance/claim.ts";
import { withdrawClaim } from "../conformance/withdraw.ts";
import type { EditSession } from "../edit.ts";
import type { PdfDocument } from "../open.ts";
import { textString } from "../text-string.ts";
import {
  areSame,
  type Bookmark,
  checkBookmarks,
  normalBookmarks,
  readBookmarks,
  writeBookmarks,
} from "./bookmarks.ts";
import { cutBookmarks, languageOf, openingPlace } from "./details.ts";
import { type BoxChange, boxChanges, writePageBoxes } from "./page-boxes.ts";
import {
  checkPageLabels,
  normalLabels,
  type PageLabel,
  readPageLabels,
  writePageLabels,
} from "./page-labels.ts";
import { destinationOf, hasHeight, type Place, thousandths } from "./place.ts";
import {
  dateFields,
  differingProperties,
  type PropertyChanges,
  setProperties,
  standardKeys,
  textFields,
} from "./properties.ts";
import { type Viewer, viewerDiffers, writeViewer } from "./viewer.ts";

/** What to set; null removes. */
export type DetailChanges = PropertyChanges & {
  readonly lang?: string | null | undefined;
  readonly bookmarks?: readonly Bookmark[] | null | undefined;
  readonly page_labels?: readonly PageLabel[] | null | undefined;
  readonly viewer?: Viewer | null | undefined;
  readonly open?: Place | null | undefined;
  readonly boxes?: readonly BoxChange[] | null | undefined;
};

/** A change of one field. */
interface FieldChange {
  readonly field: string;
  apply(session: EditSession): void;
}

/** The changes that make a difference, in the order of the fields. Throws 422 on what doesn't fit the document. */
export function planDetails(document: PdfDocument, given: DetailChanges): FieldChange[] {
  const { cos, catalog } = document;
  checkGiven(document, given);
  const properties = differingProperties(cos, given);
  const chosen = Object.fromEntries(properties.map((field) => [field, given[field]]));
  const names: readonly string[] = properties;
  const changes: FieldChange[] = names.map((field, at) => ({
    field,
    apply: (session) => {
      // All in one, because they share two stores.
      if (at === 0) setProperties(session, chosen);
    },
  }));
  const add = (field: string, differs: boolean, apply: FieldChange["apply"]) => {
    if (differs) changes.push({ field, apply });
  };

  const { lang, bookmarks, page_labels: labels, viewer, open, boxes } = given;
  if (lang !== undefined)
    add("lang", lang === null ? catalog.has("Lang") : lang !== languageOf(cos), (session) => {
      if (lang === null) session.requireRewrite();
      session.setCatalog({ Lang: lang === null ? undefined : textString(lang) });
    });
  if (bookmarks !== undefined) changes.push(...bookmarkChange(document, bookmarks ?? []));
  if (labels !== undefined) {
    const wanted = labels && labels.length > 0 ? normalLabels(labels) : [];
    const isSame = JSON.stringify(wanted) === JSON.stringify(readPageLabels(document) ?? []);
    const differs = wanted.length === 0 ? catalog.has("PageLabels") : !isSame;
    add("page_labels", differs, (session) => {
      if (wanted.length === 0) session.requireRewrite();
      writePageLabels(session, wanted);
    });
  }
  if (viewer !== undefined)
    add("viewer", viewerDiffers(document, viewer), (session) => writeViewer(session, viewer));
  if (open !== undefined)
    add(
      "open",
      open === null ? catalog.has("OpenAction") : !isSamePlace(open, openingPlace(document)),
      (session) => {
        if (open === null) session.requireRewrite();
        session.setCatalog({ OpenAction: open === null ? undefined : destinationOf(session.document, open) });
      },
    );
  if (boxes !== undefined) {
    const pages = boxChanges(document, boxes);
    add("boxes", pages.size > 0, (session) => writePageBoxes(session, pages));
  }

  return changes;
}

function bookmarkChange(document: PdfDocument, bookmarks: readonly Bookmark[]): FieldChange[] {
  const known = readBookmarks(document);
  checkBookmarks(document, bookmarks, known);
  const wanted = normalBookmarks(bookmarks);
  const differs =
    wanted.length === 0 ? document.catalog.has("Outlines") : known.isCut || !areSame(wanted, known.items);
  if (!differs) return [];
  return [
    {
      field: "bookmarks",
      apply(session) {
        if (known.isCut) session.context.warn(cutBookmarks);
        if (wanted.length === 0) session.requireRewrite();
        writeBookmarks(session, wanted, known);
      },
    },
  ];
}

const isSamePlace = (a: Place, b: Place | undefined): boolean =>
  b !== undefined &&
  a.page === b.page &&
  (hasHeight(a.zoom) ? rounded(a.y) : undefined) === b.y &&
  (typeof a.zoom === "number" ? rounded(a.zoom) : a.zoom) === b.zoom;

const rounded = (value: number | undefined) => (value === undefined ? undefined : thousandths(value));

/** Refuses what no schema can know. */
function checkGiven(document: PdfDocument, { custom, page_labels, open }: DetailChanges): void {
  const { count } = document.pages;
  if (page_labels) checkPageLabels(page_labels, count);
  if (open && open.page > count) throw invalid("open.page", `is beyond the document's ${count} pages`);
  for (const key of Object.keys(custom ?? {}))
    if (standardKeys.includes(key))
      throw invalid(
        `custom.${key}`,
        `is an entry of PDF itself; use one of ${[...textFields, ...dateFields].join(", ")} if there is one for it`,
      );
  if (custom && claimOf(document.cos).pdfa?.part === "4")
    throw invalid("custom", "can't be set in PDF/A-4, which forbids the information dictionary");
}

/** Makes the changes, and withdraws the claims that they break. */
export function applyDetails(
  session: EditSession,
  changes: readonly FieldChange[],
  given: DetailChanges,
): void {
  const changed = new Set(changes.map(({ field }) => field));
  const removes = (field: "title" | "lang" | "created" | "modified") =>
    changed.has(field) && given[field] === null;
  if (removes("title")) withdrawClaim(session, "pdfua", "PDF/UA requires a title");
  if (removes("lang")) withdrawClaim(session, "pdfua", "PDF/UA requires a language");
  const title = given.viewer === null ? null : given.viewer?.display_title;
  if (changed.has("viewer") && (title === null || title === false))
    withdrawClaim(session, "pdfua", "PDF/UA requires the title to be displayed");
  if (removes("title") || removes("created") || removes("modified"))
    withdrawClaim(session, "pdfx", "PDF/X requires a title and dates");
  if (changed.has("boxes")) withdrawClaim(session, "pdfx", "its page boxes changed");
  for (const change of changes) change.apply(session);
}
