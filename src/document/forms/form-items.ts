/** A document's form fields in the order that users see them (docs/decisions/0028). */
import { groupWhile } from "../../core/collections/group-while.ts";
import { type CosDict, type CosValue, isDict, isRef, isString } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../open.ts";
import { pageBoxes, readBox } from "../pages/boxes.ts";
import { shownBox } from "../pages/display-space.ts";
import { decodeText } from "../text-string.ts";
import { annotationsAt, dictAt, nameAt, refNumber } from "../typed-get.ts";
import { xfaKind, xfaWarning } from "../xfa.ts";
import { type FieldFormat, fieldFormat } from "./field-format.ts";
import { fieldScript } from "./field-scripts.ts";
import { type FormField, maxFields } from "./fields.ts";
import { type FormOption, type FormType, formOptions, formType, formValue, has } from "./values.ts";
import { type WidgetFields, widgetFields } from "./widget-fields.ts";

export interface FormItem {
  readonly name: string;
  readonly type: FormType;
  readonly value: string | string[] | null;
  /** 1-based; null for a field that no page shows. */
  readonly page: number | null;
  readonly required: boolean;
  readonly read_only: boolean;
  readonly label?: string;
  readonly options?: FormOption[];
  readonly max_length?: number;
  readonly multiline?: boolean;
  /** Whether each character has its own cell. */
  readonly comb?: boolean;
  readonly password?: boolean;
  /** Whether a dropdown accepts other text too. */
  readonly editable?: boolean;
  /** Whether several options of a list box may be chosen. */
  readonly multiple?: boolean;
  /** Whether a script calculates the value. */
  readonly calculated?: boolean;
  readonly format?: Pick<FieldFormat, "type" | "pattern">;
  readonly signed?: boolean;
}

interface Placed {
  readonly field: FormField;
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
}

/** Maximum size of a label. */
const maxLabelBytes = 10_000;

/** Maximum annotations examined per document; the rest are omitted. */
const maxAnnotations = 1_000_000;

export interface PlacedWidget {
  /** 1-based. */
  readonly page: number;
  /** The annotation as listed in /Annots. */
  readonly value: CosValue;
  readonly dict: CosDict;
}

/**
 * Widgets of all pages in page order, each once, by object number; direct ones by their dictionary. Neither /P nor the field
 * tree is trusted.
 */
export function placedWidgets({ cos, pages }: PdfDocument): ReadonlyMap<number | CosDict, PlacedWidget> {
  const found = new Map<number | CosDict, PlacedWidget>();
  let looked = 0;

  for (let page = 1; page <= pages.count; page++) {
    for (const value of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
      if (++looked > maxAnnotations) return found;
      if (isRef(value) && found.has(value.num)) continue;
      const dict = dictAt(cos, value);
      if (dict && nameAt(cos, dict.get("Subtype")) === "Widget")
        found.set(refNumber(value) ?? dict, { page, value, dict });
    }
  }

  return found;
}

export interface DocumentFields extends WidgetFields {
  /** The form's fields, then those that only pages show. */
  readonly fields: readonly FormField[];
  readonly widgets: ReadonlyMap<unknown, PlacedWidget>;
}

export function documentFields(document: PdfDocument): DocumentFields {
  const found = widgetFields(document);
  const widgets = placedWidgets(document);
  for (const { value, dict } of widgets.values()) found.of(refNumber(value) ?? 0, dict);
  return { ...found, fields: [...found.listed, ...found.loose.fields], widgets };
}

/** The fields; omissions go to `warn`. */
export function formItems(document: PdfDocument, warn: (message: string) => void): FormItem[] {
  const found = documentFields(document);
  if (found.cut) warn(`Only the first ${maxFields} form fields are listed.`);
  const xfa = xfaKind(document);
  if (xfa) warn(xfaWarning(xfa));
  return inOrder(place(document, found)).map((placed) => item(document, placed));
}

/** Position of an unusable rectangle. */
const atCorner = { top: 0, bottom: 0, left: 0 };

/** Each field at its first widget as displayed; page 0 if it has none. */
function place({ cos, pages }: PdfDocument, { fields, widgets }: DocumentFields): Placed[] {
  return fields.map((field) => {
    let first: Placed = { field, page: 0, ...atCorner };
    for (const { num, dict } of field.widgets) {
      const page = widgets.get(num || dict)?.page;
      if (page === undefined || (first.page !== 0 && page > first.page)) continue;
      const rect = readBox(cos, dict.get("Rect"));
      const { x0, y0, y1 } = rect ? shownBox(rect, pageBoxes(cos, pages, page)) : { x0: 0, y0: 0, y1: 0 };
      const placed = { field, page, top: y0, bottom: y1, left: x0 };
      if (first.page === 0 || comparePlaces(placed, first) < 0) first = placed;
    }
    return first;
  });
}

function comparePlaces(a: Placed, b: Placed): number {
  return a.page - b.page || a.top - b.top || a.left - b.left;
}

/** Page order, then rows from the top, within a row from the left; invisible fields last. */
function inOrder(fields: readonly Placed[]): Placed[] {
  const shown = fields.filter(({ page }) => page !== 0).sort(comparePlaces);
  // Fields in a line rarely have exactly the same height: a row consists of fields that begin in the upper half of its first one.
  const rows = groupWhile(
    shown,
    (_, field, [first]) => first.page === field.page && field.top <= (first.top + first.bottom) / 2,
  );
  const rest = fields.filter(({ page }) => page === 0);
  return [...rows.flatMap((row) => row.sort((a, b) => a.left - b.left || a.top - b.top)), ...rest];
}

function item({ cos }: PdfDocument, { field, page }: Placed): FormItem {
  const type = formType(field);
  const tooltip = cos.resolve(field.dict.get("TU"));
  const label = isString(tooltip) ? decodeText(tooltip.bytes.subarray(0, maxLabelBytes)) : "";
  const options = formOptions(cos, field);
  const maxLength = cos.resolve(field.maxLength);
  const format = fieldFormat(cos, field);

  return {
    name: field.name,
    type,
    value: formValue(cos, field),
    page: page === 0 ? null : page,
    required: has(field, "required"),
    read_only: has(field, "readOnly"),
    ...(label !== "" && { label }),
    ...(options && { options }),
    ...(type === "text" && isLength(maxLength) && { max_length: maxLength }),
    ...(type === "text" && { multiline: has(field, "multiline") }),
    ...(type === "text" && has(field, "comb") && { comb: true }),
    ...(type === "text" && has(field, "password") && { password: true }),
    ...(type === "dropdown" && has(field, "edit") && { editable: true }),
    ...(type === "listbox" && has(field, "multiSelect") && { multiple: true }),
    ...(fieldScript(cos, field, "C") !== undefined && { calculated: true }),
    ...(format && { format: { type: format.type, pattern: format.pattern } }),
    ...(type === "signature" && { signed: isDict(field.value) }),
  };
}

function isLength(value: CosValue): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}
