/** Converts a caller's value to a field's entries (ISO 32000-2, 12.7.5), or says why it doesn't fit. */
import type { CosDocument } from "../../cos/document.ts";
import { type CosValue, isName, name } from "../../cos/syntax/value.ts";
import { textString } from "../text-string.ts";
import { nameAt } from "../typed-get.ts";
import type { FormField } from "./fields.ts";
import { type FormOption, formOptions, formType, has, nameText, onStates, optionText } from "./values.ts";

/** `null` empties a field. */
export type GivenValue = string | number | boolean | readonly string[] | null;

/** A field's new entries; undefined removes one. */
export interface Assignment {
  readonly entries: Readonly<Record<string, CosValue | undefined>>;
  /** For check boxes and radio buttons: the state of each widget that is on, by index. */
  readonly states?: ReadonlyMap<number, string>;
}

/** A value that doesn't fit, in words. */
export interface Refusal {
  readonly refused: string;
}

const isList = (value: GivenValue): value is readonly string[] => typeof value === "object" && value !== null;

const refused = (words: string): Refusal => ({ refused: words });

/** Maximum choices listed in a message. */
const maxNamed = 20;
/** Maximum characters of a choice in a message. */
const maxShown = 60;

function listed(values: readonly string[]): string {
  const shown = values.slice(0, maxNamed).map((value) => JSON.stringify(value.slice(0, maxShown)));
  const more = values.length > shown.length ? ` and ${values.length - shown.length} more` : "";
  return shown.length === 0 ? "it has no options" : `its options are ${shown.join(", ")}${more}`;
}

export function assign(cos: CosDocument, field: FormField, value: GivenValue): Assignment | Refusal {
  const type = formType(field);
  if (type === "button" || type === "signature")
    return refused(`is a ${type === "button" ? "push button" : "signature field"}, which has no value`);
  if (has(field, "readOnly")) return refused("is read-only");
  if (type === "text") return assignText(cos, field, value);
  if (type === "checkbox" || type === "radio") return assignState(cos, field, value);
  return assignChoice(cos, field, value);
}

function assignText(cos: CosDocument, field: FormField, value: GivenValue): Assignment | Refusal {
  if (typeof value === "boolean" || isList(value)) return refused("is a text field: it takes a string");
  const text = String(value ?? "").replace(/\r\n?/g, "\n");
  if (text.includes("\n") && !has(field, "multiline"))
    return refused("has a single line: its value can't have a line break");
  // To viewers, 0 means no limit.
  const limit = cos.resolve(field.maxLength);
  const length = [...text].length;
  if (typeof limit === "number" && limit > 0 && length > limit)
    return refused(`takes at most ${limit} characters, and the value has ${length}`);
  return { entries: { V: textString(text), RV: undefined } };
}

/** A widget's states other than Off; a possible one if it has no appearance yet. */
export function widgetStates(cos: CosDocument, field: FormField, at: number): string[] {
  const states = onStates(cos, field, at);
  if (states.length > 0) return states;
  const current = nameAt(cos, field.widgets[at]?.dict.get("AS"));
  if (current !== undefined && current !== "Off") return [current];
  if (formType(field) === "radio" || field.widgets.length > 1) return [String(at)];
  return [isName(field.value) && field.value.name !== "Off" ? field.value.name : "Yes"];
}

/** A way to turn on a check box or radio button. */
interface Choice extends FormOption {
  readonly widget: number;
  readonly state: string;
}

function assignState(cos: CosDocument, field: FormField, value: GivenValue): Assignment | Refusal {
  const kind = formType(field) === "radio" ? "group of radio buttons" : "check box";
  const choices: Choice[] = field.widgets.flatMap((_, widget) =>
    widgetStates(cos, field, widget).map((state) => {
      const text = optionText(cos, field, widget) ?? nameText(state);
      return { widget, state, value: text, label: text };
    }),
  );
  const options = [...new Set(choices.map((choice) => choice.value))];
  if (isList(value)) return refused(`is a ${kind}: it takes one value`);
  const chosen = chosenStates(choices, value, kind === "check box");
  if (chosen.length === 0 && !isOff(value)) return refused(`has no such option; ${listed(options)}`);

  if (value === true && chosen.length > 1)
    return refused(`has several options: name one; ${listed(options)}`);
  if (chosen.length > 1 && kind !== "check box")
    return refused(
      `has several options with this value: name its state, one of ${chosen.map(nameText).join(", ")}`,
    );

  const on = choices.filter((choice) => chosen.includes(choice.state));
  return {
    entries: { V: name(chosen[0] ?? "Off") },
    states: new Map(on.map(({ widget, state }) => [widget, state])),
  };
}

const isOff = (value: GivenValue) => value === null || ["false", "Off", ""].includes(String(value));

/** The states for a value: by export value, or else by name; a check box also takes yes or no. */
function chosenStates(choices: readonly Choice[], value: GivenValue, isBox: boolean): string[] {
  const states = (fits: (choice: Choice) => boolean) => [
    ...new Set(choices.filter(fits).map(({ state }) => state)),
  ];
  if (value === null || value === false) return [];
  if (value === true) return states(() => true);
  const text = String(value);
  const exported = states((choice) => choice.value === text);
  if (exported.length > 0) return exported;
  const named = states((choice) => nameText(choice.state) === text);
  return named.length > 0 || !isBox || text !== "true" ? named : states(() => true);
}

function assignChoice(cos: CosDocument, field: FormField, value: GivenValue): Assignment | Refusal {
  const isBox = formType(field) === "listbox";
  const several = isBox && has(field, "multiSelect");
  if (typeof value === "boolean") return refused("is a choice: it takes one of its options");
  if (isList(value) && !several) return refused("takes a single option, not a list");
  const options = formOptions(cos, field) ?? [];
  const texts = isList(value) ? [...new Set(value)] : [String(value ?? "")];
  const empty =
    value === null || texts.length === 0 || (texts[0] === "" && !options.some((one) => one.value === ""));
  if (empty) return { entries: { V: several ? [] : textString(""), I: undefined, TI: undefined } };

  const chosen: { readonly at: number; readonly text: string }[] = [];
  for (const text of texts) {
    const found = place(options, text);
    const shown = JSON.stringify(text.slice(0, maxShown));
    if (found === "several") return refused(`has several options that ${shown} may mean`);
    const option = found === undefined ? undefined : options[found];
    if (!option && (isBox || !has(field, "edit")))
      return refused(`has no option ${shown}; ${listed(options.map((one) => one.value))}`);
    if (!option && /[\r\n]/.test(text))
      return refused("has a single line: its value can't have a line break");
    chosen.push({ at: found ?? 0, text: option?.value ?? text });
  }

  chosen.sort((a, b) => a.at - b.at);
  const stored = chosen.map(({ text }) => textString(text));

  return {
    entries: {
      V: stored.length > 1 ? stored : stored[0],
      I: isBox ? chosen.map(({ at }) => at) : undefined,
      TI: undefined,
    },
  };
}

/** The option that a text means: by its export value, or else by its displayed text. */
function place(options: readonly FormOption[], text: string): number | "several" | undefined {
  for (const key of ["value", "label"] as const) {
    const [first, ...others] = options.flatMap((option, k) => (option[key] === text ? [k] : []));
    if (first === undefined) continue;
    const same = others.every(
      (other) =>
        options[other]?.value === options[first]?.value && options[other]?.label === options[first]?.label,
    );
    return same ? first : "several";
  }
  return undefined;
}
