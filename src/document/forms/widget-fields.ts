/** The field that a widget shows: by the form's tree, or by the widget's own entries if the form omits it. */
import { type CosDict, type CosValue, isDict, ref } from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { acroForm, arrayAt } from "../typed-get.ts";
import { type FormField, fieldsUp, listFields, maxFields } from "./fields.ts";

/** A field as shown by one of its widgets. */
export interface WidgetField {
  readonly field: FormField;
  /** An entry of the widget, or of its nearest ancestor that has it; the form's for entries with form defaults. */
  inherited(key: string): CosValue | undefined;
  /** The form's default resources. */
  readonly resources: CosValue | undefined;
}

export interface WidgetFields {
  /** The fields that the form lists. */
  readonly listed: readonly FormField[];
  /** Topmost fields of widgets that were asked for and that the form doesn't list, and all fields below them. */
  readonly loose: { readonly roots: readonly CosValue[]; readonly fields: readonly FormField[] };
  /** Whether there are more than `maxFields`. */
  readonly cut: boolean;
  /** Whether the form's NeedAppearances says that appearances are out of date. */
  readonly needAppearances: boolean;
  of(num: number, widget: CosDict): WidgetField | undefined;
}

export function widgetFields({ cos }: Pick<EditSession, "cos">): WidgetFields {
  const form = acroForm(cos);
  const resources = form?.get("DR");
  const byWidget = new Map<number, FormField>();
  const listed = listFields(cos, arrayAt(cos, form?.get("Fields")) ?? []);
  const known = new Set(listed.seen);
  const loose: { roots: CosValue[]; fields: FormField[] } = { roots: [], fields: [] };
  let { cut } = listed;
  const note = (fields: readonly FormField[]) => {
    for (const field of fields) for (const { num } of field.widgets) if (num !== 0) byWidget.set(num, field);
  };
  note(listed.fields);

  const adopt = (num: number, widget: CosDict): FormField | undefined => {
    let root = num === 0 ? widget : ref(num, cos.generation(num));
    let isLoose = !known.has(num);
    for (const { value, num: above } of fieldsUp(cos, widget.get("Parent"))) {
      if (known.has(above)) isLoose = false;
      if (above === 0 || known.has(above) || !isDict(value)) break;
      root = ref(above, cos.generation(above));
    }
    cut ||= known.size >= maxFields;
    if (cut) return undefined;

    const { fields, seen } = listFields(cos, [root], known);
    for (const one of seen) known.add(one);
    note(fields);
    if (isLoose) {
      loose.roots.push(root);
      loose.fields.push(...fields);
    }
    return num === 0 && root === widget ? fields[0] : byWidget.get(num);
  };

  return {
    listed: listed.fields,
    loose,
    get cut() {
      return cut;
    },
    needAppearances: cos.resolve(form?.get("NeedAppearances") ?? null) === true,
    of(num, widget) {
      const field = byWidget.get(num) ?? adopt(num, widget);
      if (!field) return undefined;
      return {
        field,
        resources,
        inherited(key) {
          for (const { value } of fieldsUp(cos, widget)) {
            const own = isDict(value) ? value.get(key) : undefined;
            if (own !== undefined && cos.resolve(own) !== null) return own;
          }
          return key === "DA" || key === "Q" ? form?.get(key) : undefined;
        },
      };
    },
  };
}
