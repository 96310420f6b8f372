/** Heading information from bookmarks: a line with a bookmark's title on its page is a heading, of the bookmark's level. */
import type { Entry } from "./sections.ts";

export interface Outline {
  /** Number of titles. */
  readonly size: number;
  /** Level of the bookmark with this title at this page, 1 for the top level; undefined if none. */
  depthOf(page: number, text: string): number | undefined;
}

const noOutline: Outline = { size: 0, depthOf: () => undefined };

/** Only letters and digits: bookmarks differ from headings in spacing, quotes and line breaks. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");

/** A section number, which may be in the heading, the bookmark, or both. */
const leadingNumber = /^\s*(?:\p{L}{1,9}\s+)?(?:\p{N}+|[A-Z])(?:\.\p{N}+)*[.:)]?\s+(?=\p{L})/u;

/** Longer texts aren't headings. */
const maxTitle = 300;

/** Bookmarks by page and title. A heading may be on the page before or after the bookmark's target. */
export function outlineOf(entries: readonly Entry[]): Outline {
  const depths = new Map<string, number>();

  for (const { title, level, page } of entries) {
    for (const form of new Set([plain(title), plain(title.replace(leadingNumber, ""))])) {
      const key = `${page} ${form}`;
      if (form !== "" && !depths.has(key)) depths.set(key, level);
    }
  }

  if (depths.size === 0) return noOutline;
  const at = (page: number, form: string) => (form === "" ? undefined : depths.get(`${page} ${form}`));
  return {
    size: depths.size,
    depthOf(page, text) {
      if (text.length > maxTitle) return undefined;
      const [whole, bare] = [plain(text), plain(text.replace(leadingNumber, ""))];
      for (const near of [page, page - 1, page + 1]) {
        const found = at(near, whole) ?? at(near, bare);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
