/** Resources of pages with those of a stamp: what pages share is copied, and shared again by pages that have the same. */

import { nodeCrypto } from "../../core/builtins.ts";
import { getOrInsert } from "../../core/maps.ts";
import { type CosDict, type CosRef, type CosValue, isDict, isRef } from "../../cos/syntax/value.ts";
import { serialize } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { dictAt, memo } from "../typed-get.ts";

/** A resource that a stamp draws with. */
export interface Need {
  readonly category: "Font" | "XObject" | "ColorSpace";
  readonly value: CosRef;
}

/** A page's resources with those of the stamp, and the names these got. */
export interface NamedResources {
  readonly resources: CosRef;
  readonly names: readonly string[];
}

/** Resources that stampers made in a session. */
interface Own {
  readonly dict: CosDict;
  /** The page dictionary that alone has them, so that its next stamp adds to them; undefined: several have. */
  page: CosDict | undefined;
}

const ownResources = memo((_: EditSession) => new Map<number, Own>());

/**
 * Gives the resources for pages of a session and what is drawn on them. `dict` is the page's own, which gets them: what was
 * made for it alone is added to.
 */
export function stampResources(
  session: EditSession,
): (page: number, dict: CosDict, needs: readonly Need[]) => NamedResources {
  const owns = ownResources(session);
  /** By object number or, of direct dictionaries, by what they hold; then by what is needed. */
  const known = new Map<number | string | undefined, Map<string, NamedResources>>();

  const make = (dict: CosDict, old: CosValue | undefined, needs: readonly Need[]): NamedResources => {
    const all: CosDict = new Map(dictAt(session.cos, old));
    const names = addNeeds(session, all, needs);
    const resources = session.add(all);
    owns.set(resources.num, { dict: all, page: dict });
    return { resources, names };
  };
  const shared = (named: NamedResources): NamedResources => {
    const own = owns.get(named.resources.num);
    if (own) own.page = undefined;
    return named;
  };
  return (page, dict, needs) => {
    const old = session.attribute(page, "Resources");
    const own = isRef(old) ? owns.get(old.num) : undefined;
    if (isRef(old) && own?.page === dict)
      return { resources: old, names: addNeeds(session, own.dict, needs) };
    const same = getOrInsert(known, isRef(old) ? old.num : digestOf(old), () => new Map());
    const key = needs.map(({ category, value }) => `${category} ${value.num}`).join();
    const before = same.get(key);
    const named = before ? shared(before) : make(dict, old, needs);
    same.set(key, named);
    return named;
  };
}

/** Adds what is needed to resources; the names it gets. */
function addNeeds(session: EditSession, resources: CosDict, needs: readonly Need[]): string[] {
  /** Copies of what the page has, and the last number that was looked at in each. */
  const own = new Map<string, { readonly dict: CosDict; last: number }>();
  return needs.map(({ category, value }) => {
    const into = getOrInsert(own, category, () => ({
      dict: new Map(dictAt(session.cos, resources.get(category))),
      last: 0,
    }));
    do into.last++;
    while (into.dict.has(`Stamp${into.last}`));
    resources.set(category, into.dict.set(`Stamp${into.last}`, value));
    return `Stamp${into.last}`;
  });
}

/** Text that differs where direct dictionaries do. */
const digestOf = (value: CosValue | undefined) =>
  isDict(value) ? nodeCrypto().createHash("sha256").update(serialize(value)).digest("base64") : undefined;
