/** Draws missing or outdated appearances of form fields from their entries (ISO 32000-2, 12.7.4.3). */
import {
  clip,
  endMarkedContent,
  endPath,
  fill,
  popGraphicsState,
  pushGraphicsState,
  setFillingRgbColor,
} from "pdf-lib";
import { getOrInsert } from "../../core/collections/maps.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, dictOf, fromLatin1, isRef, name } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { beginMarked, box, contentOf } from "../stamp/operators.ts";
import { decodeText } from "../text-string.ts";
import { bytesAt, dictAt, nameAt, numberAt, streamAt } from "../typed-get.ts";
import { type ChosenAppearance, type RemovedAnnotation, shownValue } from "./appearance.ts";
import { type FieldFont, fieldFont, type TextLook, textLook } from "./field-font.ts";
import type { Shown } from "./field-format.ts";
import { type Frame, mark, widgetFrame } from "./field-frame.ts";
import {
  comb,
  list,
  type Pen,
  type PlacedLine,
  paragraphs,
  shownItems,
  singleLine,
  type TextBox,
} from "./field-layout.ts";
import { createFieldTypesetter, type FieldTypesetter } from "./field-typeset.ts";
import { inWarning } from "./fields.ts";
import { chosenOptions, formOptions, formType, has } from "./values.ts";
import type { WidgetField } from "./widget-fields.ts";

/** Background of a list's chosen items, as drawn by viewers. */
const chosenColor = setFillingRgbColor(0.6, 0.75686, 0.8549);

interface Context {
  readonly session: EditSession;
  readonly typesetter: FieldTypesetter;
  /** Fonts by the number of their object, direct ones by themselves. */
  readonly fonts: Map<number | CosValue, FieldFont | undefined>;
  /** Names of fields whose value is larger than their box. */
  readonly cut: Set<string>;
}

const helvetica = dictOf({
  Type: name("Font"),
  Subtype: name("Type1"),
  BaseFont: name("Helvetica"),
  Encoding: name("WinAnsiEncoding"),
});

export async function drawFields(
  session: EditSession,
  widgets: readonly RemovedAnnotation[],
): Promise<Map<RemovedAnnotation, ChosenAppearance>> {
  const drawn = new Map<RemovedAnnotation, ChosenAppearance>();
  if (widgets.length === 0) return drawn;

  const context: Context = {
    session,
    typesetter: createFieldTypesetter(session),
    fonts: new Map(),
    cut: new Set(),
  };

  for (const one of widgets) {
    const look = one.field && (await drawWidget(context, one.dict, one.field));
    if (look) drawn.set(one, look);
  }

  context.typesetter.finish();
  if (context.cut.size > 0)
    session.context.warn(
      `The value of the ${inWarning(context.cut)} is larger than its box: the rest isn't shown or printed.`,
    );
  return drawn;
}

/** Budget steps for measuring a letter repeatedly until its line fits. */
const stepsPerLetter = 8;
/** Maximum letters set per field: more fill any widget. */
const maxLetters = 100_000;
/** Maximum options set per list box, from the first visible one on. */
const maxOptions = 2000;

function shortened({ session }: Context, text: string): string {
  if (text.length <= maxLetters) return text;
  session.context.warn(`a form field has more than ${maxLetters} characters; the rest is not drawn`);
  return text.slice(0, maxLetters);
}

interface Drawing {
  readonly widget: CosDict;
  readonly field: WidgetField;
  readonly frame: Frame;
  /** Of a comb; else 0. */
  readonly cells: number;
  readonly look: TextLook;
}

async function drawWidget(
  context: Context,
  widget: CosDict,
  field: WidgetField,
): Promise<ChosenAppearance | undefined> {
  const { cos } = context.session;
  const kind = formType(field.field);
  const cells = combCells(cos, field);
  const frame = widgetFrame(cos, widget, kind === "radio", cells);
  if (!frame) return undefined;
  const one = { widget, field, frame, cells, look: textLook(bytesAt(cos, field.inherited("DA"))) };
  if (kind !== "checkbox" && kind !== "radio") return drawText(context, one);

  // On by its appearance, or else by the field's value.
  const state = nameAt(cos, widget.get("AS") ?? field.field.value) ?? "Off";
  const marks = state === "Off" ? [] : mark(frame, kind === "radio", one.look.color);

  return form(context, one, contentOf([...frame.content, ...marks]));
}

