/** Keeps equal streams, fonts and the objects they refer to only once. */
import { nodeCrypto } from "../../core/builtins.ts";
import { type CosValue, isArray, isDict, isName, isStream } from "../../cos/syntax/value.ts";
import { type Draft, type Measure, nameText, textOf } from "../draft.ts";

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

/** A stream's dictionary without its coding entries, if the data is compared decoded. */
function bare(value: CosValue): CosValue {
  if (!isStream(value)) return value;
  const dict = new Map(value.dict);
  if ((value.stored?.().length ?? 0) <= maxDecoded)
    for (const key of ["Filter", "DecodeParms"]) dict.delete(key);
  return dict;
}

/** Digest of a stream's data: decoded if that is cheap, with the remaining codec. */
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
  if (isDict(value)) return sharedTypes.has(nameText(value.get("Type")) ?? "");
  const first = isArray(value) ? value[0] : undefined;
  return isName(first) && colorSpaces.has(first.name);
}

/** Objects defined only by their value: a function, a list of widths, a number. */
function isAnonymous(value: CosValue): boolean {
  return !isDict(value) || (!value.has("Type") && places.every((key) => !value.has(key)));
}
