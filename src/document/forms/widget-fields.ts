/** The field that a widget shows: by the form's tree, or by the widget's own entries if the form omits it. */
import { type CosDict, type CosValue, isDict, ref } from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { acroForm, arrayAt } from "../typed-get.ts";
import { type FormField, fieldsUp, listFields } from "./fields.ts";

/** A field as shown by one of its widgets. */
export interface WidgetField {
  readonly field: FormField;
  /** An entry of the widget, or of its nearest ancestor that has it; the form's for entries with form defaults. */
  inherited(key: string): CosValue | undefined;
  /** The form's default resources. */
  readonly resources: CosValue | undefined;
}

export function widgetFields(session: Pick<EditSession, "cos">): {
  /** The fields that the form lists. */
  readonly listed: readonly FormField[];
  /** Whether the form's NeedAppearances says that appearances are out of date. */
  readonly needAppearances: boolean;
  of(num: number, widget: CosDict): WidgetField | undefined;
} {
  const { cos } = session;
  const form = acroForm(cos);
  const resources = form?.get("DR");
  const byWidget = new Map<number, FormField>();
  const listed = listFields(cos, arrayAt(cos, form?.get("Fields")) ?? []);
  const note = (fields: readonly FormField[]) => {
    for (const field of fields) for (const { num } of field.widgets) if (num !== 0) byWidget.set(num, field);
  };
  note(listed.fields);

  const adopt = (num: number, widget: CosDict): FormField | undefined => {
    let top: CosValue | undefined;
    for (const { value, num: above } of fieldsUp(cos, widget.get("Parent"))) {
      if (above === 0 || listed.seen.has(above) || !isDict(value)) break;
      top = ref(above, cos.generation(above));
    }
    if (top === undefined && num === 0) return listFields(cos, [widget]).fields[0];
    note(listFields(cos, [top ?? ref(num)], listed.seen).fields);
    return byWidget.get(num);
  };

  return {
    listed: listed.fields,
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
