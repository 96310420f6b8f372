/** The section in which a block stands. */
import type { Entry } from "./sections.ts";

/** What it needs to know of a block. */
interface Sectioned {
  /** 1-based. */
  readonly page: number;
  readonly type: string;
}

/** The section in which each block stands, by page and by headings that have been met. */
export function sectionFinder<B extends Sectioned>(
  bookmarks: readonly Entry[],
  titleOf: (heading: B) => string,
): (block: B) => string | undefined {
  const known = new Map<B, string>();
  let headings = 0;
  let current: string | undefined;
  let at = 0;
  return (block: B): string | undefined => {
    const before = known.get(block);
    if (before !== undefined) return before;
    if (bookmarks.length === 0) {
      if (block.type === "heading") {
        headings += 1;
        current = `s${headings}`;
      }
    } else {
      const title = block.type === "heading" ? titleOf(block).toLowerCase() : undefined;
      for (let next = bookmarks[at]; next && next.page <= block.page; next = bookmarks[at]) {
        // On its own page a section begins with its heading, or with the page when no heading has its name.
        if (next.page === block.page && title !== undefined && !title.includes(next.title.toLowerCase()))
          break;
        if (next.page === block.page && title === undefined) break;
        at += 1;
        current = `s${at}`;
      }
    }
    if (current !== undefined) known.set(block, current);
    return current;
  };
}
