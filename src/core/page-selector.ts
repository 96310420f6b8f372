/** The page selector: `1, 3-5`. */
import { invalid } from "./problem.ts";

/** One item of a selector: pages `first` to `last`, 1-based and inclusive. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

const item = /^(\d{1,9})(?:\s*-\s*(\d{1,9}))?$/;

/**
 * A selector's ranges in the order written. `field` is the name used in errors. Throws 422 naming the item: empty items, 0,
 * reversed ranges, anything but ASCII digits and hyphens.
 */
export function parseSelector(selector: string, field = "pages"): PageRange[] {
  return selector.split(",").map((part, index) => {
    const text = part.trim();
    if (text === "")
      throw invalid(field, `item ${index + 1} of "${selector}" is empty; write pages like 1, 3-5`);
    const match = item.exec(text);
    if (!match) throw invalid(field, `"${text}" is not a page or a range; write pages like 1, 3-5`);
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : Number(match[2]);
    if (first === 0 || last === 0) throw invalid(field, `"${text}": pages are counted from 1`);
    if (last < first) throw invalid(field, `"${text}" runs backwards; write ${last}-${first}`);
    return { first, last };
  });
}

/** The ranges, checked against a document of `count` pages; a page beyond it is 422 naming the item. */
export function rangesWithin(selector: string, count: number, field = "pages"): PageRange[] {
  const ranges = parseSelector(selector, field);
  for (const { first, last } of ranges) {
    if (last > count) {
      const asked = first === last ? `page ${last}` : `pages ${first}-${last}`;
      throw invalid(
        field,
        `cannot take ${asked}: the document has ${count} ${count === 1 ? "page" : "pages"}`,
      );
    }
  }
  return ranges;
}

/** A selector's pages in the order listed, with repeats; 1-based. By default, every page. */
export function listPages(selector: string | undefined, count: number, field = "pages"): number[] {
  const pages: number[] = [];
  for (const { first, last } of chosenRanges(selector, count, field))
    for (let page = first; page <= last; page++) pages.push(page);
  return pages;
}

/** A selector's pages as a set; 1-based. By default, every page. */
export function pageSet(selector: string | undefined, count: number, field = "pages"): ReadonlySet<number> {
  const pages = new Set<number>();
  for (const { first, last } of chosenRanges(selector, count, field))
    for (let page = first; page <= last; page++) pages.add(page);
  return pages;
}

function chosenRanges(selector: string | undefined, count: number, field: string): readonly PageRange[] {
  return selector === undefined ? [{ first: 1, last: count }] : rangesWithin(selector, count, field);
}
