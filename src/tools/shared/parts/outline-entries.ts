/** A document's bookmarks as the entries of its section tree. */
import { bookmarks } from "../../../document/navigation/outline.ts";
import type { PdfDocument } from "../../../document/open.ts";
import type { Entry } from "../../../reading/layout/outline/sections.ts";

/** Maximum bookmarks in the answer; more would dominate it. */
const maxSections = 10_000;

/** Bookmarks as entries: one without a target takes the position of the next one that has a target. */
export function outlineEntries(document: PdfDocument, warn: (message: string) => void): Entry[] {
  const all = bookmarks(document, maxSections + 1);
  if (all.length > maxSections)
    warn(`the outline is longer than ${maxSections} entries: the rest is omitted`);
  if (!all.some(({ page }) => page !== undefined)) return [];
  let page = document.pages.count;
  return all
    .slice(0, maxSections)
    .toReversed()
    .map((bookmark): Entry => {
      page = bookmark.page ?? page;
      return { title: bookmark.title, level: bookmark.level, page };
    })
    .toReversed();
}
