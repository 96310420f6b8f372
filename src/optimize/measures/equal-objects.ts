/** Equal streams, fonts and what they refer to, kept once. */
import { nodeCrypto } from "../../core/builtins.ts";
import { type CosValue, isArray, isDict, isName, isStream } from "../../cos/syntax/value.ts";
import { type Draft, type Measure, nameText, textOf } from "../draft.ts";

/** What has this type describes how something looks, and is what it is by its value alone. */
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
/** Entries of what has a place of its own: in a tree, on a page, among the tags. */
const places = ["Parent", "P", "StructParent", "StructParents"] as const;

/** Chains of objects (image, mask, color space, profile) become equal from their ends, a link with each round. */
const maxRounds = 12;
/** The data of larger streams is compared as it is stored. */
const maxDecoded = 1024 * 1024;

export const equalObjects: Measure = {
  name: "equal_objects",
  why: "Producers write the same image, font or profile once for each page.",
  apply(draft) {
    const sharable = sharableObjects(draft);
    const data = new Map<number, string>();
    for (let round = 0; round < maxRounds; round++) {
      const merged = mergeEqual(draft, sharable, data);
      if (merged === 0) return;
    }
  },
};

/** One round: objects whose bytes are equal now. Returns how many were merged. */
function mergeEqual(draft: Draft, sharable: Set<number>, data: Map<number, string>): number {
  const first = new Map<string, number>();
  const context = { target: (num: number, gen: number) => draft.target(num, gen) };
  const equal: (readonly [num: number, other: number])[] = [];
  for (const num of sharable) {
    const value = draft.get(num);
    const hash = nodeCrypto()
      .createHash("sha1")
      .update(textOf(bare(value), context));
    if (isStream(value)) hash.update(dataOf(draft, num, data));
    const digest = hash.digest("base64");
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

/** A stream's dictionary without its coding, where the data is compared decoded. */
function bare(value: CosValue): CosValue {
  if (!isStream(value)) return value;
  const dict = new Map(value.dict);
  if ((value.stored?.().length ?? 0) <= maxDecoded)
    for (const key of ["Filter", "DecodeParms"]) dict.delete(key);
  return dict;
}

/** Digest of a stream's data: decoded where that is cheap, with the codec that is left. */
function dataOf(draft: Draft, num: number, known: Map<number, string>): string {
  const before = known.get(num);
  if (before !== undefined) return before;
  const value = draft.get(num);
  if (!isStream(value)) return "";
  const stored = value.encoded();
  const open = stored.length <= maxDecoded ? draft.open(value) : undefined;
  const hash = nodeCrypto()
    .createHash("sha1")
    .update(open?.data ?? stored);
  hash.update(textOf(open?.codec ? [open.codec.filter, open.codec.parameters] : null));
  if (!open) hash.update(textOf([value.dict.get("Filter") ?? null, value.dict.get("DecodeParms") ?? null]));
  const digest = hash.digest("base64");
  known.set(num, digest);
  return digest;
}

/** Streams and what tells its type; what they refer to, and what resources do, where nothing says that it has a place. */
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
  if (isDict(value)) return sharedTypes.has(nameText(value.get("Type")) ?? "");
  const first = isArray(value) ? value[0] : undefined;
  return isName(first) && colorSpaces.has(first.name);
}

/** Nothing that tells what it is but its value: a function, a list of widths, a number. */
function isAnonymous(value: CosValue): boolean {
  return !isDict(value) || (!value.has("Type") && places.every((key) => !value.has(key)));
}
