/** A document with edits laid over it: read exactly like one from a file, nothing written yet. */
import type { CosDocument } from "../cos/document.ts";
import { maxHops } from "../cos/syntax/limits.ts";
import { type CosDict, type CosValue, isDict, isRef } from "../cos/syntax/value.ts";

/** Changed and new objects by number; undefined: removed. */
export type Changes = ReadonlyMap<number, CosValue | undefined>;

/** `base` after `changes`; the map may grow later, and the overlay follows. */
export function overlay(base: CosDocument, changes: Changes, nextNumber: () => number): CosDocument {
  const object = (num: number): CosValue =>
    changes.has(num) ? (changes.get(num) ?? null) : base.object(num);

  const resolve = (value: CosValue | undefined): CosValue => {
    let found = value ?? null;

    // An unchanged object may refer to a changed one: resolve one step at a time.
    for (let hops = 0; isRef(found); hops++) {
      if (hops >= maxHops) return null;
      base.budget.spend(1);
      const { num, gen } = found;
      const changed = changes.get(num);
      if (changed !== undefined || changes.has(num)) found = changed ?? null;
      else found = base.inUse(num) && base.generation(num) === gen ? base.object(num) : null;
    }

    base.budget.look(found);
    return found;
  };

  const catalog = (): CosDict => {
    const root = resolve(base.trailer.get("Root"));
    return isDict(root) ? root : base.catalog;
  };

  return {
    ...base,
    object,
    resolve,
    get catalog() {
      return catalog();
    },
    get objectCount() {
      return nextNumber();
    },
    inUse: (num) => (changes.has(num) ? changes.get(num) !== undefined : base.inUse(num)),
  };
}
