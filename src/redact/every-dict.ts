/** Visits every dictionary and stream in a file, referenced or not. */
import type { CosDocument } from "../cos/document.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isRef,
  isStream,
  ref,
} from "../cos/syntax/value.ts";
import { walk } from "../cos/walk.ts";

/** Nesting of containers in an object: more than the parser accepts. */
const maxDepth = 1000;

/** Visits each dictionary with its object's number, and its stream if it has one. */
export function eachDict(
  cos: CosDocument,
  visit: (dict: CosDict, num: number, stream: CosStream | undefined) => void,
): void {
  for (let num = 1; num < cos.objectCount; num++) {
    if (!cos.inUse(num)) continue;
    walk(cos, { part: "its objects", depth: maxDepth }, [ref(num)], num, ({ value, num: own }) => {
      const dict = isStream(value) ? value.dict : value;
      if (!isDict(dict) || (own !== 0 && own !== num)) return undefined;
      visit(dict, num, isStream(value) ? value : undefined);
      return [{ values: [...dict.values()].flatMap(directOnly), state: num }];
    });
  }
}

/** Excludes values that are separate objects, which are visited by their number. */
const directOnly = (entry: CosValue): CosValue[] => {
  if (isArray(entry)) return entry.filter((item) => !isRef(item));
  return isRef(entry) ? [] : [entry];
};
