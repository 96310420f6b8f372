/**
 * Fills in forms: values go into the fields, and their appearances are drawn, so that every viewer shows the same. A form that
 * left this to viewers (NeedAppearances) gets all missing ones, and no longer requests it.
 */
import { pushTo } from "../../core/collections/maps.ts";
import { ranked } from "../../core/nearest.ts";
import { type FieldFault, failed, ProblemError } from "../../core/problem.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosDict,
  type CosRef,
  type CosValue,
  dictOf,
  isDict,
  isRef,
  name,
  ref,
  withEntries,
} from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import type { PdfDocument } from "../open.ts";
import { pageBoxes, readBox } from "../pages/boxes.ts";
import { decodeText } from "../text-string.ts";
import { acroForm, arrayAt, bytesAt, dictAt, nameAt, numberAt, refNumber, streamAt } from "../typed-get.ts";
import { xfaKind } from "../xfa.ts";
import { chooseAppearance, type RemovedAnnotation, shownText } from "./appearance.ts";
import { drawFields } from "./draw-fields.ts";
import { type Assignment, assign, type GivenValue, widgetStates } from "./field-input.ts";
import { type FormField, inWarning } from "./fields.ts";
import { type DocumentFields, documentFields, type PlacedWidget } from "./form-items.ts";
import { warnOfScripts } from "./script-warnings.ts";
import { formType, formValue } from "./values.ts";
import { widgetFields } from "./widget-fields.ts";

export type GivenValues = ReadonlyMap<string, GivenValue>;

/** Maximum faults listed. */
const maxFaults = 20;
/** Maximum names suggested. */
const maxProposed = 3;

/** A field and its new entries. */
interface Filled {
  readonly field: FormField;
  readonly assignment: Assignment;
}

/**
 * Sets fields by their full names. Throws 422 on `fields.<name>` and changes nothing
 * unless every value fits.
 */
export async function fillFields(session: EditSession, given: GivenValues): Promise<FilledFields> {
  const { fields, loose, widgets, needAppearances } = documentFields(session.document);
  const filled = assignAll(session, fields, given);
  const unseen = new Set(
    filled.filter(({ field }) => !isSeen(session, field, widgets)).map(({ field }) => field.name),
  );
  for (const one of filled) store(session, one);
  const roots = loose.roots.filter(isRef);
  if (needAppearances || roots.length > 0 || xfaKind(session.document)) changeForm(session, roots);
  await drawAll(session, filled, needAppearances ? widgets.values() : []);
  const { listed } = widgetFields(session);
  warnOfScripts(session, listed, given);
  const values = valuesOf(session.cos, listed, given);

  return { values, unseen: [...unseen].filter((one) => !isEmpty(given.get(one))) };
}

const isEmpty = (value: GivenValue | undefined) => value === null || value === "" || value === false;

/** Bits of /F (ISO 32000-2, table 167). */
const hidden = 1 << 1;
const noView = 1 << 5;

/** Whether a page shows the field: at least one of its widgets is on it, isn't hidden, and has an area. */
function isSeen(
  { cos, document: { pages } }: EditSession,
  { widgets }: FormField,
  placed: DocumentFields["widgets"],
): boolean {
  return widgets.some(({ num, dict }) => {
    const page = placed.get(num || dict)?.page;
    const rect = readBox(cos, dict.get("Rect"));
    if (page === undefined || !rect || ((numberAt(cos, dict.get("F")) ?? 0) & (hidden | noView)) !== 0)
      return false;
    const { cropBox } = pageBoxes(cos, pages, page);
    return rect.x0 < cropBox.x1 && rect.x1 > cropBox.x0 && rect.y0 < cropBox.y1 && rect.y1 > cropBox.y0;
  });
}

export interface FilledFields {
  readonly values: FieldValues;
  /** Names of fields with a value that no page shows. */
  readonly unseen: readonly string[];
}

/** Values of the fields with these names, for comparison. */
export type FieldValues = ReadonlyMap<string, string>;

function valuesOf(cos: CosDocument, fields: readonly FormField[], names: GivenValues): FieldValues {
  const named = fields.filter(({ name }) => names.has(name));
  return new Map(
    named.map((field) => [field.name, JSON.stringify([formValue(cos, field), shownText(cos, { field })])]),
  );
}

/** Compares the written values with the given ones; 422 `operation_failed` if they differ. */
export function verifyFilled({ cos }: PdfDocument, given: GivenValues, expected: FieldValues): void {
  const found = valuesOf(cos, widgetFields({ cos }).listed, given);
  for (const [field, value] of expected)
    if (found.get(field) !== value)
      throw failed(`the field ${JSON.stringify(field)} would not hold its value; nothing was written`);
}