async function drawText(context: Context, one: Drawing): Promise<ChosenAppearance> {
  const { field, frame, cells } = one;
  const { width, height, border, content } = frame;
  const { cos } = context.session;
  const kind = formType(field.field);
  const caption = decodeText(frame.caption ?? new Uint8Array(0));
  const { text: whole, red }: Shown = kind === "button" ? { text: caption } : shownValue(cos, field);
  const look = red ? { ...one.look, color: setFillingRgbColor(1, 0, 0) } : one.look;
  cos.budget.during("the text of the form fields", () => cos.budget.spend(stepsPerLetter * whole.length));
  // No font has tabs.
  const text = shortened(context, whole).replaceAll("\t", " ");
  if (text === "" && kind !== "listbox") return form(context, one, contentOf(content));

  const items = kind === "listbox" ? listItems(cos, field, shownItems(height, look.size)) : undefined;
  const pen = await penFor(context, one, items ? items.texts : [text]);
  const quadding = kind === "button" ? 1 : (numberAt(cos, field.inherited("Q")) ?? 0);
  const area: TextBox = { width, height, padding: Math.max(2, border * 2), quadding, size: look.size };
  const plain = text.replace(/[\r\n]+/g, " ");
  const listed = items ? list(items.texts, area) : [];
  const chosen = listed.filter((_, k) => items?.chosen.has(k));
  let lines: readonly PlacedLine[] = listed;
  if (kind === "text" && has(field.field, "multiline")) lines = paragraphs(text, area, pen.measure);
  else if (cells > 0) lines = comb(plain, cells, area, pen.measure);
  else if (!items) lines = singleLine(plain, area, pen.measure);
  const shown = lines.filter((line) => line.text !== "");
  const fits = items ? items.fits : shown.every((line) => fitsIn(line, frame, pen));
  if (kind !== "button" && (!fits || (cells > 0 && shown.length < [...plain].length)))
    context.cut.add(field.field.name);
  await pen.prepare?.(shown.map((line) => line.text));

  const before = contentOf([
    ...content,
    beginMarked("Tx"),
    pushGraphicsState(),
    ...[box(border, border, width - 2 * border, height - 2 * border), clip(), endPath()],
    ...chosen.flatMap(({ top, bottom }) => [chosenColor, box(0, bottom, width, top - bottom), fill()]),
    look.color,
  ]);
  const after = contentOf([popGraphicsState(), endMarkedContent()]);

  return form(context, one, before + shown.map(pen.show).join("") + after, pen);
}

/** A letter's edge may be cut by this, in points: fonts have room beside and below their letters. */
const mayBeCut = 0.5;

/** Whether all of a line is inside the frame's border: from side to side, its baseline, and most of a small letter. */
function fitsIn({ text, x, y, size }: PlacedLine, { width, height, border }: Frame, pen: Pen): boolean {
  const end = x + pen.measure(text.trimEnd()) * size;
  const across = x >= border - mayBeCut && end <= width - border + mayBeCut;
  return across && y >= border - mayBeCut && y + smallLetter * size <= height - border + mayBeCut;
}

/** The height of a small letter, in ems. */
const smallLetter = 0.5;

/** More cells than a widget has room for. */
const maxCells = 1000;

/** The cells of a comb; 0 for other fields. */
function combCells(cos: CosDocument, { field }: WidgetField): number {
  const cells = cos.resolve(field.maxLength);
  const isComb = field.kind === "Tx" && has(field, "comb") && !has(field, "multiline");
  return isComb && typeof cells === "number" && cells >= 1 && cells <= maxCells ? Math.floor(cells) : 0;
}

/**
 * A list box's items from its first visible one, and which of these are chosen. It starts at the first chosen item if that is
 * among the `room` items that fit.
 */
function listItems(
  cos: CosDocument,
  { field, inherited }: WidgetField,
  room: number,
): { readonly texts: readonly string[]; readonly chosen: ReadonlySet<number>; readonly fits: boolean } {
  const options = formOptions(cos, field) ?? [];
  let first = Math.max(0, Math.floor(numberAt(cos, inherited("TI")) ?? 0));
  const chosen = chosenOptions(cos, field, options).filter((one) => one !== undefined);
  const at = Math.min(...chosen);
  if (at < options.length && (at < first || at >= first + room))
    first = Math.min(at, Math.max(0, options.length - room));
  const shown = options.slice(first, first + maxOptions);
  const fits = chosen.every((one) => one >= first && one < first + room);

  return { texts: shown.map(({ label }) => label), chosen: new Set(chosen.map((one) => one - first)), fits };
}

/** The font for texts: the field's own, Helvetica if it names none that exists, or else any font with the characters. */
async function penFor(context: Context, one: Drawing, texts: readonly string[]): Promise<Pen> {
  const whole = texts.join("").replace(/[\r\n]+/g, " ");

  for (const value of [ownFont(context.session.cos, one), helvetica]) {
    if (value === undefined) continue;
    const key = isRef(value) ? value.num : value;
    const font = getOrInsert(context.fonts, key, () => fieldFont(context.session, value));
    if (font?.has(whole)) return font;
  }

  await context.typesetter.prepare(texts);
  return context.typesetter;
}

function ownFont(cos: CosDocument, { widget, field, look: { font } }: Drawing): CosValue | undefined {
  if (font === undefined) return undefined;
  const shown = streamAt(cos, dictAt(cos, widget.get("AP"))?.get("N"))?.dict.get("Resources");
  return [field.inherited("DR"), field.resources, shown]
    .map((resources) => dictAt(cos, dictAt(cos, resources)?.get("Font"))?.get(font))
    .find((value) => value !== undefined);
}

function form({ session }: Context, one: Drawing, content: string, pen?: Pen): ChosenAppearance {
  const { width, height, matrix } = one.frame;
  const dict = dictOf({
    Type: name("XObject"),
    Subtype: name("Form"),
    BBox: [0, 0, width, height],
    Matrix: [...matrix],
    Resources: pen?.resources ?? new Map(),
  });
  const stream = newStream(dict, fromLatin1(content), { deflate: content.length > 300 });
  return { value: session.add(stream), stream, annotation: one.widget };
}
