/** Structure elements whose content lost something, and their ancestors, lose their descriptions in words. */
import { type CosDict, isArray, isDict, isRef, without } from "../cos/syntax/value.ts";
import type { EditSession } from "../document/edit.ts";
import { numberAt } from "../document/typed-get.ts";
import { eachDict } from "./every-dict.ts";
import { saying } from "./words/said.ts";

const described = [...saying, "T"];

/**
 * `marks`: numbers of marked content that lost something, by the numbers of their pages; `objects`: numbers of annotations, images
 * and forms that did. Returns how many elements were changed.
 */
export function clearElements(
  session: EditSession,
  marks: ReadonlyMap<number, ReadonlySet<number>>,
  objects: ReadonlySet<number>,
): number {
  const { cos } = session;
  if (marks.size === 0 && objects.size === 0) return 0;

  const above = new Map<number, number>();
  const dirty: number[] = [];
  eachDict(cos, (dict, num) => {
    if (!dict.has("S") || !dict.has("P")) return;
    const parent = dict.get("P");
    if (isRef(parent)) above.set(num, parent.num);
    const kids = cos.resolve(dict.get("K"));
    for (const kid of isArray(kids) ? kids : [kids]) {
      const item = cos.resolve(kid);
      const own: CosDict = isDict(item) ? item : new Map();
      const page = own.get("Pg") ?? dict.get("Pg");
      const mark = isDict(item) ? numberAt(cos, item.get("MCID")) : item;
      const object = own.get("Obj");
      if (isRef(page) && typeof mark === "number" && marks.get(page.num)?.has(mark)) dirty.push(num);
      if (isRef(object) && objects.has(object.num)) dirty.push(num);
    }
  });

  const seen = new Set<number>();
  let changed = 0;
  for (const first of dirty)
    for (let num: number | undefined = first; num !== undefined && !seen.has(num); num = above.get(num)) {
      seen.add(num);
      const dict = cos.object(num);
      if (!isDict(dict) || !described.some((key) => dict.has(key))) continue;
      session.set(num, without(dict, described));
      changed += 1;
    }
  return changed;
}
