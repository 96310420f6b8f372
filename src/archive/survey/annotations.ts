/** Annotations, form fields, actions and signatures (ISO 32000-2, 12.5 to 12.8). */
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isDict } from "../../cos/syntax/value.ts";
import { chain, walk } from "../../cos/walk.ts";
import { arrayAt, nameAt, numberAt, numbersAt } from "../../document/typed-get.ts";
import type { AnnotationFact } from "../facts.ts";
import { PdfObject } from "../object.ts";
import type { Place, Report } from "../rule.ts";

const maxFieldDepth = 100;
const maxActions = 10_000;

/** A field's attribute, own or inherited. */
export function fieldAttribute(cos: CosDocument, field: CosDict, key: string): CosValue {
  const parts = chain(cos, { part: "the form fields", depth: maxFieldDepth }, field, (value) =>
    isDict(value) ? value.get("Parent") : undefined,
  );
  for (const { value } of parts) {
    const own = isDict(value) ? cos.resolve(value.get(key)) : null;
    if (own !== null) return own;
  }
  return null;
}

export function annotationFact(object: PdfObject): AnnotationFact {
  const { cos } = object;
  const subtype = object.name("Subtype") ?? "";
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersAt(cos, object.dict.get("Rect"));
  const appearances = object.object("AP");
  const normal = appearances?.object("N");
  const keys = appearances && [...appearances.dict.keys()].filter((key) => appearances.has(key));
  return {
    object,
    subtype,
    flags: numberAt(cos, object.dict.get("F")),
    isEmpty: x0 === x1 && y0 === y1,
    appearances: keys?.join("&"),
    normal: normal && (normal.stream ? "stream" : "dict"),
    hasStates:
      normal !== undefined &&
      normal.stream === undefined &&
      normal.dict.size > 0 &&
      [...normal.dict.keys()].every((key) => normal.streamOf(key) !== undefined),
    fieldType: subtype === "Widget" ? nameAt(cos, fieldAttribute(cos, object.dict, "FT")) : undefined,
  };
}

/** The appearance streams of an annotation. */
export function appearancesOf(annotation: PdfObject): PdfObject[] {
  const all = annotation.object("AP");
  if (!all) return [];
  return [...all.dict.keys()].flatMap((key) => {
    const one = all.object(key);
    if (!one) return [];
    if (one.stream) return [one];
    return [...one.dict.keys()].flatMap((state) => {
      const found = one.object(state);
      return found?.stream ? [found] : [];
    });
  });
}

/** Reports an action and those that follow it. */
export function surveyActions(
  cos: CosDocument,
  value: CosValue | undefined,
  place: Place,
  report: Report,
): void {
  walk(
    cos,
    { part: "its actions", depth: maxActions },
    [value ?? null],
    undefined,
    ({ value: found, num }) => {
      if (!isDict(found)) return undefined;
      report(
        "action",
        { type: nameAt(cos, found.get("S")), named: nameAt(cos, found.get("N")) },
        { ...place, ...(num && { num }) },
      );
      return [{ values: [found.get("Next") ?? null], state: undefined }];
    },
  );
}

/** Reports additional actions. */
export function surveyAdditional(
  object: PdfObject,
  of: "widget" | "field" | "page" | "document" | "annotation",
  place: Place,
  report: Report,
): void {
  const all = object.object("AA");
  if (!all) return;
  report("additionalActions", { keys: [...all.dict.keys()], of }, place);
  for (const action of all.dict.values()) surveyActions(object.cos, action, place, report);
}

export function surveyAnnotation(object: PdfObject, place: Place, report: Report): void {
  const fact = annotationFact(object);
  report("annotation", fact, place);
  if (fact.subtype === "Widget") report("widget", fact, place);
  surveyActions(object.cos, object.dict.get("A"), place, report);
  surveyAdditional(object, fact.subtype === "Widget" ? "widget" : "annotation", place, report);
}

/** The interactive form with its fields. Widgets are surveyed with their pages. */
export function surveyForm(cos: CosDocument, report: Report): void {
  const form = PdfObject.at(cos, cos.catalog.get("AcroForm"));
  if (!form) return;
  report("interactiveForm", form, { num: form.num });
  walk(
    cos,
    { part: "the form fields", depth: maxFieldDepth },
    arrayAt(cos, form.dict.get("Fields")) ?? [],
    undefined,
    ({ value, num }) => {
      if (!isDict(value)) return undefined;
      const isWidget = !value.has("T") && nameAt(cos, value.get("Subtype")) === "Widget";
      const field = PdfObject.at(cos, num ? { kind: "ref", num, gen: cos.generation(num) } : value);
      if (field && !isWidget) {
        report("field", field, { num });
        surveyAdditional(field, "field", { num }, report);
        if (nameAt(cos, fieldAttribute(cos, value, "FT")) === "Sig") surveySignature(field, report);
      }
      return [{ values: [value.get("Kids") ?? null], state: undefined }];
    },
  );
}

function surveySignature(field: PdfObject, report: Report): void {
  const signature = field.object("V");
  if (!signature) return;
  const { cos } = field;
  const place = { num: signature.num };
  const range = numbersAt(cos, signature.dict.get("ByteRange"));
  const [start = -1, before = 0, after = 0, rest = 0] = range;
  const contents = signature.text("Contents");
  const gap = after - (start + before);
  // Two hexadecimal digits a byte, between angle brackets.
  const isGap = contents !== undefined && gap === contents.length * 2 + 2;
  report("signature", { coversFile: start === 0 && isGap && after + rest === cos.source.size }, place);
  if (contents !== undefined) report("signedData", undefined, place);
  const permissions = PdfObject.at(cos, cos.catalog.get("Perms"));
  if (!permissions?.has("DocMDP")) return;
  for (const item of arrayAt(cos, signature.dict.get("Reference")) ?? []) {
    const reference = PdfObject.at(cos, item);
    if (reference) report("signatureReference", reference, place);
  }
}

/** Permissions, actions of the document, and those of its bookmarks. */
export function surveyDocumentActions(cos: CosDocument, report: Report): void {
  const catalog = PdfObject.at(cos, cos.trailer.get("Root"));
  if (!catalog) return;
  const permissions = catalog.object("Perms");
  if (permissions) report("permissions", [...permissions.dict.keys()], { num: permissions.num });
  const open = cos.resolve(catalog.dict.get("OpenAction"));
  if (isDict(open)) surveyActions(cos, catalog.dict.get("OpenAction"), {}, report);
  surveyAdditional(catalog, "document", {}, report);
  const outlines = catalog.object("Outlines");
  walk(
    cos,
    { part: "its bookmarks", depth: maxActions },
    [outlines?.dict.get("First") ?? null],
    undefined,
    ({ value, num }) => {
      if (!isDict(value)) return undefined;
      if (value.has("A")) surveyActions(cos, value.get("A"), { num }, report);
      return [{ values: [value.get("First") ?? null, value.get("Next") ?? null], state: undefined }];
    },
  );
}
