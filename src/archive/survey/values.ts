/** Every value of every object: the limits of PDF/A on numbers, strings, names, lists, and the filters of streams. */
import {
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  ref,
} from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import type { PdfDocument } from "../../document/open.ts";
import { dictAt, listAt, nameAt } from "../../document/typed-get.ts";
import type { Report } from "../rule.ts";

export function reportValue(value: CosValue, num: number, report: Report): void {
  if (typeof value === "number") report(Number.isInteger(value) ? "integer" : "real", value, { num });
  else if (isString(value)) report("string", value.bytes.length, { num });
  else if (isName(value)) report("name", value.name.length, { num });
  else if (isArray(value)) report("array", value.length, { num });
}

/** Surveys the objects of the file, in use or not; `visit` gets each dictionary. */
export function surveyValues(
  { cos }: PdfDocument,
  report: Report,
  visit: (dict: CosDict, num: number, isStream: boolean) => void,
): void {
  const all: CosValue[] = [];
  for (let num = 1; num < cos.objectCount; num++) if (cos.inUse(num)) all.push(ref(num, cos.generation(num)));

  for (const root of all) {
    const num = isRef(root) ? root.num : 0;
    const value = cos.resolve(root);
    reportValue(value, num, report);
    if (isArray(value)) for (const item of value) reportValue(item, num, report);
    // Other objects have their own turn.
    walk(cos, { part: "its objects", depth: 500 }, [value], undefined, ({ value: found }) => {
      const dict = isStream(found) ? found.dict : found;
      if (!isDict(dict)) return undefined;
      report("dict", dict.size, { num });
      const values: CosValue[] = [];
      for (const [key, item] of dict) {
        report("name", key.length, { num });
        reportValue(item, num, report);
        if (isArray(item)) for (const one of nested(item)) reportValue(one, num, report);
        if (!isRef(item)) values.push(item);
      }
      if (isStream(found)) reportFilters(dict, num);
      visit(dict, num, isStream(found));
      return [{ values: values.map(withoutRefs), state: undefined }];
    });
  }

  function reportFilters(dict: CosDict, num: number): void {
    const parms = listAt(cos, dict.get("DecodeParms"));
    for (const [k, filter] of listAt(cos, dict.get("Filter")).entries()) {
      const name = nameAt(cos, filter);
      const crypt = nameAt(cos, dictAt(cos, parms[k])?.get("Name"));
      if (name !== undefined) report("filter", { name, crypt }, { num });
    }
  }
}

const withoutRefs = (value: CosValue): CosValue =>
  isArray(value) ? value.filter((item) => !isRef(item)).map(withoutRefs) : value;

/** The items of an array and of arrays in it. */
function nested(items: readonly CosValue[], depth = 0): CosValue[] {
  return items.flatMap((item) => (isArray(item) && depth < 50 ? [item, ...nested(item, depth + 1)] : [item]));
}
