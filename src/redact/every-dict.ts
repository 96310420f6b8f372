/** Every dictionary and stream of a file, whether anything refers to it or not. */
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

/** Containers within each other inside one object: more than the parser takes. */
const maxDepth = 1000;

/** Visits each dictionary with the number of the object that it is in, and its stream where it has one. */
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

/** Without what is an object of its own, which is visited by its number. */
const directOnly = (entry: CosValue): CosValue[] => {
  if (isArray(entry)) return entry.filter((item) => !isRef(item));
  return isRef(entry) ? [] : [entry];
};
