/** A form field as JSON: its type, value and choices (ISO 32000-2, 12.7.5). */
import { pushTo } from "../../core/collections/maps.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosValue, isArray, isName, isStream, isString } from "../../cos/syntax/value.ts";
import { decodeText } from "../text-string.ts";
import { dataOf, dictAt, nameAt, numbersAt } from "../typed-get.ts";
import { type FormField, fieldFlags } from "./fields.ts";

export const formTypes = ["text", "checkbox", "radio", "dropdown", "listbox", "button", "signature"] as const;
export type FormType = (typeof formTypes)[number];

/** `value` is stored in the file, `label` is displayed. */
export interface FormOption {
  readonly value: string;
  readonly label: string;
  /** For buttons: the name of the state, if it isn't the value. */
  readonly state?: string;
}

/** Maximum bytes of a value to decode. */
const maxValueBytes = 1_000_000;
/** Maximum choices per field. */
const maxOptions = 10_000;

export function has(field: FormField, flag: keyof typeof fieldFlags): boolean {
  return (field.flags & fieldFlags[flag]) !== 0;
}

export function formType(field: FormField): FormType {
  if (field.kind === "Tx") return "text";
  if (field.kind === "Sig") return "signature";
  if (field.kind === "Ch") return has(field, "combo") ? "dropdown" : "listbox";
  if (has(field, "pushButton")) return "button";
  return has(field, "radio") ? "radio" : "checkbox";
}

/** A string, name or (for long values) stream as text; undefined for anything else. */
function textOf(cos: CosDocument, value: CosValue | undefined): string | undefined {
  const found = cos.resolve(value);
  if (isString(found)) return decodeText(found.bytes.subarray(0, maxValueBytes));
  if (isName(found)) return nameText(found.name);
  const data = isStream(found) ? dataOf(cos, found, maxValueBytes) : undefined;
  return data && decodeText(data);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A name's bytes as text: UTF-8 if valid (ISO 32000-2, 7.3.5), otherwise PDFDocEncoding. */
export function nameText(name: string): string {
  if (!/[^\0-\x7f]/.test(name)) return name;
  const bytes = Uint8Array.from(name, (letter) => letter.charCodeAt(0));
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeText(bytes);
  }
}

/**
 * The value: text; for a checkbox or radio group, the chosen state's export value or "Off"; for a choice, its export value, or
 * a list if several may be chosen; null for buttons, signatures and passwords.
 */
export function formValue(cos: CosDocument, field: FormField): string | string[] | null {
  const type = formType(field);
  if (type === "text") return has(field, "password") ? null : (textOf(cos, field.value) ?? "");
  if (type === "checkbox" || type === "radio") return stateValue(cos, field);
  return field.kind === "Ch" ? choiceValue(cos, field) : null;
}

function choiceValue(cos: CosDocument, field: FormField): string | string[] {
  const several = has(field, "multiSelect") && !has(field, "combo");
  const values = isArray(field.value) ? field.value.slice(0, maxOptions) : [field.value];
  const texts = values.map((value) => textOf(cos, value)).filter((text) => text !== undefined);
  return several ? texts : (texts[0] ?? "");
}

/** The chosen options of a choice field, by index; undefined for a value that is no option. Options may share a value: /I tells. */
export function chosenOptions(
  cos: CosDocument,
  field: FormField,
  options: readonly FormOption[],
): readonly (number | undefined)[] {
  const listed = new Set(numbersAt(cos, field.dict.get("I")));
  const byValue = new Map<string, number[]>();
  for (const [at, { value }] of options.entries()) pushTo(byValue, value, at);
  const several = [formValue(cos, field) ?? []].flat();
  const taken = new Set<number>();

  return several.map((value) => {
    const same = byValue.get(value) ?? [];
    const at = same.find((one) => listed.has(one) && !taken.has(one)) ?? same[0];
    if (at !== undefined) taken.add(at);
    return at;
  });
}

/** A widget's states other than Off. */
export function onStates(cos: CosDocument, field: FormField, widget: number): string[] {
  const normal = dictAt(cos, dictAt(cos, field.widgets[widget]?.dict.get("AP"))?.get("N"));
  return [...(normal?.keys() ?? [])].filter((state) => state !== "Off").slice(0, maxOptions);
}

function stateValue(cos: CosDocument, field: FormField): string {
  if (isString(field.value)) return textOf(cos, field.value) ?? "Off";
  const shown = () => field.widgets.map(({ dict }) => nameAt(cos, dict.get("AS")));
  const state = isName(field.value) ? field.value.name : shown().find((one) => one && one !== "Off");
  return state === undefined ? "Off" : exportValue(cos, field, state);
}

/** /Opt of buttons: a widget's export value, if states are only numbers (12.7.5.2.3). */
export function optionText(cos: CosDocument, { options }: FormField, widget: number): string | undefined {
  return isArray(options) ? textOf(cos, options[widget]) : undefined;
}

function exportValue(cos: CosDocument, field: FormField, state: string): string {
  if (state === "Off" || !isArray(field.options)) return nameText(state);
  const widget = field.widgets.findIndex((_, k) => onStates(cos, field, k).includes(state));
  return optionText(cos, field, widget) ?? nameText(state);
}

/** Choices of a dropdown, listbox and radio group, and the state of a checkbox; undefined for other fields. */
export function formOptions(cos: CosDocument, field: FormField): FormOption[] | undefined {
  const { kind, options } = field;
  if (kind === "Ch")
    return isArray(options) ? options.slice(0, maxOptions).map((option) => choice(cos, option)) : [];
  return kind === "Btn" && !has(field, "pushButton") ? states(cos, field) : undefined;
}

function choice(cos: CosDocument, option: CosValue): FormOption {
  const found = cos.resolve(option);
  const pair = isArray(found) ? found : [found, found];
  const value = textOf(cos, pair[0]) ?? "";
  return { value, label: textOf(cos, pair[1]) ?? value };
}

function states(cos: CosDocument, field: FormField): FormOption[] {
  const options = new Map<string, FormOption>();
  const widgets = Math.min(field.widgets.length, maxOptions);

  for (let widget = 0; widget < widgets && options.size < maxOptions; widget++) {
    const text = optionText(cos, field, widget);
    const names = onStates(cos, field, widget).map(nameText);
    for (const state of text !== undefined && names.length === 0 ? [text] : names) {
      const value = text ?? state;
      // Buttons in a group may share a value but have different states.
      options.set(`${value} ${state}`, { value, label: value, ...(state !== value && { state }) });
    }
  }

  return [...options.values()];
}
