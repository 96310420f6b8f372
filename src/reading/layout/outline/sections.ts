/** The section tree, from bookmarks or else from headings, and the section of each block. */

export interface Section {
  readonly id: string;
  readonly title: string;
  /** 1 for the top level. */
  readonly level: number;
  readonly startPage: number;
  readonly endPage: number;
  readonly children: readonly Section[];
}

/** Levels of the tree: deeper ones go to the last level (an outline of thousands would nest an answer as deeply). */
const maxDepth = 12;

export interface Entry {
  readonly title: string;
  readonly level: number;
  readonly page: number;
}

/** A section to which others may be added. */
type Open = Section & { endPage: number; readonly children: Section[] };

/**
 * A section ends on the page before the next one of the same or a higher level starts, and at least where it starts
 * (docs/decisions/0020); the last ones on page `lastPage`.
 */
export function sectionTree(entries: readonly Entry[], lastPage: number): Section[] {
  const top: Section[] = [];
  /** The open sections, each with the level of its entry: headings skip some. */
  const stack: { readonly section: Open; readonly rank: number }[] = [];
  entries.forEach(({ title, level: rank, page }, at) => {
    while (stack.length > 0 && ((stack.at(-1)?.rank ?? 0) >= rank || stack.length >= maxDepth)) {
      const done = stack.pop()?.section;
      if (done) done.endPage = Math.max(done.startPage, page - 1);
    }
    const level = stack.length + 1;
    const section: Open = { id: `s${at + 1}`, title, level, startPage: page, endPage: page, children: [] };
    (stack.at(-1)?.section.children ?? top).push(section);
    stack.push({ section, rank });
  });
  for (const { section } of stack) section.endPage = Math.max(section.startPage, lastPage);
  return top;
}

/** Finds each block's section, by page and by headings met so far. */
export function sectionFinder<B extends { readonly page: number; readonly type: string }>(
  bookmarks: readonly Entry[],
  titleOf: (heading: B) => string,
): (block: B) => string | undefined {
  const known = new Map<B, string | undefined>();
  let headings = 0;
  let current: string | undefined;
  let at = 0;
  return (block: B): string | undefined => {
    if (known.has(block)) return known.get(block);

    if (bookmarks.length === 0) {
      if (block.type === "heading") {
        headings += 1;
        current = `s${headings}`;
      }
    } else {
      const title = block.type === "heading" ? titleOf(block).toLowerCase() : undefined;
      for (let next = bookmarks[at]; next && next.page <= block.page; next = bookmarks[at]) {
        // On its own page, a section begins with its heading, or with the page if no heading matches its name.
        if (next.page === block.page && title !== undefined && !title.includes(next.title.toLowerCase()))
          break;
        if (next.page === block.page && title === undefined) break;
        at += 1;
        current = `s${at}`;
      }
    }

    known.set(block, current);
    return current;
  };
}
