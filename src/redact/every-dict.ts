/** Visits every dictionary and stream in a file, referenced or not. */
import type { CosDocument } from "../cos/document.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
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
      const values = containersIn(dict);
      return values.length > 0 ? [{ values, state: num }] : undefined;
    });
  }
}

/** Dictionaries and lists that are no objects of their own, which are visited by their number. */
function containersIn(dict: CosDict): CosValue[] {
  const found: CosValue[] = [];
  const add = (value: CosValue) => {
    if (isArray(value)) value.forEach(add);
    else if (isDict(value)) found.push(value);
  };
  dict.forEach(add);
  return found;
}
