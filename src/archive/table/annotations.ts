/** Annotations, forms and actions (ISO 19005-2, 6.3 to 6.5). */
import type { AnnotationFact } from "../facts.ts";
import { rule, type Scene, type Table } from "../rule.ts";

const subtypes = {
  a1: "Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink Popup Widget PrinterMark TrapNet",
  a2: "Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup FileAttachment Widget PrinterMark TrapNet Watermark Redact",
  a4: "Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Widget PrinterMark TrapNet Watermark Redact Projection",
} as const;

/** The types of annotations that a profile allows. */
export function allowedSubtypes({ family, profile }: Pick<Scene, "family" | "profile">): ReadonlySet<string> {
  const list = family === "a1" || family === "a4" ? subtypes[family] : subtypes.a2;
  return new Set([...list.split(" "), ...(profile === "pdfa-4f" ? ["FileAttachment"] : [])]);
}

const actions = {
  a1: "GoTo GoToR Thread URI Named SubmitForm",
  a2: "GoTo GoToR GoToE Thread URI Named SubmitForm",
  a4: "GoTo GoToR GoToE Thread URI Named SubmitForm JavaScript RichMediaExecute GoToDp",
} as const;

export function allowedActions({ family }: Pick<Scene, "family">): ReadonlySet<string> {
  return new Set((family === "a1" || family === "a4" ? actions[family] : actions.a2).split(" "));
}

const namedActions = ["NextPage", "PrevPage", "FirstPage", "LastPage"];
/** Additional actions of an annotation that PDF/A-4 allows outside of fields. */
const allowedKeys = ["E", "X", "D", "U", "Fo", "Bl"];

/** Bits of /F (ISO 32000-2, table 167). */
export const flags = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;
const forbidden = flags.invisible | flags.hidden | flags.noView;

const isPushed = ({ subtype, fieldType }: AnnotationFact) => subtype === "Widget" && fieldType === "Btn";
const isPlain = (annotation: AnnotationFact) =>
  annotation.appearances !== "N" || isPushed(annotation) || annotation.normal === "stream";
const isButton = (annotation: AnnotationFact) =>
  annotation.appearances !== "N" ||
  !isPushed(annotation) ||
  (annotation.normal === "dict" && annotation.hasStates);

export const annotationTable = {
  annotation: [
    rule(
      { a1: "6.5.2-1", a2: "6.3.1-1", a4: "6.3.1-1" },
      "an annotation's type isn't permitted",
      ({ subtype }, scene) => allowedSubtypes(scene).has(subtype),
    ),
    rule({ a1: "6.5.3-1" }, "an annotation is transparent", ({ object }) => (object.number("CA") ?? 1) === 1),
    rule(
      { a1: "6.5.3-2" },
      "an annotation's flags aren't as required",
      ({ flags: own }) => own !== undefined && (own & flags.print) !== 0 && (own & forbidden) === 0,
    ),
    rule(
      { a2: "6.3.2-1", a4: "6.3.2-1" },
      "an annotation has no flags",
      ({ subtype, flags: own }) => subtype === "Popup" || own !== undefined,
    ),
    rule(
      { a2: "6.3.2-2", a4: "6.3.2-2" },
      "an annotation's flags aren't as required",
      ({ flags: own }) =>
        own === undefined || ((own & flags.print) !== 0 && (own & (forbidden | flags.toggleNoView)) === 0),
    ),
    rule(
      { a1: "6.5.3-3" },
      "an annotation's color needs an RGB output intent",
      ({ object }, { outputSpace }) => !object.hasAny("C", "IC") || outputSpace === "RGB ",
    ),
    rule(
      { a2: "6.3.3-1", a4: "6.3.3-1" },
      "an annotation has no appearance",
      ({ subtype, isEmpty, appearances }, { family }) =>
        isEmpty ||
        appearances !== undefined ||
        subtype === "Popup" ||
        subtype === "Link" ||
        (family === "a4" && subtype === "Projection"),
    ),
    rule(
      { a1: "6.5.3-4", a2: "6.3.3-2", a4: "6.3.3-2" },
      "an annotation has other appearances than the normal one",
      ({ appearances }) => appearances === undefined || appearances === "N",
    ),
    rule({ a1: "6.5.3-5", a2: "6.3.3-3", a4: "6.3.3-3" }, "a button's appearance has no states", isButton),
    rule(
      { a1: "6.5.3-6", a2: "6.3.3-4", a4: "6.3.3-4" },
      "an annotation's appearance isn't a stream",
      isPlain,
    ),
  ],
  widget: [
    rule({ a1: "6.6.1-3" }, "a field has an action", ({ object }) => !object.has("A")),
    rule({ a1: "6.6.2-1" }, "a field has additional actions", ({ object }) => !object.has("AA")),
    rule({ a2: "6.4.1-1" }, "a field has an action", ({ object }) => !object.hasAny("A", "AA")),
    rule({ a4: "6.4.1-1" }, "a field has an action", ({ object }) => !object.has("A")),
    rule({ a1: "6.9-2" }, "a field has no appearance", ({ appearances }) => appearances !== undefined),
  ],
  field: [
    rule({ a1: "6.6.2-2", a2: "6.4.1-2" }, "a field has additional actions", (field) => !field.has("AA")),
  ],
  interactiveForm: [
    rule(
      { a1: "6.9-1", a2: "6.4.1-3", a4: "6.4.1-2" },
      "the form asks viewers to draw its fields",
      (form) => form.get("NeedAppearances") !== true,
    ),
    rule({ a2: "6.4.2-1", a4: "6.4.2-1" }, "the form is made with XFA", (form) => !form.has("XFA")),
  ],
  action: [
    rule(
      { a1: "6.6.1-1", a2: "6.5.1-1", a4: "6.6.1-1" },
      "an action's type isn't permitted",
      ({ type = "" }, scene) => allowedActions(scene).has(type),
    ),
    rule(
      { a1: "6.6.1-2", a2: "6.5.1-2", a4: "6.6.1-2" },
      "a named action isn't permitted",
      ({ type, named = "" }) => type !== "Named" || namedActions.includes(named),
    ),
  ],
  additionalActions: [
    rule(
      { a4: "6.6.3-1" },
      "additional actions aren't permitted",
      ({ keys, of }) => of === "widget" || of === "field" || keys.every((key) => allowedKeys.includes(key)),
    ),
  ],
} satisfies Partial<Table>;
