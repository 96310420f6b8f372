/** A document with edits laid over it: read exactly like one from a file, nothing written yet. */
import type { CosDocument, RawObject } from "../cos/document.ts";
import { serialize } from "../cos/serialize.ts";
import { type CosDict, type CosValue, isDict, isRef } from "../cos/value.ts";

/** Changed and new objects by number; undefined: the object is gone. */
export type Changes = ReadonlyMap<number, CosValue | undefined>;

/** References that lead to references; as in the object core. */
const maxHops = 32;

/**
 * `base` as it would be after `changes`; the map may grow later, the overlay follows. Raw bytes of changed objects are
 * serialised unencrypted, so whoever copies raw bytes of an encrypted document takes changed objects as values (`isChanged`).
 */
export function overlay(base: CosDocument, changes: Changes, nextNumber: () => number): CosDocument {
  const object = (num: number): CosValue =>
    changes.has(num) ? (changes.get(num) ?? null) : base.object(num);
  const resolve = (value: CosValue | undefined): CosValue => {
    let found = value ?? null;
    for (let hops = 0; isRef(found); hops++) {
      if (hops >= maxHops) return null;
      found = changes.has(found.num) ? (changes.get(found.num) ?? null) : resolveBase(found.num, found);
    }
    return found;
  };
  // An unchanged object may itself be a reference to a changed one: follow one step at a time.
  const resolveBase = (num: number, reference: CosValue): CosValue => {
    const own = base.object(num);
    return isRef(own) ? own : base.resolve(reference);
  };
  const raw = (num: number): RawObject | undefined => {
    if (!changes.has(num)) return base.raw(num);
    const value = changes.get(num);
    if (value === undefined || value === null) return undefined;
    const bytes = serialize(value);
    return { bytes, start: 0, end: bytes.length, fromObjectStream: false, gen: base.generation(num) };
  };
  const catalog = (): CosDict => {
    const root = resolve(base.trailer.get("Root"));
    return isDict(root) ? root : base.catalog;
  };
  return {
    ...base,
    object,
    resolve,
    raw,
    get catalog() {
      return catalog();
    },
    get objectCount() {
      return nextNumber();
    },
    inUse: (num) => (changes.has(num) ? changes.get(num) !== undefined : base.inUse(num)),
  };
}
