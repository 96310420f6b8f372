/** Outlines (ISO 32000-2, 12.3.3), read once as a flat list. */

import { groupBy } from "../../core/collections/maps.ts";
import { type CosDict, isDict } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import type { PdfDocument } from "../open.ts";
import { elementPage } from "../tags/structure-tree.ts";
import { decodeText } from "../text-string.ts";
import { bytesAt, dictAt, memo, nameAt, numberAt } from "../typed-get.ts";
import { destinationPage } from "./destinations.ts";

/** Items of one outline; more is an attack. */
const maxItems = 1_000_000;

export interface OutlineItem {
  readonly num: number;
  /** The parent's index in the list; -1 at the top. */
  readonly parent: number;
  /** 1-based page; undefined if it leads nowhere or elsewhere. */
  readonly page: number | undefined;
  /** Its action doesn't concern this document's pages (a web address, a named action). */
  readonly elsewhere: boolean;
  readonly open: boolean;
}

export interface Outline {
  /** In reading order: parents before their children. */
  readonly items: readonly OutlineItem[];
  /** Indexes in `items` by page. */
  readonly byPage: ReadonlyMap<number, readonly number[]>;
  /** Indexes of items that lead elsewhere. */
  readonly elsewhere: readonly number[];
}

/** A document's outline without loops: an item met twice counts only the first time. */
export const readOutline = memo((document: PdfDocument): Outline => {
  const { cos, catalog } = document;
  const items: OutlineItem[] = [];
  const top = dictAt(cos, catalog.get("Outlines"))?.get("First") ?? null;
  walk(cos, { part: "the outline", depth: maxItems }, [top], -1, ({ value: dict, num, state: parent }) => {
    if (num === 0 || !isDict(dict) || items.length >= maxItems) return undefined;
    const place = items.length;
    items.push({ num, parent, ...leadsTo(document, dict), open: isOpen(document, dict) });
    return [
      { values: [dict.get("First") ?? null], state: place },
      { values: [dict.get("Next") ?? null], state: parent },
    ];
  });
  const places = items.map((_, place) => place);

  return {
    items,
    byPage: groupBy(
      places.filter((place) => items[place]?.page !== undefined),
      (place) => items[place]?.page ?? 0,
    ),
    elsewhere: places.filter((place) => items[place]?.elsewhere),
  };
});

const isOpen = ({ cos }: PdfDocument, dict: CosDict): boolean => (numberAt(cos, dict.get("Count")) ?? 0) > 0;

function leadsTo(document: PdfDocument, dict: CosDict): { page: number | undefined; elsewhere: boolean } {
  const dest = dict.get("Dest");
  if (dest !== undefined) return { page: destinationPage(document, dest), elsewhere: false };
  const action = dictAt(document.cos, dict.get("A"));
  // Bookmarks made from tags may have only their element.
  if (!action) return { page: elementPage(document, dict.get("SE")), elsewhere: false };
  const kind = nameAt(document.cos, action.get("S"));
  if (kind === "GoTo") return { page: destinationPage(document, action.get("D")), elsewhere: false };
  return { page: undefined, elsewhere: kind !== undefined && kind !== "Thread" };
}

export interface Bookmark {
  readonly title: string;
  /** 1 for the top level. */
  readonly level: number;
  /** 1-based; undefined if it leads to no page of the document. */
  readonly page: number | undefined;
}

/** The first `most` bookmarks in outline order. */
export function bookmarks(document: PdfDocument, most: number): Bookmark[] {
  const { items } = readOutline(document);
  const levels: number[] = [];
  return items.slice(0, most).map(({ num, parent, page }) => {
    const level = parent < 0 ? 1 : (levels[parent] ?? 0) + 1;
    levels.push(level);
    const bytes = bytesAt(document.cos, dictAt(document.cos, document.cos.object(num))?.get("Title"));
    const title = bytes
      ? decodeText(bytes)
          .toWellFormed()
          .replaceAll(/[\s\p{Cc}]+/gu, " ")
          .trim()
      : "";
    return { title, level, page };
  });
}
