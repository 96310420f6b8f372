/** The largest parts of a document, for people: images on pages 3 to 9, fonts, attachments. */
import { getOrInsert } from "../core/collections/maps.ts";
import { pageRanges } from "../core/page-selector.ts";
import type { Role } from "../document/object-draft.ts";

/** Kinds of bytes in results. */
export const kinds = ["images", "fonts", "content", "attachments", "other"] as const;
type Kind = (typeof kinds)[number];

export interface Largest {
  readonly what: Kind;
  /** A selector of the pages that use them. */
  readonly pages?: string;
  readonly bytes: number;
}

const kindOf: Partial<Record<Role, Kind>> = {
  image: "images",
  font: "fonts",
  content: "content",
  attachment: "attachments",
};

/** Longer selectors would be less informative. */
const maxSelector = 200;

/** Adds up the bytes of streams by kind. */
export class Tally {
  readonly #sums = new Map<Kind, { bytes: number; readonly pages: Set<number> }>();

  add(role: Role | undefined, page: number | undefined, bytes: number): void {
    const what = kindOf[role ?? "other"] ?? "other";
    const sum = getOrInsert(this.#sums, what, () => ({ bytes: 0, pages: new Set() }));
    sum.bytes += bytes;
    if (page !== undefined && what !== "other" && what !== "attachments") sum.pages.add(page);
  }

  rows(): Largest[] {
    const rows = [...this.#sums].map(([what, { bytes, pages }]): Largest => {
      const selector = pageRanges(
        [...pages].sort((a, b) => a - b),
        pages.size,
      );
      return { what, ...(selector !== "" && selector.length <= maxSelector && { pages: selector }), bytes };
    });
    return rows.sort((a, b) => b.bytes - a.bytes);
  }
}
