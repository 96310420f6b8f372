/** The page selector: `1, 3-5`, `3-end`, `odd`; where content decides, also `blank`. */
import { invalid } from "./problem.ts";

/** One item of a selector: pages `first` to `last`, 1-based and inclusive; backwards if `step` is -1. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
  readonly step: number;
  readonly text: string;
}

/** How a selector is read. */
export interface SelectorOptions {
  /** The name used in errors. */
  readonly field?: string;
  /** Whether the order matters: only then may a range run backwards. */
  readonly ordered?: boolean;
  /** The document's pages; by default unknown. */
  readonly count?: number;
  /** The blank pages, ascending; any list if `count` is unknown. By default, the selector can't ask for them. */
  readonly blank?: readonly number[] | undefined;
}

/** Whether a selector asks for blank pages. */
export const asksForBlank = (selector = ""): boolean =>
  selector.split(",").some((part) => part.trim() === "blank");

const item = /^(\d{1,9}|end)(?:\s*-\s*(\d{1,9}|end))?$/;

/** A selector's ranges in the order written. Throws 422 naming the item. */
export function parseSelector(
  selector: string,
  { field = "pages", ordered = false, count = Number.POSITIVE_INFINITY, blank }: SelectorOptions = {},
): PageRange[] {
  return selector.split(",").flatMap((part, index): PageRange | PageRange[] => {
    const text = part.trim();
    if (text === "blank" && blank) {
      if (blank.length === 0 && Number.isFinite(count))
        throw invalid(field, "can't select blank pages: the document has none");
      return blank.map((page) => ({ first: page, last: page, step: 1, text }));
    }
    if (text === "")
      throw invalid(field, `item ${index + 1} of "${selector}" is empty; write pages like 1, 3-5`);
    if (text === "odd") return { first: 1, last: count, step: 2, text };
    if (text === "even") return { first: 2, last: Math.max(2, count), step: 2, text };

    const [, from = "", to = from] = item.exec(text) ?? [];
    if (from === "")
      throw invalid(
        field,
        `"${text}" is not a page or a range; write pages like 1, 3-5, and end, odd or even`,
      );

    const first = from === "end" ? count : Number(from);
    const last = to === "end" ? count : Number(to);
    if (first === 0 || last === 0) throw invalid(field, `"${text}": pages are counted from 1`);
    // Pages from one beyond the last page to the end don't: there are none.
    if (last < first && !ordered && to !== "end")
      throw invalid(field, `"${text}" is descending, and order doesn't matter here; write ${to}-${from}`);

    return { first, last, step: last < first ? -1 : 1, text };
  });
}

/** The ranges, checked against a document of `count` pages; a page beyond it is 422 naming the item. */
export function rangesWithin(selector: string, count: number, options: SelectorOptions = {}): PageRange[] {
  const ranges = parseSelector(selector, { ...options, count });
  for (const { first, last, text } of ranges) {
    if (Math.max(first, last) > count) {
      const asked = first === last ? `page ${last}` : `pages ${text}`;
      throw invalid(
        options.field ?? "pages",
        `can't select ${asked}: the document has ${count} ${count === 1 ? "page" : "pages"}`,
      );
    }
  }
  return ranges;
}

/** The pages of a range in its order. */
export function pagesOf({ first, last, step }: PageRange): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);
}

/** A selector's pages in the order listed, with repeats; 1-based. By default, every page. */
export function listPages(
  selector: string | undefined,
  count: number,
  options: SelectorOptions = {},
): number[] {
  return rangesWithin(selector ?? "1-end", count, { ...options, ordered: true }).flatMap(pagesOf);
}

/** A selector's pages as a set; 1-based. By default, every page. */
export function pageSet(
  selector: string | undefined,
  count: number,
  options: SelectorOptions = {},
): ReadonlySet<number> {
  return new Set(rangesWithin(selector ?? "1-end", count, options).flatMap(pagesOf));
}

/** Ranges listed in a warning; further ones are summarized. */
const mostRanges = 10;

/** 1-3, 5 for ascending numbers; beyond `most` ranges, "others". */
export function pageRanges(pages: readonly number[], most = mostRanges): string {
  const found: { first: number; last: number }[] = [];
  for (const page of pages) {
    const open = found.at(-1);
    if (open && open.last === page - 1) open.last = page;
    else found.push({ first: page, last: page });
  }
  const named = found.slice(0, most).map(({ first, last }) => (first === last ? first : `${first}-${last}`));
  return found.length > most ? `${named.join(", ")} and others` : named.join(", ");
}

/** Page ranges in a sentence: `page 3`, or `pages 1-3, 5`. */
export const inPages = (ranges: string): string => `${/[-,\s]/.test(ranges) ? "pages" : "page"} ${ranges}`;