function assignAll(session: EditSession, fields: readonly FormField[], given: GivenValues): Filled[] {
  const byName = new Map<string, FormField[]>();
  for (const field of fields) pushTo(byName, field.name, field);
  const faults: FieldFault[] = [];
  const filled: Filled[] = [];

  for (const [fieldName, value] of given) {
    const refuse = (message: string) => faults.push({ field: `fields.${fieldName}`, message });
    const named = byName.get(fieldName) ?? [];
    if (named.length === 0) refuse(unknownField(session.cos, fieldName, fields));
    for (const field of named) {
      const assignment = assign(session.cos, field, value);
      if ("refused" in assignment) {
        refuse(assignment.refused);
        break;
      }
      if (field.num === 0 || field.widgets.some(({ num }) => num === 0))
        refuse("is no object of its own in the file, so that it can't be changed; use pdf_repair first");
      filled.push({ field, assignment });
    }
    if (faults.length >= maxFaults) break;
  }

  const [first] = faults;
  if (first) throw new ProblemError("validation", `${first.field}: ${first.message}`, { errors: faults });

  return filled;
}

function unknownField(cos: CosDocument, fieldName: string, fields: readonly FormField[]): string {
  const names = [...new Set(fields.map(({ name }) => name))];
  if (names.length === 0) return "the document has no form fields";
  const quoted = (some: readonly string[]) =>
    some
      .slice(0, maxProposed)
      .map((one) => JSON.stringify(one))
      .join(", ");
  const below = names.filter((one) => one.startsWith(`${fieldName}.`));
  if (below.length > 0) return `is a group of fields, such as ${quoted(below)}`;
  const near = nearestFields(cos, fieldName, fields);
  if (near.length > 0) return `there is no such field; the nearest are ${quoted(near)}`;
  const more = names.length > maxProposed ? ` and ${names.length - maxProposed} more` : "";
  return `there is no such field; the form has ${quoted(names)}${more}: pdf_info lists them`;
}

