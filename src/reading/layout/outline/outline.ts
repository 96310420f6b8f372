/** Heading information from bookmarks: a line with a bookmark's title on its page is a heading, of the bookmark's level. */
import type { Entry } from "./sections.ts";

export interface Outline {
  /** Level of the bookmark with this title at this page, 1 for the top level; undefined if none. */
  depthOf(page: number, text: string): number | undefined;
}

/** Only letters and digits: bookmarks differ from headings in spacing, quotes and line breaks. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");

/** A section number, which may be in the heading, the bookmark, or both. */
const leadingNumber = /^\s*(?:\p{L}{1,9}\s+)?(?:\p{N}+|[A-Z])(?:\.\p{N}+)*[.:)]?\s+(?=\p{L})/u;

/** A title with its number and without it. */
const formsOf = (title: string) =>
  [plain(title), plain(title.replace(leadingNumber, ""))].filter((form) => form !== "");

/** Longer texts aren't headings. */
const maxTitle = 300;

/** Bookmarks by page and title. A heading may be on the page before or after the bookmark's target. */
export function outlineOf(entries: readonly Entry[]): Outline {
  const depths = new Map<string, number>();
  const pages = new Set(entries.map(({ page }) => page));

  for (const { title, level, page } of entries) {
    for (const form of formsOf(title)) {
      const key = `${page} ${form}`;
      if (!depths.has(key)) depths.set(key, level);
    }
  }

  return {
    depthOf(page, text) {
      const near = [page, page - 1, page + 1].filter((one) => pages.has(one));
      if (near.length === 0 || text.length > maxTitle) return undefined;
      const forms = formsOf(text);
      const keys = near.flatMap((one) => forms.map((form) => `${one} ${form}`));
      const known = keys.find((key) => depths.has(key));
      return known === undefined ? undefined : depths.get(known);
    },
  };
}
