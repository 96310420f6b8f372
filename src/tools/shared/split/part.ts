/** The parts of a document that pdf_split writes. */
import { pagesOf } from "../../../core/page-selector.ts";

export interface Part {
  /** 1-based, never empty. */
  readonly pages: readonly number[];
  /** What began it: a bookmark, matched text or a barcode. */
  readonly title?: string | undefined;
  /** Its pages in its name, if they aren't first to last. */
  readonly numbers?: string | undefined;
}

/** A page at which a part begins. */
export interface Begin {
  readonly page: number;
  readonly title?: string | undefined;
}

const consecutive = (first: number, last: number) => pagesOf({ first, last, step: 1, text: "" });

/**
 * A document of `count` pages, parted at ascending pages. Those before the first are a part without a title. `dropped`: the
 * pages themselves belong to no part, so that some may have none.
 */
export function partsAt(begins: readonly Begin[], count: number, dropped = false): Part[] {
  const ends = [...begins.map(({ page }) => page - 1), count];
  const parts = begins.map(({ page, title }, at) => ({
    pages: consecutive(dropped ? page + 1 : page, ends[at + 1] ?? count),
    title,
  }));
  return [{ pages: consecutive(1, ends[0] ?? count) }, ...parts].filter(({ pages }) => pages.length > 0);
}

/** Parts of so many pages each, the last one maybe shorter. */
export const partsOfCount = (size: number, count: number): Part[] =>
  partsAt(
    Array.from({ length: Math.ceil(count / size) }, (_, at) => ({ page: at * size + 1 })),
    count,
  );