/** A field's name as someone may write it: without the groups above it, numbers in brackets, case and punctuation. */
const plainName = (name: string) =>
  name
    .replace(/\[\d+\]/g, "")
    .replace(/^.*\.(?=[^.])/, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Names that differ by little, or whose last part or label does; nearest first. */
function nearestFields(cos: CosDocument, fieldName: string, fields: readonly FormField[]): string[] {
  const word = plainName(fieldName);
  /** Full names by what may be written for them. */
  const meant = new Map<string, string[]>();
  for (const { name, dict } of fields) {
    const label = decodeText(bytesAt(cos, dict.get("TU")) ?? new Uint8Array(0));
    for (const text of new Set([plainName(name), plainName(label)]))
      if (text !== "") pushTo(meant, text, name);
  }
  const words = [...meant.keys()];
  const holding = words.filter((one) => word.length > 2 && one.includes(word));
  const near = new Set([...ranked(word, words), ...holding].flatMap((one) => meant.get(one) ?? []));
  const whole = ranked(
    fieldName,
    fields.map(({ name }) => name),
  );
  return [...new Set([...whole, ...near])];
}

/** Lists `loose` fields, which only some viewers show, and drops what would contradict the fields now. */
function changeForm(session: EditSession, loose: readonly CosRef[]): void {
  const { cos } = session;
  const form = acroForm(cos) ?? new Map();
  const value = cos.catalog.get("AcroForm");
  const fields = [...(arrayAt(cos, form.get("Fields")) ?? []), ...loose];
  const old = { XFA: undefined, NeedAppearances: undefined };
  const changed = withEntries(form, loose.length > 0 ? { ...old, Fields: fields } : old);
  if (xfaKind(session.document)) {
    session.setCatalog({ NeedsRendering: undefined });
    session.context.warn("XFA form data was dropped: it would no longer match the fields.");
  }

  if (isRef(value)) session.set(value.num, changed);
  else session.setCatalog({ AcroForm: changed });
}

function change(
  session: EditSession,
  num: number,
  entries: Readonly<Record<string, CosValue | undefined>>,
): void {
  const dict = session.cos.object(num);
  if (isDict(dict)) session.set(num, withEntries(dict, entries));
}

function store(session: EditSession, { field, assignment: { entries, states } }: Filled): void {
  if (field.dict.has("RV") && Object.hasOwn(entries, "RV"))
    session.context.warn(`The ${inWarning(new Set([field.name]))} had formatted text, which is now plain.`);
  // Viewers start from a widget: what it says itself, or a Parent that it lacks, hides the field's value.
  const own = Object.fromEntries(Object.keys(entries).map((key) => [key, undefined]));
  change(session, field.num, { ...entries, ...below(session, field.dict, field.parent) });
  field.widgets.forEach(({ num, dict }, at) => {
    if (num !== field.num) change(session, num, { ...own, ...below(session, dict, field.num) });
    if (states) switchTo(session, num, states.get(at) ?? "Off");
  });
}

/** The `Parent` that a field or widget lacks. */
function below({ cos }: EditSession, dict: CosDict, parent: number): Readonly<Record<string, CosValue>> {
  const isThere = parent === 0 || refNumber(dict.get("Parent")) === parent;
  return isThere ? {} : { Parent: ref(parent, cos.generation(parent)) };
}

/** The appearances of a widget, and the dictionary of its states. */
function looksOf(cos: CosDocument, widget: CosValue) {
  const looks = dictAt(cos, dictAt(cos, widget)?.get("AP"));
  return { looks, states: dictAt(cos, looks?.get("N")) };
}

/** Switches a button. poppler shows no state of a dictionary that is an object of its own. */
function switchTo(session: EditSession, num: number, state: string): void {
  const { looks, states } = looksOf(session.cos, session.cos.object(num));
  change(session, num, { AS: name(state), ...(states && { AP: new Map(looks).set("N", states) }) });
}

/** An appearance that has to be drawn, of buttons that of a state. */
interface Pending {
  readonly one: RemovedAnnotation;
  readonly state?: string;
}

/** Draws the filled fields and the missing appearances of `others`, widgets of a form without appearances. */
async function drawAll(
  session: EditSession,
  filled: readonly Filled[],
  others: Iterable<PlacedWidget>,
): Promise<void> {
  const { cos } = session;
  const fields = widgetFields(session);
  const pending: Pending[] = [];
  const done = new Set<number>();
  const barcodes = new Set<string>();

  const widget = (num: number): RemovedAnnotation | undefined => {
    const dict = done.has(num) ? undefined : cos.object(num);
    done.add(num);
    return isDict(dict) ? { page: 0, num, dict, field: fields.of(num, dict) } : undefined;
  };

  for (const { field, assignment } of filled)
    field.widgets.forEach(({ num }, at) => {
      const one = widget(num);
      if (!one) return;
      if (assignment.states) pending.push(...missingStates(cos, one, widgetStates(cos, field, at)));
      else if (one.dict.has("PMD") || field.dict.has("PMD")) barcodes.add(field.name);
      else pending.push({ one });
    });

  for (const { value } of others) {
    const one = isRef(value) ? widget(value.num) : undefined;
    if (one?.field) pending.push(...lacking(session, one, one.field.field));
  }

  const looks = await drawFields(
    session,
    pending.map(({ one }) => one),
  );

  for (const { one, state } of pending) {
    const look = looks.get(one)?.value;
    if (look) setLook(session, one.num, look, state);
  }

  if (barcodes.size > 0)
    session.context.warn(`Bar codes still show the old value of the ${inWarning(barcodes)}.`);
}

/** A widget's missing appearances, in a form that left them to viewers. */
function lacking(session: EditSession, one: RemovedAnnotation, field: FormField): Pending[] {
  const { cos } = session;
  const kind = formType(field);
  if (kind !== "checkbox" && kind !== "radio")
    return chooseAppearance(cos, one, true) === "missing" ? [{ one }] : [];

  const at = field.widgets.findIndex(({ num }) => num === one.num);
  const states = widgetStates(cos, field, Math.max(0, at));
  const value = nameAt(cos, field.value);
  if (value !== undefined) switchTo(session, one.num, states.includes(value) ? value : "Off");
  return missingStates(cos, one, states);
}

/** A button's states without an appearance, or with an empty one, which viewers show differently or not at all. */
function missingStates(cos: CosDocument, one: RemovedAnnotation, states: readonly string[]): Pending[] {
  const looks = looksOf(cos, one.dict).states;
  return ["Off", ...states]
    .filter((state) => !readBox(cos, streamAt(cos, looks?.get(state))?.dict.get("BBox")))
    .map((state) => ({ one: { ...one, dict: new Map(one.dict).set("AS", name(state)) }, state }));
}

/** Appearances of other moments (D, R) of a text show the old value: they go. */
function setLook(session: EditSession, num: number, look: CosRef, state: string | undefined): void {
  const { looks, states } = looksOf(session.cos, session.cos.object(num));
  const AP =
    state === undefined ? dictOf({ N: look }) : new Map(looks).set("N", new Map(states).set(state, look));
  change(session, num, { AP });
}
