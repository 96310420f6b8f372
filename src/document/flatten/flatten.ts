/**
 * Flattening: the appearances of form fields and annotations become page content (ISO 32000-2, 12.5.5), and the fields and
 * annotations are removed. Missing appearances are drawn first, as are fields of a form with NeedAppearances.
 */
import { drawObject, endMarkedContent, type PDFOperator, popGraphicsState, pushGraphicsState } from "pdf-lib";
import { pushTo } from "../../core/collections/maps.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosRef, type CosValue, isRef, name, setEntry } from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import {
  type ChosenAppearance,
  chooseAppearance,
  hidesValue,
  type RemovedAnnotation,
} from "../forms/appearance.ts";
import { drawFields } from "../forms/draw-fields.ts";
import { inWarning } from "../forms/fields.ts";
import { widgetFields } from "../forms/widget-fields.ts";
import type { Matrix } from "../pages/matrix.ts";
import { beginMarked, contentOf, transform } from "../stamp/operators.ts";
import { createStamper, type Need } from "../stamp/stamp.ts";
import { annotationsAt, arrayAt, dictAt, nameAt, numberAt } from "../typed-get.ts";
import { drawMissing } from "./appearance-sheet.ts";
import { placeAppearance } from "./place.ts";
import { dropFields } from "./remove-fields.ts";
import { flattenTags, isMarked } from "./tags.ts";

export type Flattened = "all" | "forms" | "annotations";

/** Annotations with more than an appearance, which would be lost. */
const holders = new Set(["FileAttachment", "Sound", "Movie", "Screen", "RichMedia", "3D", "Projection"]);
/** For printing presses, not for viewing. */
const technical = new Set(["PrinterMark", "TrapNet"]);

/** Bits of /F (ISO 32000-2, table 167). */
const hidden = 1 << 1;
const noRotate = 1 << 4;
const noView = 1 << 5;

/** Flattens the annotations on these pages of the current document. */
export async function flattenPages(
  session: EditSession,
  pages: ReadonlySet<number>,
  what: Flattened,
): Promise<void> {
  const fields = widgetFields(session);
  const removed: RemovedAnnotation[] = [];
  const remaining = new Map<number, CosValue[]>();
  let holding = 0;

  for (const page of pages) {
    const list = annotationsAt(session.cos, session.page(page).get("Annots"));
    if (!list) continue;
    const kept: CosValue[] = [];
    const files: CosValue[] = [];
    for (const entry of list) {
      const dict = dictAt(session.cos, entry);
      if (!dict) continue;
      const subtype = nameAt(session.cos, dict.get("Subtype")) ?? "";
      // In a damaged document the list may refer to anything, even the catalog, which must not be removed.
      if (subtype === "" || (nameAt(session.cos, dict.get("Type")) ?? "Annot") !== "Annot") {
        kept.push(entry);
        continue;
      }
      if (what !== "forms" && holders.has(subtype)) holding++;
      if (!isFlattened(subtype, what)) kept.push(entry);
      else {
        files.push(...(arrayAt(session.cos, dict.get("AF")) ?? []));
        const num = isRef(entry) ? entry.num : 0;
        removed.push({ page, num, dict, field: subtype === "Widget" ? fields.of(num, dict) : undefined });
      }
    }
    if (kept.length < list.length) remaining.set(page, kept);
    // Associated files of removed annotations become the page's (ISO 32000-2, 14.13.5 and 14.13.7).
    if (files.length > 0) {
      const dict = session.changePage(page);
      dict.set("AF", [...(arrayAt(session.cos, dict.get("AF")) ?? []), ...files]);
    }
  }

  if (holding > 0)
    session.context.warn(
      `${holding} ${holding === 1 ? "annotation stays as it is: it holds" : "annotations stay as they are: they hold"} an attached file or media`,
    );

  if (removed.length > 0) await draw(session, removed, fields.needAppearances);
  for (const [page, kept] of remaining)
    setEntry(session.changePage(page), "Annots", kept.length > 0 ? kept : undefined);
  remove(session, removed, what !== "annotations", pages.size === session.pageCount);
}

function isFlattened(subtype: string, what: Flattened): boolean {
  if (subtype === "Widget") return what !== "annotations";
  if (what === "forms" || subtype === "Link") return false;
  return !holders.has(subtype) && !technical.has(subtype);
}

