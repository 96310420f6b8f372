/** Keeps equal streams, fonts and the objects they refer to only once. */
import { nodeCrypto } from "../../core/builtins.ts";
import { getOrInsert } from "../../core/collections/maps.ts";
import {
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isName,
  isStream,
  without,
} from "../../cos/syntax/value.ts";
import { textOf } from "../../document/object-draft.ts";
import { type Draft, dataLength, type Measure } from "../draft.ts";

/** Objects of these types describe appearance, and are defined by their value alone. */
const sharedTypes = new Set([
  "Font",
  "FontDescriptor",
  "Encoding",
  "ExtGState",
  "Pattern",
  "Halftone",
  "CMap",
]);
/** First names of arrays that are color spaces (8.6.3). */
const colorSpaces = new Set("ICCBased Indexed Separation DeviceN CalGray CalRGB Lab Pattern".split(" "));
/** Entries of objects that have a place of their own: in a tree, on a page, among the tags. */
const places = ["Parent", "P", "StructParent", "StructParents"] as const;

/** Chains of objects (image, mask, color space, profile) become equal from their ends, one link per round. */
const maxRounds = 12;
/** Larger streams are compared by their stored data. */
const maxDecoded = 1024 * 1024;

export const equalObjects: Measure = {
  name: "equal_objects",
  why: "Producers write the same image, font or profile once per page.",
  apply(draft) {
    const sharable = sharableObjects(draft);
    const data = new Map<number, string>();
    for (let round = 0; round < maxRounds; round++) {
      const merged = mergeEqual(draft, sharable, data);
      if (merged === 0) return;
    }
  },
};

/** One round: merges objects whose bytes are now equal. Returns the number of merged objects. */
function mergeEqual(draft: Draft, sharable: Set<number>, data: Map<number, string>): number {
  const first = new Map<string, number>();
  const context = { target: (num: number, gen: number) => draft.target(num, gen) };
  const equal: (readonly [num: number, other: number])[] = [];

  for (const num of sharable) {
    const value = draft.get(num);
    const own = isStream(value) ? getOrInsert(data, num, () => dataOf(draft, value)) : "";
    const coding = own.startsWith("=") ? ["Filter", "DecodeParms"] : [];
    const bare = isStream(value) ? { ...value, dict: without(value.dict, coding) } : value;
    const digest = digestOf(textOf(bare, context), Buffer.from(own));
    const other = first.get(digest);
    if (other === undefined) first.set(digest, num);
    else equal.push([num, other]);
  }

  for (const [num, other] of equal) {
    draft.saved.equal_objects += draft.sizeOf(draft.get(num));
    draft.merge(num, other);
    sharable.delete(num);
  }

  return equal.length;
}

function digestOf(...parts: readonly Uint8Array[]): string {
  const hash = nodeCrypto().createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest("base64");
}

/** Digest of a stream's data: decoded if that is cheap (after `=`), with the remaining codec. */
function dataOf(draft: Draft, stream: CosStream): string {
  const open = dataLength(stream) <= maxDecoded ? draft.open(stream) : undefined;
  if (!open) return digestOf(stream.encoded());
  const codec = open.codec ? [open.codec.filter, open.codec.parameters] : null;
  return `=${digestOf(open.data, textOf(codec))}`;
}

/** Streams and typed objects; their references, and those of resources, unless they have a place of their own. */
function sharableObjects(draft: Draft): Set<number> {
  const found = new Set<number>();
  const asked = new Set<number>();
  const queue: number[] = [];

  const target = (num: number, gen: number): number => {
    const to = draft.target(num, gen);
    if (to !== 0 && !asked.has(to)) queue.push(to);
    asked.add(to);
    return to;
  };

  for (const num of draft.reached.order) {
    const value = draft.get(num);
    const dict = isStream(value) ? value.dict : value;
    if (isDict(dict) && dict.has("Resources")) textOf(dict.get("Resources") ?? null, { target });
    if (!isSharable(value) || asked.has(num)) continue;
    asked.add(num);
    queue.push(num);
  }

  for (const num of queue) {
    const value = draft.get(num);
    if (!isSharable(value) && !isAnonymous(value)) continue;
    found.add(num);
    textOf(value, { target });
  }

  return found;
}

function isSharable(value: CosValue): boolean {
  if (isStream(value)) return places.every((key) => !value.dict.has(key));
  if (isArray(value)) return isName(value[0]) && colorSpaces.has(value[0].name);
  const type = isDict(value) ? value.get("Type") : undefined;
  return isName(type) && sharedTypes.has(type.name);
}

/** Objects defined only by their value: a function, a list of widths, a number. */
function isAnonymous(value: CosValue): boolean {
  return !isDict(value) || (!value.has("Type") && places.every((key) => !value.has(key)));
}
