/**
 * Tags of what is flattened (ISO 32000-2, 14.7.5): a structure element that held an annotation holds its look on the page
 * instead, so that readers aloud still meet it in its place.
 */
import type { PDFOperator } from "pdf-lib";
import {
  type CosArray,
  type CosDict,
  type CosValue,
  isDict,
  isRef,
  name,
  ref,
} from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { readNumberTree } from "../name-trees.ts";
import { beginMarked } from "../stamp/operators.ts";
import { arrayAt, dictAt, nameAt, numberAt } from "../typed-get.ts";

export interface FlattenTags {
  /**
   * The operator that begins the marked content of an annotation's look. The annotation leaves its structure element;
   * where that cannot hold content of the page, or there is none, the look is an artifact.
   */
  begin(page: number, num: number, annotation: CosDict): PDFOperator;
  /** An annotation that goes without a look. */
  leave(num: number, annotation: CosDict): void;
  finish(): void;
}

/** The tags of a document; undefined for one that has none. */
export function flattenTags(session: EditSession): FlattenTags | undefined {
  const { cos } = session;
  const rootValue = cos.catalog.get("StructTreeRoot");
  const root = dictAt(cos, rootValue);
  if (!root) return undefined;
  const parents = readNumberTree(cos, root.get("ParentTree"));
  /** Arrays of pages as they are to be, by key. */
  const changed = new Map<number, CosArray>();

  const elementOf = (annotation: CosDict): CosValue | undefined => {
    const key = numberAt(cos, annotation.get("StructParent"));
    return key === undefined ? undefined : parents.get(key);
  };

  /** Puts `content` where the element refers to the annotation; whether it did. */
  const replace = (element: CosValue | undefined, num: number, content: CosValue | undefined): boolean => {
    if (!isRef(element)) return false;
    const dict = dictAt(cos, element);
    const kids = dict?.get("K");
    if (!dict || kids === undefined) return false;
    const list = arrayAt(cos, kids) ?? [kids];
    const at = list.findIndex((kid) => {
      const found = dictAt(cos, kid);
      const object = found && nameAt(cos, found.get("Type")) === "OBJR" ? found.get("Obj") : undefined;
      return isRef(object) && object.num === num;
    });
    if (at < 0) return false;
    const left = list.toSpliced(at, 1, ...(content === undefined ? [] : [content]));
    const made: CosDict = new Map(dict);
    if (left.length === 0) made.delete("K");
    else made.set("K", left.length === 1 ? (left[0] ?? null) : left);
    session.set(element.num, made);
    return true;
  };

  return {
    begin(page, num, annotation) {
      const element = num === 0 ? undefined : elementOf(annotation);
      const key = numberAt(cos, session.page(page).get("StructParents"));
      const own = session.objectOf(page);
      const known = key === undefined ? undefined : (changed.get(key) ?? arrayAt(cos, parents.get(key)));
      if (element === undefined || key === undefined || own === 0 || !known) {
        if (element !== undefined) replace(element, num, undefined);
        return beginMarked("Artifact");
      }
      const id = known.length;
      const content: CosDict = new Map<string, CosValue>([
        ["Type", name("MCR")],
        ["Pg", ref(own, cos.generation(own))],
        ["MCID", id],
      ]);
      if (!replace(element, num, content)) return beginMarked("Artifact");
      changed.set(key, [...known, element]);
      return beginMarked("Span", `<</MCID ${id}>>`);
    },
    leave(num, annotation) {
      if (num !== 0) replace(elementOf(annotation), num, undefined);
    },
    finish() {
      if (changed.size === 0 || !isRef(rootValue)) return;
      let direct = false;
      for (const [key, list] of changed) {
        const place = parents.get(key);
        if (isRef(place)) session.set(place.num, list);
        else {
          parents.set(key, list);
          direct = true;
        }
      }
      if (!direct) return;
      const current = dictAt(cos, rootValue);
      if (!isDict(current)) return;
      const nums = [...parents.keys()]
        .sort((a, b) => a - b)
        .flatMap((key): CosValue[] => [key, parents.get(key) ?? null]);
      session.set(rootValue.num, new Map(current).set("ParentTree", session.add(new Map([["Nums", nums]]))));
    },
  };
}

/** Whether nothing but artifacts may stay untagged: the document says that it is tagged. */
export function isMarked({ cos }: EditSession): boolean {
  return cos.resolve(dictAt(cos, cos.catalog.get("MarkInfo"))?.get("Marked") ?? null) === true;
}
