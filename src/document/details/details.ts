/** Everything that a document says about itself, in the form in which it is set. */
import type { CosDocument } from "../../cos/document.ts";
import type { PdfDocument } from "../open.ts";
import { decodeText } from "../text-string.ts";
import { bytesAt, dictAt, nameAt } from "../typed-get.ts";
import { type Bookmark, readBookmarks } from "./bookmarks.ts";
import { type PageBoxItem, readPageBoxes } from "./page-boxes.ts";
import { type PageLabel, readPageLabels } from "./page-labels.ts";
import { type Place, readPlace } from "./place.ts";
import { type Properties, readProperties } from "./properties.ts";
import { readViewer } from "./viewer.ts";

export interface Details extends Properties {
  lang?: string;
  bookmarks?: readonly Bookmark[];
  page_labels?: readonly PageLabel[];
  viewer?: Readonly<Record<string, string | number | boolean>>;
  open?: Place;
  boxes?: readonly PageBoxItem[];
}

/** The warning of bookmarks beyond the limits. */
export const cutBookmarks =
  "the document has more bookmarks, or deeper ones, than can be listed or set; they were left out";

/** What a document says; everything that it doesn't say is absent. */
export function readDetails(document: PdfDocument, warn: (message: string) => void): Details {
  const { cos } = document;
  const details: Details = readProperties(cos, warn);
  const lang = languageOf(cos);
  if (lang !== undefined && isLanguageTag(lang)) details.lang = lang;
  else if (lang !== undefined) warn("the document's language is not a valid language tag (BCP 47)");
  const { items, isCut } = readBookmarks(document);
  if (isCut) warn(cutBookmarks);
  if (items.length > 0) details.bookmarks = items;
  const labels = readPageLabels(document);
  if (labels) details.page_labels = labels;
  const viewer = readViewer(document);
  if (Object.keys(viewer).length > 0) details.viewer = viewer;
  const open = openingPlace(document);
  if (open) details.open = open;
  details.boxes = readPageBoxes(document);
  return details;
}

/** The document's language as it is in the file; undefined if it has none. */
export function languageOf(cos: CosDocument): string | undefined {
  const bytes = bytesAt(cos, cos.catalog.get("Lang"));
  const lang = bytes && decodeText(bytes);
  return lang === "" ? undefined : lang;
}

/** Where the document opens, as far as a place can say it; undefined if it runs something else. */
export function openingPlace(document: PdfDocument): Place | undefined {
  const { cos, catalog } = document;
  const value = catalog.get("OpenAction");
  const action = dictAt(cos, value);
  if (!action) return readPlace(document, value)?.place;
  const isPlain = nameAt(cos, action.get("S")) === "GoTo" && cos.resolve(action.get("Next")) === null;
  return isPlain ? readPlace(document, action.get("D"))?.place : undefined;
}

const languageTag =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+)$/i;
/** Tags that were registered before the grammar and don't fit it (RFC 5646, 2.2.8). */
const irregular = new Set(
  "en-gb-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu sgn-be-fr sgn-be-nl sgn-ch-de".split(
    " ",
  ),
);

/** Whether a text is a well-formed language tag (BCP 47). */
export const isLanguageTag = (text: string): boolean =>
  text.length <= 100 && (languageTag.test(text) || irregular.has(text.toLowerCase()));
