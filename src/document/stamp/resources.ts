/** Page resources with those of a stamp: shared resources are copied, and the copy is shared by pages that had the same. */

import { sha256 } from "../../core/builtins.ts";
import { getOrInsert } from "../../core/collections/maps.ts";
import { type CosDict, type CosRef, type CosValue, isDict, isRef } from "../../cos/syntax/value.ts";
import { serialize } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { dictAt, memo } from "../typed-get.ts";

/** A resource that a stamp needs. */
export interface Need {
  readonly category: "Font" | "XObject" | "ColorSpace" | "ExtGState";
  readonly value: CosRef;
}

/** A page's resources with the stamp's, and the names of the latter. */
export interface NamedResources {
  readonly resources: CosRef;
  readonly names: readonly string[];
}

/** Resources created by stampers in a session. */
interface Own {
  readonly dict: CosDict;
  /** The only page dictionary with them, so that its next stamp adds to them; undefined: several have them. */
  page: CosDict | undefined;
}

const ownResources = memo((_: EditSession) => new Map<number, Own>());

/**
 * Returns the resources for a session's pages and their stamps. `dict` is the page's own, which receives them; resources
 * created only for it are extended.
 */
export function stampResources(
  session: EditSession,
): (page: number, dict: CosDict, needs: readonly Need[]) => NamedResources {
  const owns = ownResources(session);
  /** By object number or, for direct dictionaries, by content; then by the needed resources. */
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

/** Adds the needed resources; returns their names. */
function addNeeds(session: EditSession, resources: CosDict, needs: readonly Need[]): string[] {
  /** Copies of the page's resources, and the last number tried in each. */
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

/** Text that differs if direct dictionaries do. */
const digestOf = (value: CosValue | undefined) =>
  isDict(value) ? sha256().update(serialize(value)).digest("base64") : undefined;