async function draw(
  session: EditSession,
  removed: readonly RemovedAnnotation[],
  stale: boolean,
): Promise<void> {
  const { cos } = session;
  const looks = new Map<RemovedAnnotation, ChosenAppearance>();
  const missing: RemovedAnnotation[] = [];
  const hiding = new Set<string>();

  for (const one of removed) {
    const flags = numberAt(cos, one.dict.get("F")) ?? 0;
    const subtype = nameAt(cos, one.dict.get("Subtype"));
    if ((flags & (hidden | noView)) !== 0 || subtype === "Popup") continue;
    const look = chooseAppearance(cos, one, stale);
    if (look === "missing") missing.push(one);
    else if (look) looks.set(one, look);
    if (look && look !== "missing" && one.field && hidesValue(cos, one.field, look))
      hiding.add(one.field.field.name);
  }

  if (hiding.size > 0)
    session.context.warn(
      `The ${inWarning(hiding)} had a value that viewers don't show, because the appearance is empty: the page stays empty there`,
    );

  const [widgets, others] = [missing.filter(({ field }) => field), missing.filter(({ field }) => !field)];
  for (const [one, look] of await drawFields(session, widgets)) looks.set(one, look);
  for (const [one, look] of await drawMissing(session, others)) looks.set(one, look);

  paint(session, removed, looks);
}

/** An appearance on its page. */
interface Drawn {
  readonly form: CosRef;
  readonly matrix: Matrix;
  /** The operator that begins marked content; undefined if the document has no tags. */
  readonly mark: PDFOperator | undefined;
}

/** Draws the appearances in the order of the pages' annotations: later ones are on top. */
function paint(
  session: EditSession,
  removed: readonly RemovedAnnotation[],
  looks: ReadonlyMap<RemovedAnnotation, ChosenAppearance>,
): void {
  const { cos } = session;
  const tags = flattenTags(session);
  const artifact = isMarked(session) ? beginMarked("Artifact") : undefined;
  const byPage = new Map<number, Drawn[]>();

  for (const one of removed) {
    const { page, dict } = one;
    const look = looks.get(one);
    const rotation = look && staysUpright(cos, look.annotation) ? session.boxes(page).rotation : 0;
    const matrix = look && placeAppearance(cos, look.stream.dict, look.annotation.get("Rect"), rotation);
    if (!look || !matrix) {
      tags?.leave(one);
      continue;
    }
    const form = formObject(session, look, dict.get("OC"), one.field?.resources);
    pushTo(byPage, page, { form, matrix, mark: tags ? tags.begin(one) : artifact });
  }

  tags?.finish();
  const stamp = createStamper(session);
  for (const [page, list] of byPage) {
    const needs = new Map(
      list.map(({ form }): [number, Need] => [form.num, { category: "XObject", value: form }]),
    );
    stamp(page, [...needs.values()], (names) => {
      const nameOf = new Map([...needs.keys()].map((num, k) => [num, names[k] ?? ""]));
      const operators = list.flatMap(({ form, matrix, mark }) => {
        const drawn = drawObject(nameOf.get(form.num) ?? "");
        const content = [pushGraphicsState(), transform(matrix), drawn, popGraphicsState()];
        return mark === undefined ? content : [mark, ...content, endMarkedContent()];
      });
      return contentOf(operators);
    });
  }
}

function staysUpright(cos: CosDocument, annotation: CosDict): boolean {
  // Notes are always shown upright, whatever their flags (12.5.6.4).
  const flags = numberAt(cos, annotation.get("F")) ?? 0;
  return (flags & noRotate) !== 0 || nameAt(cos, annotation.get("Subtype")) === "Text";
}

/** An appearance as a form XObject for a page. */
function formObject(
  session: EditSession,
  { value, stream }: ChosenAppearance,
  layer: CosValue | undefined,
  resources: CosValue | undefined,
): CosRef {
  const { dict } = stream;
  const complete =
    nameAt(session.cos, dict.get("Subtype")) === "Form" &&
    layer === undefined &&
    (dict.has("Resources") || resources === undefined);
  if (complete && value) return value;
  const own: CosDict = new Map(dict);
  own.set("Type", name("XObject")).set("Subtype", name("Form"));
  // Old writers omit resources that are in the form's own dictionary.
  if (!own.has("Resources") && resources !== undefined) own.set("Resources", resources);
  if (layer !== undefined && !own.has("OC")) own.set("OC", layer);

  return session.add({ ...stream, dict: own });
}

function remove(
  session: EditSession,
  removed: readonly RemovedAnnotation[],
  forms: boolean,
  everyPage: boolean,
): void {
  const remaining = new Set<number>();
  for (let page = 1; page <= session.pageCount; page++) {
    for (const entry of annotationsAt(session.cos, session.page(page).get("Annots")) ?? [])
      if (isRef(entry)) remaining.add(entry.num);
  }
  const gone = new Set(removed.flatMap(({ num }) => (num === 0 || remaining.has(num) ? [] : [num])));
  if (forms) dropFields(session, gone, everyPage);
  for (const num of gone) session.set(num, undefined);
  // The fields' values are in the old bytes.
  if (removed.length > 0) session.requireRewrite();
}
