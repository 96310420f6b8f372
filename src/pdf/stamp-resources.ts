/** Resources of pages with those of a stamp: what pages share is copied, and shared again by pages that say the same. */
import type { CosDict, CosRef, CosValue } from "../cos/value.ts";
import { isRef } from "../cos/value.ts";
import type { EditSession } from "./edit.ts";
import { dictAt } from "./get.ts";
import { sayingOf, saysTheSame } from "./saying.ts";

/** A resource that a stamp draws with. */
export interface Need {
  readonly category: "Font" | "XObject";
  readonly value: CosRef;
}

/** A page's resources with those of the stamp, and the names these got. */
export interface NamedResources {
  readonly resources: CosRef;
  readonly names: readonly string[];
}

interface Made {
  readonly old: CosValue | undefined;
  readonly needs: readonly Need[];
  readonly named: NamedResources;
}

/** Gives the resources for pages of a session and what is drawn on them. */
export function stampResources(
  session: EditSession,
): (page: number, needs: readonly Need[]) => NamedResources {
  /** By object number or, of direct dictionaries, by what they say or by identity; then by what is needed. */
  const known = new Map<CosValue | string | undefined, Map<string, NamedResources>>();
  let last: Made | undefined;
  return (page, needs) => {
    const old = session.attribute(page, "Resources");
    // Most pages say what the one before them says.
    if (last && needs === last.needs && saysTheSame(old, last.old)) return last.named;
    const place = isRef(old) ? old.num : (sayingOf(old) ?? old);
    const same = known.get(place) ?? new Map<string, NamedResources>();
    known.set(place, same);
    const key = needs.map(({ category, value }) => `${category} ${value.num}`).join();
    const named = same.get(key) ?? addResources(session, dictAt(session.cos, old), needs);
    same.set(key, named);
    last = { old, needs, named };
    return named;
  };
}

function addResources(
  session: EditSession,
  old: CosDict | undefined,
  needs: readonly Need[],
): NamedResources {
  const all: CosDict = new Map(old);
  /** Copies of what the page has, and the last number that was looked at in each. */
  const own = new Map<string, { readonly dict: CosDict; last: number }>();
  const names = needs.map(({ category, value }) => {
    const into = own.get(category) ?? { dict: new Map(dictAt(session.cos, old?.get(category))), last: 0 };
    own.set(category, into);
    do into.last++;
    while (into.dict.has(`Stamp${into.last}`));
    all.set(category, into.dict.set(`Stamp${into.last}`, value));
    return `Stamp${into.last}`;
  });
  return { resources: session.add(all), names };
}
