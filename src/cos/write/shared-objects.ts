/** Objects of a new file that equal ones of later documents need not repeat: streams, fonts, and how things look. */
import { type CosValue, isArray, isDict, isName, isStream } from "../syntax/value.ts";

/** What was written with sharing. */
export interface SharedObjects {
  /** Lengths of streams: only of a length that came before is one digested before it is written. */
  readonly lengths: Set<number>;
  /** Numbers by digest. */
  readonly numbers: Map<string, number>;
}

/** Types of dictionaries that may be shared: they describe how something looks and belong to no document. */
const sharedTypes = new Set(["Font", "FontDescriptor", "Encoding", "ExtGState", "Pattern"]);
/** First names of arrays that are colour spaces (8.6.3): they too may be shared. */
const colorSpaces = new Set("ICCBased Indexed Separation DeviceN CalGray CalRGB Lab Pattern".split(" "));

/**
 * Whether an object may be shared. Streams, unless they belong to one document's tags (14.7.5.4); of other objects those that
 * tell their type, colour spaces, and any other that has no type as part of something shared.
 */
export function isSharable(value: CosValue, insideShared: boolean): boolean {
  if (isStream(value)) return !value.dict.has("StructParent") && !value.dict.has("StructParents");
  const type = isDict(value) ? value.get("Type") : undefined;
  if (isName(type)) return sharedTypes.has(type.name);
  if (insideShared) return true;
  const first = isArray(value) ? value[0] : undefined;
  return isName(first) && colorSpaces.has(first.name);
}
