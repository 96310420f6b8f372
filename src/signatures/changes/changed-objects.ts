/** The objects that later revisions changed, by number. */
import { Buffer } from "node:buffer";
import type { CosDocument } from "../../cos/document.ts";
import { type CosValue, isDict, isStream, without } from "../../cos/syntax/value.ts";
import { serialize } from "../../cos/write/serialize.ts";

export interface ChangedObjects {
  readonly nums: ReadonlySet<number>;
  /** Those that are now read from bytes of the signed revision that it didn't use. */
  readonly fromHidden: readonly number[];
}

/** `before` is the beginning of the file that `now` reads. */
export function changedObjects(before: CosDocument, now: CosDocument): ChangedObjects {
  const nums = new Set<number>();
  const fromHidden: number[] = [];
  const count = Math.max(before.objectCount, now.objectCount);
  now.budget.spend(count);
  for (let num = 1; num < count; num++) {
    if (isSamePlace(before, now, num)) continue;
    if (before.inUse(num) === now.inUse(num) && isSameValue(before.object(num), now.object(num))) continue;
    nums.add(num);
    const offset = now.offsetOf(num) ?? now.offsetOf(now.packedIn(num)?.[0] ?? 0);
    if (offset !== undefined && offset < before.source.size) fromHidden.push(num);
  }
  return { nums, fromHidden };
}

function isSamePlace(before: CosDocument, now: CosDocument, num: number): boolean {
  const [was, is] = [before.packedIn(num), now.packedIn(num)];
  if (was && is)
    return was[0] === is[0] && was[1] === is[1] && before.offsetOf(was[0]) === now.offsetOf(is[0]);
  if (was || is) return false;
  return before.offsetOf(num) === now.offsetOf(num);
}

/** Whether two values are the same; references are, if their numbers are. */
export function isSameValue(a: CosValue | undefined, b: CosValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (!isStream(a) || !isStream(b)) return !isStream(a) && !isStream(b) && isSameText(a, b);
  const [was, is] = [without(a.dict, ["Length"]), without(b.dict, ["Length"])];
  return isSameText(was, is) && Buffer.compare(a.encoded(), b.encoded()) === 0;
}

const isSameText = (a: CosValue, b: CosValue): boolean =>
  a === b || Buffer.compare(serialize(sorted(a)), serialize(sorted(b))) === 0;

/** Writers that save a document again order entries in their own way. */
const sorted = (value: CosValue): CosValue =>
  isDict(value) ? new Map([...value].sort(([a], [b]) => (a < b ? -1 : 1))) : value;
