/**
 * Text in annotations over a page (ISO 32000-2, 12.5): form field values, FreeText, stamps. It is the text their appearances
 * draw; for a field without one, or in a form that declares them outdated, its value.
 */

import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isDict,
  isNamed,
  isStream,
  isString,
  name,
} from "../../cos/syntax/value.ts";
import { placeAppearance } from "../../document/flatten/place.ts";
import { shownText } from "../../document/forms/appearance.ts";
import { appearanceOperations } from "../../document/forms/default-appearance.ts";
import { fieldFlags, fieldsUp } from "../../document/forms/fields.ts";
import { widgetFields } from "../../document/forms/widget-fields.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageBoxes, readBox } from "../../document/pages/boxes.ts";
import { transformBox } from "../../document/pages/matrix.ts";
import { decodeText } from "../../document/text-string.ts";
import {
  acroForm,
  annotationsAt,
  bytesAt,
  dictAt,
  memo,
  nameAt,
  numberAt,
  refNumber,
} from "../../document/typed-get.ts";
import { origins, type TextDevice } from "./device/text-device.ts";
import { isHidden } from "./marked-content/optional-content.ts";
import { annotationTag } from "./marked-content/page-elements.ts";
import type { PageRun } from "./page-run.ts";
import { concat, type GraphicsState, matrixOf } from "./state/graphics-state.ts";
import { makeStyle } from "./state/style.ts";
import { bidiLevel } from "./state/unicode.ts";
import { drawForm } from "./xobjects.ts";

/** Maximum annotations of a page to examine. */
const maxAnnotations = 50_000;
/** Flags (table 167): Hidden, NoRotate and NoView. */
const flags = { hidden: 2, noRotate: 16, noView: 32 };
/** Annotations that show nothing on the page, an icon, or text that is already there. */
const without = new Set([
  "Popup",
  "Link",
  "Text",
  "FileAttachment",
  "Highlight",
  "Underline",
  "Squiggly",
  "StrikeOut",
]);

const formOf = memo(({ cos }: PdfDocument) => widgetFields({ cos }));

interface Reading {
  readonly run: PageRun;
  readonly device: TextDevice;
  readonly page: number;
  readonly state: GraphicsState;
  /** Whether the structure elements that they belong to are wanted. */
  readonly tags: boolean;
}

/** Reads the text of a page's annotations, each separate from the text before it. */
export function readAnnotations(reading: Reading): void {
  const { run, page } = reading;
  const { cos, pages } = run.shared.document;
  const annotations = annotationsAt(cos, pages.dict(page).get("Annots")) ?? [];
  if (annotations.length > maxAnnotations) return;

  // They say nothing about the page's own text, and their frames aren't table rules.
  const { seen, unseen, images, choice, painter } = run;
  run.choice = { ...choice, withoutArtifacts: false };
  run.painter = undefined;

  for (const value of annotations) {
    const dict = cos.resolve(value);
    if (!isDict(dict)) continue;
    paintUnread(reading, dict);
    if (isShown(run, dict)) readAnnotation(reading, refNumber(value) ?? 0, dict);
  }

  Object.assign(run, { seen, unseen, images, choice, painter });
}

function isShown({ shared: { document } }: PageRun, dict: CosDict): boolean {
  const { cos } = document;
  if (isOff(document, dict)) return false;
  const subtype = nameAt(cos, dict.get("Subtype")) ?? "";
  return !without.has(subtype) && !(subtype === "Widget" && isPushButton(document, dict));
}

/** Push buttons have a caption and no value (12.7.5.2.2): they are part of the viewer. */
function isPushButton({ cos }: PdfDocument, dict: CosDict): boolean {
  const inherited = (key: string) => {
    for (const { value } of fieldsUp(cos, dict)) {
      const own = isDict(value) ? cos.resolve(value.get(key)) : null;
      if (own !== null) return own;
    }
    return null;
  };
  return (
    isNamed(inherited("FT"), "Btn") && ((numberAt(cos, inherited("Ff")) ?? 0) & fieldFlags.pushButton) !== 0
  );
}

function readAnnotation(reading: Reading, num: number, dict: CosDict): void {
  const { run, device, state, tags, page } = reading;
  const { document } = run.shared;
  const appearance = appearanceOf(document, dict);
  const value =
    appearance === undefined || isOutOfDate(document, dict) ? fieldText(document, num, dict) : undefined;
  if (appearance === undefined && !value) return;

  run.state = { ...state };
  run.text.changed();
  device.beginApart(tags ? annotationTag(document, dict) : undefined);
  if (appearance === undefined || value) {
    writeValue(reading, dict, value ?? "");
    return;
  }
  const { rotation } = pageBoxes(document.cos, document.pages, page);
  const turned = ((numberAt(document.cos, dict.get("F")) ?? 0) & flags.noRotate) !== 0 ? rotation : 0;
  const matrix = placeAppearance(document.cos, appearance.dict, dict.get("Rect"), turned);
  if (!matrix) return;
  concat(run.state, matrix);

  try {
    drawForm(run, appearance);
  } catch (error) {
    // An unreadable one doesn't lose the page: its field's value is read.
    if (!isOfContent(error)) throw error;
    device.dropApart();
    run.recover(state);
    writeValue(reading, dict, fieldText(document, num, dict) ?? "");
  }
}

