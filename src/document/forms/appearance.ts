/** Which appearance of an annotation is displayed (ISO 32000-2, 12.5.5), and whether it still shows the value of its field. */
import type { CosDocument } from "../../cos/document.ts";
import { afterComment, afterHex, afterString } from "../../cos/syntax/characters.ts";
import {
  type CosDict,
  type CosRef,
  type CosStream,
  type CosValue,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  latin1,
} from "../../cos/syntax/value.ts";
import { decodeText } from "../text-string.ts";
import { dataOf, dictAt, nameAt } from "../typed-get.ts";
import { formOptions, formType, formValue, has } from "./values.ts";
import type { WidgetField } from "./widget-fields.ts";

export interface ChosenAppearance {
  /** Where the stream is an object of the document. */
  readonly value: CosRef | undefined;
  readonly stream: CosStream;
  /** The annotation whose `Rect` it fills. */
  readonly annotation: CosDict;
}

interface Annotation {
  readonly dict: CosDict;
  readonly field: WidgetField | undefined;
}

/** Annotations that are drawn from their entries where they have no appearance. */
const drawable = new Set(
  (
    "Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut " +
    "Redact Stamp Caret Ink"
  ).split(" "),
);

/** The appearance to show; "missing": it has to be drawn; undefined: there is nothing to see. `stale`: NeedAppearances of the form. */
export function chooseAppearance(
  cos: CosDocument,
  annotation: Annotation,
  stale: boolean,
): ChosenAppearance | "missing" | undefined {
  const { dict, field } = annotation;
  const normal = dictAt(cos, dict.get("AP"))?.get("N");
  const found = cos.resolve(normal);
  const subtype = nameAt(cos, dict.get("Subtype")) ?? "";
  if (subtype !== "Widget") {
    const look = stateOf(cos, dict, normal, undefined);
    return look ?? (!isDict(found) && drawable.has(subtype) ? "missing" : undefined);
  }
  if (!field) return stateOf(cos, dict, normal, undefined);
  const kind = formType(field.field);
  if (kind === "checkbox" || kind === "radio") return button(cos, dict, normal, field, stale);
  const look = stateOf(cos, dict, normal, undefined);
  if (kind === "signature" || (look && kind === "button")) return look;
  const text = shownText(cos, field);
  if (!look) return text !== "" || hasFrame(cos, dict) ? "missing" : undefined;
  if (kind === "button") return look;
  return stale || showsOther(cos, annotation, look.stream, text) ? "missing" : look;
}

/** The stream of an appearance: itself, or that of a state: `state` or `AS`. */
function stateOf(
  cos: CosDocument,
  dict: CosDict,
  normal: CosValue | undefined,
  state: string | undefined,
): ChosenAppearance | undefined {
  const found = cos.resolve(normal);
  if (isStream(found)) return { value: isRef(normal) ? normal : undefined, stream: found, annotation: dict };
  if (!isDict(found)) return undefined;
  const chosen = state ?? nameAt(cos, dict.get("AS")) ?? "Off";
  const value = found.get(chosen);
  const stream = cos.resolve(value);
  return isStream(stream) ? { value: isRef(value) ? value : undefined, stream, annotation: dict } : undefined;
}

/** Check boxes and radio buttons: `AS` names what is shown; without it, or where it is out of date, the field's value. */
function button(
  cos: CosDocument,
  dict: CosDict,
  normal: CosValue | undefined,
  { field }: WidgetField,
  stale: boolean,
): ChosenAppearance | "missing" | undefined {
  const states = cos.resolve(normal);
  const value = isName(field.value) ? field.value.name : undefined;
  const current = nameAt(cos, dict.get("AS"));
  if (isStream(states)) return stateOf(cos, dict, normal, undefined);
  const byValue = value !== undefined && isDict(states) && states.has(value) ? value : "Off";
  const state = current === undefined || (stale && value !== undefined) ? byValue : current;
  const look = stateOf(cos, dict, normal, state);
  if (look) return look;
  // Without any look a box that is on would vanish.
  const on = state !== "Off" || (!isDict(states) && value !== undefined && value !== "Off");
  if (isDict(states) && states.size > 0 && !on) return undefined;
  return on || (!isDict(states) && hasFrame(cos, dict)) ? "missing" : undefined;
}

/** Whether a widget has a border, a background or a caption of its own. */
function hasFrame(cos: CosDocument, dict: CosDict): boolean {
  const looks = dictAt(cos, dict.get("MK"));
  return looks !== undefined && ["BC", "BG", "CA"].some((key) => looks.has(key));
}

/** What a text or choice field shows; "" for others. */
export function shownText(cos: CosDocument, { field }: WidgetField): string {
  // Passwords are shown as so many stars.
  if (formType(field) === "text" && has(field, "password"))
    return isString(field.value) ? "*".repeat([...decodeText(field.value.bytes)].length) : "";
  const value = formValue(cos, field);
  const several = Array.isArray(value) ? value : [value ?? ""];
  const options = formOptions(cos, field) ?? [];
  return several.map((text) => options.find((option) => option.value === text)?.label ?? text).join("\n");
}

/** Data of an appearance that is looked at. */
const maxLooked = 1_000_000;

/**
 * Whether an appearance plainly shows something else than the value. Where it is not certain (other encodings, formats that a
 * script made, passwords, lists) the appearance is believed.
 */
function showsOther(cos: CosDocument, { dict, field }: Annotation, stream: CosStream, text: string): boolean {
  if (!field || formType(field.field) === "listbox" || has(field.field, "password")) return false;
  const data = dataOf(cos, stream, maxLooked);
  // What it draws by way of other forms is not looked at.
  if (!data || /\bDo\b/.test(latin1(data))) return false;
  const drawn = stringsOf(data);
  const literal = drawn
    .filter((piece) => piece.startsWith("("))
    .map(unescaped)
    .join("");
  if (drawn.every((piece) => piece.length <= 2) || drawn.length === 0) return text.trim() !== "";
  if (dict.has("AA") || field.inherited("AA") !== undefined) return false;
  if (text.trim() === "") return drawn.length > 0 && literal.trim() !== "";
  if (drawn.some((piece) => piece.startsWith("<")) || /[^\t\n\r -~]/.test(literal + text)) return false;
  return plainLetters(literal) !== plainLetters(text);
}

/** The strings of content, as they are written. */
function stringsOf(bytes: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const byte = bytes[at];
    const isString = byte === 0x28 || (byte === 0x3c && bytes[at + 1] !== 0x3c);
    if (byte === 0x28) at = afterString(bytes, at);
    else if (isString) at = afterHex(bytes, at);
    else if (byte === 0x25) at = afterComment(bytes, at);
    else at += byte === 0x3c ? 2 : 1;
    if (isString && at <= bytes.length) found.push(latin1(bytes, start, at));
  }
  return found;
}

function unescaped(piece: string): string {
  return piece
    .slice(1, -1)
    .replace(/\\([0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8) & 255))
    .replace(/\\(\r\n|[\s\S])/g, (_, letter: string) => (/[nrtbf\r\n]/.test(letter) ? " " : letter));
}

function plainLetters(text: string): string {
  return text.replace(/\s+/g, "");
}

/** An annotation that goes from a page and may leave its look there. */
export interface RemovedAnnotation {
  readonly page: number;
  /** 0 for a direct object. */
  readonly num: number;
  readonly dict: CosDict;
  readonly field: WidgetField | undefined;
}
