/**
 * Tags of flattened annotations (ISO 32000-2, 14.7.5): a structure element then contains the appearance on the page instead,
 * so that screen readers still find it in place.
 */
import type { PDFOperator } from "pdf-lib";
import {
  type CosArray,
  type CosDict,
  type CosValue,
  dictOf,
  isDict,
  isRef,
  name,
  ref,
  setEntry,
} from "../../cos/syntax/value.ts";
import { chain } from "../../cos/walk.ts";
import { claimOf } from "../conformance/claim.ts";
import type { EditSession } from "../edit.ts";
import type { RemovedAnnotation } from "../forms/appearance.ts";
import { type FormType, formType } from "../forms/values.ts";
import type { WidgetField } from "../forms/widget-fields.ts";
import { readNumberTree } from "../name-trees.ts";
import { beginMarked } from "../stamp/operators.ts";
import { arrayAt, dictAt, listAt, nameAt, numberAt } from "../typed-get.ts";

export interface FlattenTags {
  /**
   * The operator that begins the marked content of an annotation's appearance. The annotation leaves its structure element; if
   * that can't contain page content, or there is none, the appearance is an artifact.
   */
  begin(annotation: RemovedAnnotation): PDFOperator;
  /** For an annotation removed without an appearance. */
  leave(annotation: RemovedAnnotation): void;
  finish(): void;
}

/** A document's tags; undefined if it has none. */
export function flattenTags(session: EditSession): FlattenTags | undefined {
  const { cos } = session;
  const rootValue = cos.catalog.get("StructTreeRoot");
  const root = dictAt(cos, rootValue);
  if (!root) return undefined;

  const parents = readNumberTree(cos, root.get("ParentTree"));
  const { pdfua } = claimOf(cos);
  /** New arrays of pages, by key. */
  const changed = new Map<number, CosArray>();

  const elementOf = (annotation: CosDict): CosValue | undefined => {
    const key = numberAt(cos, annotation.get("StructParent"));
    return key === undefined ? undefined : parents.get(key);
  };

  /**
   * PDF/UA requires the language of all text to be known (ISO 14289-1, 7.2), and an appearance doesn't have its element's: a
   * document without a default gets that of the first element with one.
   */
  const giveLanguage = (element: CosValue): void => {
    if (cos.catalog.has("Lang")) return;
    const up = (dict: CosValue) => (isDict(dict) ? dict.get("P") : undefined);
    for (const { value } of chain(cos, { part: "the structure tree", depth: 500 }, element, up)) {
      const Lang = isDict(value) ? value.get("Lang") : undefined;
      if (Lang === undefined) continue;
      session.setCatalog({ Lang });
      return;
    }
  };

  /** Replaces the element's reference to the annotation with `content`; returns whether it did. */
  const replace = (
    element: CosValue | undefined,
    { num, field }: RemovedAnnotation,
    content: CosValue | undefined,
  ): boolean => {
    if (!isRef(element)) return false;
    const dict = dictAt(cos, element);
    const kids = dict?.get("K");
    if (!dict || kids === undefined) return false;

    const list = listAt(cos, kids);
    const at = list.findIndex((kid) => {
      const found = dictAt(cos, kid);
      const object = found && nameAt(cos, found.get("Type")) === "OBJR" ? found.get("Obj") : undefined;
      return isRef(object) && object.num === num;
    });
    if (at < 0) return false;
    const left = list.toSpliced(at, 1, ...(content === undefined ? [] : [content]));
    const made: CosDict = new Map(dict);
    setEntry(made, "K", left.length > 1 ? left : left[0]);
    if (field && nameAt(cos, dict.get("S")) === "Form") made.set("A", withPrintField(session, dict, field));
    session.set(element.num, made);

    return true;
  };

  return {
    begin(annotation) {
      const { page, num, dict } = annotation;
      const element = num === 0 ? undefined : elementOf(dict);
      const key = numberAt(cos, session.page(page).get("StructParents"));
      const own = session.objectOf(page);
      const known = key === undefined ? undefined : (changed.get(key) ?? arrayAt(cos, parents.get(key)));
      if (element === undefined || key === undefined || own === 0 || !known) {
        if (element !== undefined) replace(element, annotation, undefined);
        return beginMarked("Artifact");
      }
      const id = known.length;
      const content = dictOf({ Type: name("MCR"), Pg: ref(own, cos.generation(own)), MCID: id });
      if (!replace(element, annotation, content)) return beginMarked("Artifact");

      changed.set(key, [...known, element]);
      if (pdfua) giveLanguage(element);

      return beginMarked("Span", `<</MCID ${id}>>`);
    },
    leave(annotation) {
      if (annotation.num !== 0) replace(elementOf(annotation.dict), annotation, undefined);
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
      const nums = [...parents.keys()]
        .sort((a, b) => a - b)
        .flatMap((key): CosValue[] => [key, parents.get(key) ?? null]);
      const tree = session.add(new Map([["Nums", nums]]));
      session.set(rootValue.num, new Map(dictAt(cos, rootValue)).set("ParentTree", tree));
    },
  };
}

const printRoles: Readonly<Record<FormType, string>> = {
  text: "tv",
  signature: "tv",
  dropdown: "lb",
  listbox: "lb",
  checkbox: "cb",
  radio: "rb",
  button: "pb",
};

/** The attributes of a Form element with the role of a print-only field (ISO 32000-2, 14.8.5.6). */
function withPrintField(session: EditSession, element: CosDict, { field }: WidgetField): CosArray {
  const { cos } = session;
  // The attributes came with PDF 1.7.
  if (cos.version < "1.7") session.setCatalog({ Version: name("1.7") });
  const own = element.get("A");
  // In an array, each is followed by its revision (14.7.6.3), here the element's own.
  const revision = numberAt(cos, element.get("R")) ?? 0;
  const attributes = arrayAt(cos, own) ?? (own === undefined ? [] : [own, revision]);
  const role = dictOf({ O: name("PrintField"), Role: name(printRoles[formType(field)]) });
  return [...attributes, role, revision];
}

/** Whether only artifacts may be untagged: the document claims to be tagged. */
export function isMarked({ cos }: EditSession): boolean {
  return cos.resolve(dictAt(cos, cos.catalog.get("MarkInfo"))?.get("Marked") ?? null) === true;
}