/** The stream to draw: the only one, or that of the annotation's state (12.5.5). */
function appearanceOf({ cos }: PdfDocument, dict: CosDict): CosStream | undefined {
  const normal = cos.resolve(dictAt(cos, dict.get("AP"))?.get("N"));
  if (isStream(normal)) return normal;
  const look = isDict(normal) ? cos.resolve(normal.get(nameAt(cos, dict.get("AS")) ?? "Off")) : null;
  return isStream(look) ? look : undefined;
}

/** Those of which nothing is drawn on a page. */
const undrawn = new Set(["Popup", "Link"]);

/** Something that isn't read may be drawn in an annotation's box. */
function paintUnread({ run, state }: Reading, dict: CosDict): void {
  const { document } = run.shared;
  const isDrawn = !undrawn.has(nameAt(document.cos, dict.get("Subtype")) ?? "") && !isOff(document, dict);
  if (!isDrawn || (isShown(run, dict) && appearanceOf(document, dict))) return;
  const rect = readBox(document.cos, dict.get("Rect"));
  if (rect) run.grounds.paint(transformBox(matrixOf(state), rect), state);
}

/** Whether an annotation's flags or layer hide it. */
function isOff(document: PdfDocument, dict: CosDict): boolean {
  const set = numberAt(document.cos, dict.get("F")) ?? 0;
  return (set & (flags.hidden | flags.noView)) !== 0 || isHidden(document, dict.get("OC"));
}

/** Whether a form says that its fields' appearances must be regenerated (12.7.3). */
function isOutOfDate({ cos }: PdfDocument, dict: CosDict): boolean {
  return (
    isNamed(cos.resolve(dict.get("Subtype")), "Widget") &&
    cos.resolve(acroForm(cos)?.get("NeedAppearances")) === true
  );
}

function fieldText(document: PdfDocument, num: number, dict: CosDict): string | undefined {
  const { cos } = document;
  const subtype = nameAt(cos, dict.get("Subtype"));
  if (subtype === "FreeText") return textOf(cos.resolve(dict.get("Contents")));
  const field = subtype === "Widget" ? formOf(document).of(num, dict) : undefined;
  const hasText = field?.field.kind === "Tx" || field?.field.kind === "Ch";
  return field && hasText ? shownText(cos, field) : undefined;
}

const textOf = (value: CosValue) => (isString(value) ? decodeText(value.bytes) : undefined);

/** In font sizes: line spacing, letter width, and the distance of a field's line below its middle. */
const leading = 1.2;
const letterWidth = 0.5;
const belowMiddle = 0.35;
/** In points: the size of text with automatic size, in a field that is high enough. */
const usualSize = 12;
/** As a fraction of a field's height. */
const mostHeight = 0.7;
/** Maximum characters of a value to read. */
const maxValue = 100_000;

/** Places a text at its annotation: a single line in the middle, several from the top. */
function writeValue({ run, device }: Reading, dict: CosDict, text: string): void {
  const { document, fonts } = run.shared;
  const rect = readBox(document.cos, dict.get("Rect"));
  const font = fonts.open(helvetica);
  const lines = text.slice(0, maxValue).split(/\r\n|[\r\n]/);
  if (!rect || text.trim() === "" || font === undefined || font === "unreadable") return;

  const box = transformBox(matrixOf(run.state), rect);
  const height = box.y1 - box.y0;
  const size = sizeOf(document, dict) || Math.min(usualSize, mostHeight * height);
  const style = makeStyle(font, size, 0, 0, -size);
  const first = lines.length === 1 ? (box.y0 + box.y1) / 2 + belowMiddle * size : box.y0 + size;
  device.inks.use(run.state, device.count);
  lines.forEach((line, at) => {
    let [x, level] = [box.x0, 0];
    for (const character of line) {
      const code = character.codePointAt(0) ?? 0x20;
      level = bidiLevel(code, level);
      device.level = level;
      device.add(code, origins.glyph, style, x, first + at * leading * size, letterWidth);
      x += letterWidth * size;
    }
  });
}

const helvetica: CosDict = new Map<string, CosValue>([
  ["Type", name("Font")],
  ["Subtype", name("Type1")],
  ["BaseFont", name("Helvetica")],
]);

/** The size in an annotation's default appearance, or 0. */
function sizeOf({ cos }: PdfDocument, dict: CosDict): number {
  let size = 0;
  for (const { operator, operands } of appearanceOperations(
    bytesAt(cos, dict.get("DA")) ?? new Uint8Array(0),
  ))
    if (operator === "Tf") size = Number(operands.at(-1)?.value ?? 0);
  return Math.max(0, size);
}
