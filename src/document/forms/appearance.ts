/**
 * Chooses an annotation's displayed appearance (ISO 32000-2, 12.5.5). For a form field it is the existing stream, whatever the
 * value: viewers show that, and it may have a prompt, a unit or a date as a script wrote it. It's drawn from the value only if
 * there is no stream, or if the form says that its streams are out of date (NeedAppearances).
 */
import type { CosDocument } from "../../cos/document.ts";
import { contentOperators } from "../../cos/syntax/content/operators.ts";
import { scanContent } from "../../cos/syntax/content/scan.ts";
import {
  type CosDict,
  type CosRef,
  type CosStream,
  type CosValue,
  isName,
  isRef,
  isString,
} from "../../cos/syntax/value.ts";
import { decodeText } from "../text-string.ts";
import { dataOf, dictAt, nameAt, streamAt } from "../typed-get.ts";
import { fieldFormat, type Shown } from "./field-format.ts";
import type { FormField } from "./fields.ts";
import { chosenOptions, formOptions, formType, formValue, has } from "./values.ts";
import type { WidgetField } from "./widget-fields.ts";

export interface ChosenAppearance {
  /** If the stream is an object of the document. */
  readonly value: CosRef | undefined;
  readonly stream: CosStream;
  /** The annotation whose `Rect` it fills. */
  readonly annotation: CosDict;
}

interface Annotation {
  readonly dict: CosDict;
  readonly field: WidgetField | undefined;
}

/** Annotations drawn from their entries if they have no appearance. */
const drawable = new Set(
  (
    "Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut " +
    "Redact Stamp Caret Ink"
  ).split(" "),
);

/** The appearance to show; "missing": it must be drawn; undefined: there is nothing to see. `stale`: the form's NeedAppearances. */
export function chooseAppearance(
  cos: CosDocument,
  annotation: Annotation,
  stale: boolean,
): ChosenAppearance | "missing" | undefined {
  const { dict, field } = annotation;
  const normal = dictAt(cos, dict.get("AP"))?.get("N");
  const subtype = nameAt(cos, dict.get("Subtype")) ?? "";
  const kind = field && formType(field.field);
  if (field && (kind === "checkbox" || kind === "radio")) return button(cos, dict, normal, field, stale);
  const look = stateOf(cos, dict, normal);
  if (subtype !== "Widget")
    return look ?? (!dictAt(cos, normal) && drawable.has(subtype) ? "missing" : undefined);

  if (!field || kind === "signature" || (look && kind === "button")) return look;
  if (!look) return shownText(cos, field) !== "" || hasFrame(cos, dict) ? "missing" : undefined;

  return stale && !isBarcode(cos, dict, field) ? "missing" : look;
}

/** An appearance's stream: itself, or that of a state: `state` or `AS`. */
function stateOf(
  cos: CosDocument,
  dict: CosDict,
  normal: CosValue | undefined,
  state = nameAt(cos, dict.get("AS")) ?? "Off",
): ChosenAppearance | undefined {
  const value = dictAt(cos, normal)?.get(state) ?? normal;
  const stream = streamAt(cos, value);
  return stream && { value: isRef(value) ? value : undefined, stream, annotation: dict };
}

/** Check boxes and radio buttons: `AS` selects the appearance; if it is missing or out of date, the field's value. */
function button(
  cos: CosDocument,
  dict: CosDict,
  normal: CosValue | undefined,
  { field }: WidgetField,
  stale: boolean,
): ChosenAppearance | "missing" | undefined {
  const states = dictAt(cos, normal);
  const value = isName(field.value) ? field.value.name : undefined;
  const current = nameAt(cos, dict.get("AS"));
  const byValue = value !== undefined && states?.has(value) ? value : "Off";
  const state = current === undefined || (stale && value !== undefined) ? byValue : current;
  const look = stateOf(cos, dict, normal, state);
  if (look) return look;
  // Without any appearance, a checked box would vanish.
  if (state !== "Off" || (!states && value !== undefined && value !== "Off")) return "missing";

  return !states && hasFrame(cos, dict) ? "missing" : undefined;
}

/** Fields with a barcode as their appearance (PMD): the value is its data, not readable text. */
function isBarcode(cos: CosDocument, dict: CosDict, field: WidgetField): boolean {
  return cos.resolve(dict.get("PMD") ?? field.inherited("PMD")) !== null;
}

/** Whether a widget has its own border, background or caption. */
function hasFrame(cos: CosDocument, dict: CosDict): boolean {
  const looks = dictAt(cos, dict.get("MK"));
  return looks !== undefined && ["BC", "BG", "CA"].some((key) => looks.has(key));
}

/** The text shown by a text or choice field; "" for others. */
export function shownText(cos: CosDocument, field: Pick<WidgetField, "field">): string {
  return shownValue(cos, field).text;
}

/** The same after its format, if known. */
export function shownValue(cos: CosDocument, { field }: Pick<WidgetField, "field">): Shown {
  const text = plainText(cos, field);
  return fieldFormat(cos, field)?.show(text) ?? { text };
}

function plainText(cos: CosDocument, field: FormField): string {
  // Passwords are shown as asterisks.
  if (formType(field) === "text" && has(field, "password"))
    return isString(field.value) ? "*".repeat([...decodeText(field.value.bytes)].length) : "";
  const value = formValue(cos, field);
  const several = Array.isArray(value) ? value : [value ?? ""];
  const options = formOptions(cos, field) ?? [];
  const chosen = options.length > 0 ? chosenOptions(cos, field, options) : [];
  return several.map((text, k) => options[chosen[k] ?? -1]?.label ?? text).join("\n");
}

/** Maximum data of an appearance to examine: one that draws nothing is short. */
const maxLooked = 10_000;

/** Whether a field has text that its appearance doesn't show, because it draws nothing. */
export function hidesValue(cos: CosDocument, field: WidgetField, { stream }: ChosenAppearance): boolean {
  const kind = formType(field.field);
  if ((kind !== "text" && kind !== "dropdown") || shownText(cos, field).trim() === "") return false;
  const data = dataOf(cos, stream, maxLooked);
  return data !== undefined && !paints(data);
}

function paints(content: Uint8Array): boolean {
  const scan = scanContent(content);
  while (scan.next())
    if (scan.token === "operator" && contentOperators.get(scan.code)?.paints !== undefined) return true;
  return false;
}

/** An annotation that is removed from a page and may leave its appearance there. */
export interface RemovedAnnotation {
  readonly page: number;
  /** 0 for a direct object. */
  readonly num: number;
  readonly dict: CosDict;
  readonly field: WidgetField | undefined;
}
