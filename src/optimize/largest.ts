/** The largest parts of a document, for people: images on pages 3 to 9, fonts, attachments. */
import { pushTo } from "../core/collections/maps.ts";
import { pageRanges } from "../core/page-selector.ts";
import {
  type CosRef,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
} from "../cos/syntax/value.ts";
import type { ObjectDraft, Role } from "../document/object-draft.ts";

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
const kindOfRole = (role: Role = "other"): Kind => kindOf[role] ?? "other";

/** Longer selectors would be less informative. */
const maxSelector = 200;

/** Pages as a member of a result, if there are any and their selector is short. */
export function selectorOf(pages: Iterable<number>): { readonly pages?: string } {
  const sorted = [...pages].sort((a, b) => a - b);
  const selector = pageRanges(sorted, sorted.length);
  return selector !== "" && selector.length <= maxSelector ? { pages: selector } : {};
}

/** Adds up the bytes of streams by kind. `pages`: those that use each kind. */
export class Tally {
  readonly #bytes = new Map<Kind, number>();
  readonly #pages: ReadonlyMap<Kind, ReadonlySet<number>>;

  constructor(pages: ReadonlyMap<Kind, ReadonlySet<number>>) {
    this.#pages = pages;
  }

  add(role: Role | undefined, bytes: number): void {
    const what = kindOfRole(role);
    this.#bytes.set(what, (this.#bytes.get(what) ?? 0) + bytes);
  }

  rows(): Largest[] {
    const rows = [...this.#bytes].map(([what, bytes]): Largest => {
      return { what, ...selectorOf(this.#pages.get(what) ?? []), bytes };
    });
    return rows.sort((a, b) => b.bytes - a.bytes);
  }
}

/** The pages that use streams of each kind. */
export function pagesByKind(draft: ObjectDraft): Map<Kind, Set<number>> {
  const { order, roles } = draft.reached;
  const pages = pagesUsing(draft);
  const kinds = ["images", "fonts", "content"] as const;
  return new Map(
    kinds.map((what) => [
      what,
      pages(order.filter((num) => isStream(draft.get(num)) && kindOfRole(roles.get(num)) === what)),
    ]),
  );
}

/** Finds the pages that use any of these objects, by themselves or through what they share. */
export function pagesUsing(draft: ObjectDraft): (nums: Iterable<number>) => Set<number> {
  const { order } = draft.reached;
  const list = draft.session.document.pages;
  const users = new Map<number, number[]>();
  for (const num of order) {
    const value = draft.get(num);
    const isOfTree = list.pageOf(num) > 0 || (isDict(value) && isNamed(value.get("Type"), "Pages"));
    for (const { num: to, gen } of refsIn(value, isOfTree)) pushTo(users, draft.target(to, gen), num);
  }

  return (nums) => {
    const pages = new Set<number>();
    const queue = new Set(nums);
    // The set grows during the loop.
    for (const num of queue) {
      draft.cos.budget.spend(1);
      const page = list.pageOf(num);
      if (page > 0) pages.add(page);
      else for (const user of users.get(num) ?? []) queue.add(user);
    }
    return pages;
  };
}

/** Parents are followed from pages alone, which show what they inherit. */
function* refsIn(value: CosValue, withParent: boolean): Generator<CosRef> {
  if (isRef(value)) yield value;
  else if (isArray(value)) for (const item of value) yield* refsIn(item, withParent);
  else {
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) return;
    for (const [key, entry] of dict) if (withParent || key !== "Parent") yield* refsIn(entry, withParent);
  }
}
