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

/** The options in words: stored values, and the displayed texts that differ from them. */
function listed(options: readonly FormOption[]): string {
  const quoted = (text: string) => JSON.stringify(text.slice(0, maxShown));
  const shown = options
    .slice(0, maxNamed)
    .map(({ value, label }) => (value === label ? quoted(value) : `${quoted(value)} (${quoted(label)})`));
  const more = options.length > shown.length ? ` and ${options.length - shown.length} more` : "";
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
  const options = [...new Map(choices.map((choice) => [choice.value, choice])).values()];
  if (isList(value)) return refused(`is a ${kind}: it takes one value`);
  const isBox = kind === "check box";
  const word = isBox ? boxWord(choices, value) : undefined;
  const chosen = chosenStates(choices, word ?? value);
  if (chosen.length === 0 && word !== false && !isOff(value))
    return refused(isBox ? `is a check box: ${boxTakes(options)}` : `has no such option; ${listed(options)}`);

  if ((word ?? value) === true && chosen.length > 1)
    return refused(`has several options: name one; ${listed(options)}`);
  if (chosen.length > 1 && !isBox)
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

/** Words in tables for a check box that is on, and for one that is off. */
const onWords = new Set(["true", "yes", "ja", "x", "1"]);
const offWords = new Set(["false", "no", "nein", "0"]);

/** What a word means for a check box; undefined if it is no such word, or the box has an option of this kind of its own. */
function boxWord(choices: readonly Choice[], value: GivenValue): boolean | undefined {
  const text = String(value).toLowerCase();
  const own = choices.flatMap((choice) => [choice.value, nameText(choice.state)]);
  if (own.includes(String(value))) return undefined;
  if (value === "true") return true;
  if (own.some((one) => offWords.has(one.toLowerCase()))) return undefined;
  if (onWords.has(text)) return true;
  return offWords.has(text) ? false : undefined;
}

function boxTakes(options: readonly FormOption[]): string {
  const words = options.length > 1 ? "false, no" : "true or false, yes or no, x, 1 or 0";
  return `it takes ${words}, or an option; ${listed(options)}`;
}

/** The states for a value: by export value, or else by name. */
function chosenStates(choices: readonly Choice[], value: GivenValue): string[] {
  const states = (fits: (choice: Choice) => boolean) => [
    ...new Set(choices.filter(fits).map(({ state }) => state)),
  ];
  if (value === null || value === false) return [];
  if (value === true) return states(() => true);
  const text = String(value);
  const exported = states((choice) => choice.value === text);
  if (exported.length > 0) return exported;
  return states((choice) => nameText(choice.state) === text);
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
      return refused(`has no option ${shown}; ${listed(options)}`);
    if (!option && /[\r\n]/.test(text))
      return refused("has a single line: its value can't have a line break");
    chosen.push({ at: found ?? -1, text: option?.value ?? text });
  }

  chosen.sort((a, b) => a.at - b.at);
  const stored = chosen.map(({ text }) => textString(text));

  return {
    entries: {
      V: stored.length > 1 ? stored : stored[0],
      // Of options with the same value, only this tells which one was meant.
      I: isBox || isShared(options, chosen[0]?.at) ? chosen.map(({ at }) => at) : undefined,
      TI: undefined,
    },
  };
}

const isShared = (options: readonly FormOption[], at: number | undefined): boolean =>
  options.some((option, k) => k !== at && option.value === options[at ?? -1]?.value);

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
