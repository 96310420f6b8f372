/** What bookmarks say of headings: a line that has a bookmark's title on its page is one, of the bookmark's level. */
import type { Entry } from "./sections.ts";

export interface Outline {
  /** Titles that it knows. */
  readonly size: number;
  /** Level of the bookmark that has this text's title at this page, 1 at the top; undefined: none has. */
  depthOf(page: number, text: string): number | undefined;
}

const noOutline: Outline = { size: 0, depthOf: () => undefined };

/** Letters and digits alone: bookmarks are spaced, quoted and broken in other ways than headings. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");

/** A section number, which stands in the heading or the bookmark, or both. */
const leadingNumber = /^\s*(?:\p{L}{1,9}\s+)?(?:\p{N}+|[A-Z])(?:\.\p{N}+)*[.:)]?\s+(?=\p{L})/u;

/** Longer texts are no headings. */
const maxTitle = 300;

/** Bookmarks by their pages and titles. A heading may stand on the page before or after the one it leads to. */
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
