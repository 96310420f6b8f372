/** Warnings about the scripts of a filled form: they aren't run. */
import type { EditSession } from "../edit.ts";
import { shownValue } from "./appearance.ts";
import { fieldFormat } from "./field-format.ts";
import { constantCall, fieldScript } from "./field-scripts.ts";
import { type FormField, inWarning } from "./fields.ts";
import { formValue } from "./values.ts";

/** Maximum formatted fields shown with their text. */
const maxExamples = 10;
/** Maximum characters of a text in a warning. */
const maxShown = 60;

/** Lists the calculated fields, and those in `filled` that a script formats or validates. */
export function warnOfScripts(
  session: EditSession,
  fields: readonly FormField[],
  filled: Pick<ReadonlySet<string>, "has">,
): void {
  const { cos, context } = session;
  const calculated = new Set<string>();
  const unknown = new Set<string>();
  const unfit = new Set<string>();
  const formatted = new Map<string, string>();

  for (const field of fields) {
    if (fieldScript(cos, field, "C") !== undefined) calculated.add(field.name);
    if (!filled.has(field.name)) continue;
    const format = fieldFormat(cos, field);
    const value = formValue(cos, field);
    if (format && typeof value === "string" && value !== "") {
      const shown = format.show(value);
      if (shown) formatted.set(field.name, shownValue(cos, { field }).text);
      else unfit.add(field.name);
    }
    if (hasOwnScript(session, field, format !== undefined)) unknown.add(field.name);
  }

  if (calculated.size > 0)
    context.warn(`Scripts, which are not run, calculate the ${inWarning(calculated)}: check the values.`);
  if (formatted.size > 0) {
    const shown = [...formatted]
      .slice(0, maxExamples)
      .map(([field, text]) => `${JSON.stringify(field)} as ${JSON.stringify(text.slice(0, maxShown))}`);
    const more = formatted.size > shown.length ? ` and ${formatted.size - shown.length} more` : "";
    context.warn(`Format scripts say how form fields are shown: ${shown.join(", ")}${more}.`);
  }

  if (unfit.size > 0)
    context.warn(`Values that their format does not know are shown as they are, in the ${inWarning(unfit)}.`);
  if (unknown.size > 0)
    context.warn(
      `Scripts of the ${inWarning(unknown)} are not run: the values are neither formatted nor checked.`,
    );
}

/** Whether a field has a script other than a format that is known and the keystrokes that belong to one. */
function hasOwnScript({ cos }: EditSession, field: FormField, isFormatted: boolean): boolean {
  return (["F", "V", "K"] as const).some((trigger) => {
    const script = fieldScript(cos, field, trigger);
    if (script === undefined || script.trim() === "" || (trigger === "F" && isFormatted)) return false;
    return trigger !== "K" || !constantCall(script)?.name.includes("_Keystroke");
  });
}
