/** The largest parts of a document, for people: images on pages 3 to 9, fonts, attachments. */
import type { Role } from "./parts.ts";

/** Kinds of bytes in results. */
export const kinds = ["images", "fonts", "content", "attachments", "other"] as const;
export type Kind = (typeof kinds)[number];

export interface Largest {
  readonly what: Kind;
  /** Number of objects. */
  readonly count: number;
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

/** Maximum rows, and length of selectors: more would be less informative. */
const maxRows = 10;
const maxSelector = 200;

export interface Tally {
  add(role: Role, page: number | undefined, bytes: number): void;
  rows(): Largest[];
}

export function createTally(): Tally {
  const sums = new Map<Kind, { count: number; bytes: number; readonly pages: Set<number> }>();
  return {
    add(role, page, bytes) {
      const what = kindOf[role] ?? "other";
      const sum = sums.get(what) ?? { count: 0, bytes: 0, pages: new Set<number>() };
      sums.set(what, sum);
      sum.count++;
      sum.bytes += bytes;
      if (page !== undefined && what !== "other" && what !== "attachments") sum.pages.add(page);
    },
    rows() {
      const rows = [...sums].map(([what, { count, bytes, pages }]): Largest => {
        const selector = selectorOf([...pages].sort((a, b) => a - b));
        return {
          what,
          count,
          ...(selector !== "" && selector.length <= maxSelector && { pages: selector }),
          bytes,
        };
      });
      return rows.sort((a, b) => b.bytes - a.bytes).slice(0, maxRows);
    },
  };
}

/** Ascending numbers as a selector: `1, 3-5`. */
function selectorOf(pages: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last?.to === page - 1) last.to = page;
    else ranges.push({ from: page, to: page });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}
