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

/** A document's tags; undefined if it has none. */
export function flattenTags(session: EditSession): FlattenTags | undefined {
  const { cos } = session;
  const root = cos.catalog.get("StructTreeRoot");
  const tree = dictAt(cos, root);
  return tree && new FlattenTags(session, root, readNumberTree(cos, tree.get("ParentTree")));
}

class FlattenTags {
  readonly #session: EditSession;
  readonly #root: CosValue | undefined;
  readonly #parents: Map<number, CosValue>;
  readonly #pdfua: boolean;
  /** New arrays of pages, by key. */
  readonly #changed = new Map<number, CosArray>();

  constructor(session: EditSession, root: CosValue | undefined, parents: Map<number, CosValue>) {
    this.#session = session;
    this.#root = root;
    this.#parents = parents;
    this.#pdfua = claimOf(session.cos).pdfua !== undefined;
  }

  /**
   * The operator that begins the marked content of an annotation's appearance. The annotation leaves its structure element; if
   * that can't contain page content, or there is none, the appearance is an artifact.
   */
  begin(annotation: RemovedAnnotation): PDFOperator {
    const session = this.#session;
    const { cos } = session;
    const { page, num, dict } = annotation;
    const element = num === 0 ? undefined : this.#elementOf(dict);
    const key = numberAt(cos, session.page(page).get("StructParents"));
    const own = session.objectOf(page);
    const known =
      key === undefined ? undefined : (this.#changed.get(key) ?? arrayAt(cos, this.#parents.get(key)));
    if (element === undefined || key === undefined || own === 0 || !known) {
      if (element !== undefined) this.#replace(element, annotation, undefined);
      return beginMarked("Artifact");
    }

    const id = known.length;
    const content = dictOf({ Type: name("MCR"), Pg: ref(own, cos.generation(own)), MCID: id });
    if (!this.#replace(element, annotation, content)) return beginMarked("Artifact");
    this.#changed.set(key, [...known, element]);
    if (this.#pdfua) this.#giveLanguage(element);
    return beginMarked("Span", `<</MCID ${id}>>`);
  }

  /** For an annotation removed without an appearance. */
  leave(annotation: RemovedAnnotation): void {
    if (annotation.num !== 0) this.#replace(this.#elementOf(annotation.dict), annotation, undefined);
  }

  finish(): void {
    const session = this.#session;
    const parents = this.#parents;
    const root = this.#root;
    if (this.#changed.size === 0 || !isRef(root)) return;

    let direct = false;
    for (const [key, list] of this.#changed) {
      const place = parents.get(key);
      if (isRef(place)) session.set(place.num, list);
      else {
        parents.set(key, list);
        direct = true;
      }
    }

    if (!direct) return;
    const nums = [...parents].sort(([a], [b]) => a - b).flat();
    const tree = session.add(new Map([["Nums", nums]]));
    session.set(root.num, new Map(dictAt(session.cos, root)).set("ParentTree", tree));
  }

  #elementOf(annotation: CosDict): CosValue | undefined {
    const key = numberAt(this.#session.cos, annotation.get("StructParent"));
    return key === undefined ? undefined : this.#parents.get(key);
  }

  /**
   * PDF/UA requires the language of all text to be known (ISO 14289-1, 7.2), and an appearance doesn't have its element's: a
   * document without a default gets that of the first element with one.
   */
  #giveLanguage(element: CosValue): void {
    const { cos } = this.#session;
    if (cos.catalog.has("Lang")) return;
    const up = (dict: CosValue) => (isDict(dict) ? dict.get("P") : undefined);
    for (const { value } of chain(cos, { part: "the structure tree", depth: 500 }, element, up)) {
      const Lang = isDict(value) ? value.get("Lang") : undefined;
      if (Lang === undefined) continue;
      this.#session.setCatalog({ Lang });
      return;
    }
  }

  /** Replaces the element's reference to the annotation with `content`; returns whether it did. */
  #replace(
    element: CosValue | undefined,
    { num, field }: RemovedAnnotation,
    content: CosValue | undefined,
  ): boolean {
    const session = this.#session;
    const { cos } = session;
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
  }
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
