/** A page's invisible information: hidden text, and annotations that don't show their content. */
import { pushTo } from "../../core/collections/maps.ts";
import { hasCenter } from "../../core/geometry.ts";
import type { Box, HiddenText, Word } from "../../core/page-layout.ts";
import type { PageRenderer } from "../../core/readers.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isDict, isStream, isString } from "../../cos/syntax/value.ts";
import { fieldsUp } from "../../document/forms/fields.ts";
import type { PdfDocument } from "../../document/open.ts";
import { type PageBoxes, pageBoxes, readBox } from "../../document/pages/boxes.ts";
import { shownBox } from "../../document/pages/display-space.ts";
import { decodeText } from "../../document/text-string.ts";
import {
  acroForm,
  annotationsAt,
  arrayAt,
  dataOf,
  dictAt,
  nameAt,
  numberAt,
} from "../../document/typed-get.ts";
import { isHidden } from "../../reading/interpreter/marked-content/optional-content.ts";
import type { DocumentRun } from "../../reading/interpreter/page-run.ts";
import { readPage } from "../../reading/read-page.ts";
import { saysMore } from "./asides/ordinary.ts";
import { kindOfHidden, type Leak, saysSomething } from "./leak.ts";
import { ShownWords } from "./shown-words.ts";
import { type Recognize, unseenTexts } from "./unseen-text.ts";

/** Glyphs say what a page shows; `ActualText` may say something else. */
const pageOptions = { layout: true, withUnshown: true, doubts: true, byGlyphs: true };

export interface PageText {
  readonly leaks: Leak[];
  /** Its visible words. */
  readonly words: readonly Word[];
  readonly unknown: number;
}

/** Opens the pages' pictures. */
interface Pictures {
  renderer(): Promise<PageRenderer>;
}

/**
 * Invisible text. `unknown`: letters that may be invisible. Throws `Unsupported` and CosError for a page that can't be read, and
 * ProblemError for one that can't be drawn.
 */
export async function hiddenTextLeaks(
  run: DocumentRun,
  page: number,
  pictures: Pictures,
  recognize: Recognize,
): Promise<PageText> {
  const { blocks, hidden, doubtful } = readPage(run, page, pageOptions);
  const words = blocks
    .flatMap(({ lines }) => lines.flatMap((line) => line.words))
    .filter((word) => word.hidden === undefined);
  const shown = hidden.length > 0 ? boxesByText(words) : new Map();
  const leaks = hidden
    .filter((text) => saysSomething(text.text) && !isShown(text, shown))
    .map(({ reason, text, box }): Leak => ({ kind: kindOfHidden[reason], page, box, text }));
  if (doubtful.length === 0) return { leaks, words, unknown: 0 };

  const unseen = await unseenTexts(await pictures.renderer(), page, doubtful, recognize);
  leaks.push(...unseen.leaks);
  if (unseen.textLayer > 0) leaks.push({ kind: "text_layer", page, count: unseen.textLayer });
  return { leaks, words, unknown: unseen.unknown };
}

function boxesByText(words: readonly Word[]): ReadonlyMap<string, readonly Box[]> {
  const boxes = new Map<string, Box[]>();
  for (const { text, box } of words) pushTo(boxes, text, box);
  return boxes;
}

/** Whether text that is painted without color is visible at the same place: programs paint some twice. */
function isShown({ reason, text, box }: HiddenText, shown: ReadonlyMap<string, readonly Box[]>): boolean {
  if (reason !== "invisible") return false;
  const isThere = (one: Box) => hasCenter(box, one);
  return text.split(/\s+/).every((word) => word === "" || shown.get(word)?.some(isThere));
}

/** Flags (table 167): Hidden and NoView. */
const hiddenFlags = 2 | 32;
/** They show their text themselves, or have none. */
const noComments = new Set(["Widget", "Link", "FreeText", "Popup", "FileAttachment"]);

/** Comments, hidden content, and attached files in a page's annotations. */
export function annotationLeaks(document: PdfDocument, page: number, words: readonly Word[]): Leak[] {
  const { cos, pages } = document;
  const boxes = pageBoxes(cos, pages, page);
  const found: Leak[] = [];
  if (isStream(cos.resolve(pages.dict(page).get("Thumb")))) found.push({ kind: "thumbnail", page });
  const shown = new ShownWords();
  shown.addPage(words.map(({ text }) => text));
  for (const item of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
    const dict = cos.resolve(item);
    if (!isDict(dict)) continue;
    const box = placeOf(cos, dict, boxes);
    const leak = annotationLeak(document, dict, boxes) ?? otherValue(cos, dict, shown);
    const marked = leak?.kind === "pending_redaction" ? textUnder(words, markedBoxes(cos, dict, boxes)) : "";
    if (leak) found.push({ ...leak, ...(marked !== "" && { text: marked }), page, box });
  }
  return found;
}

function annotationLeak(document: PdfDocument, dict: CosDict, boxes: PageBoxes): Leak | undefined {
  const { cos } = document;
  const subtype = nameAt(cos, dict.get("Subtype")) ?? "";
  const contents = textOf(cos, dict.get("Contents")) ?? textOf(cos, dict.get("RC"));
  const rect = readBox(cos, dict.get("Rect"));
  const { cropBox } = boxes;
  const isOff =
    rect !== undefined &&
    (rect.x0 >= cropBox.x1 || rect.y0 >= cropBox.y1 || rect.x1 <= cropBox.x0 || rect.y1 <= cropBox.y0);
  const isUnseen =
    ((numberAt(cos, dict.get("F")) ?? 0) & hiddenFlags) !== 0 ||
    isOff ||
    (rect === undefined && dict.has("AP")) ||
    isHidden(document, dict.get("OC"));

  // It only marks content that is to be removed (12.5.6.23).
  if (subtype === "Redact") return { kind: "pending_redaction", text: contents };
  if (subtype === "Widget") {
    const text = isUnseen || rect === undefined ? fieldValue(cos, dict) : undefined;
    return text === undefined ? undefined : { kind: "hidden_field", text };
  }
  if (subtype === "FileAttachment") {
    const file = dictAt(cos, dict.get("FS"));
    return { kind: "attachment", text: textOf(cos, file?.get("UF")) ?? textOf(cos, file?.get("F")) };
  }
  if (isUnseen && subtype !== "Popup" && subtype !== "Link")
    return { kind: "hidden_annotation", text: contents };

  const isComment = !noComments.has(subtype) && contents !== undefined;
  return isComment ? { kind: "comment", text: contents } : undefined;
}

/** What a field or its captions say, and its look doesn't: no word of it is on the page. */
function otherValue(cos: CosDocument, dict: CosDict, shown: ShownWords): Leak | undefined {
  const subtype = nameAt(cos, dict.get("Subtype")) ?? "";
  const own = subtype === "Widget" || subtype === "Screen" ? textsOf(cos, dict) : [];
  const other = own.find((text) => {
    const words = text.match(/\p{L}{4,}/gu) ?? [];
    return words.length > 0 && words.every((word) => !shown.shows(word));
  });
  if (other !== undefined) return { kind: "hidden_field", text: other };
  const [said] = ["T", "Subj"].flatMap((key) => textOf(cos, dict.get(key)) ?? []);
  const isMarked = said !== undefined && !noComments.has(subtype) && saysMore(said, shown);
  return isMarked ? { kind: "comment", text: said } : undefined;
}

/** A text field's value, its defaults and rich texts, and captions. */
function textsOf(cos: CosDocument, dict: CosDict): string[] {
  const fields = [...fieldsUp(cos, dict)].flatMap(({ value }) => (isDict(value) ? [value] : []));
  const isText = fields.some((value) => nameAt(cos, value.get("FT")) === "Tx");
  const hasLook =
    dictAt(cos, dict.get("AP"))?.has("N") === true &&
    cos.resolve(acroForm(cos)?.get("NeedAppearances")) !== true;
  const captions = dictAt(cos, dict.get("MK"));
  const value = isText && hasLook ? fieldValue(cos, dict) : undefined;
  return [
    value,
    ...fields.flatMap((field) => ["DV", "RV"].map((key) => textOf(cos, field.get(key)))),
    ...(hasLook ? ["RC", "AC"] : []).map((key) => textOf(cos, captions?.get(key))),
  ].flatMap((text) => text?.replaceAll(/<[^<>]*>/g, "") ?? []);
}

/** The areas of an annotation's quadrilaterals, or its own. */
function markedBoxes(cos: CosDocument, dict: CosDict, boxes: PageBoxes): Box[] {
  const points = (arrayAt(cos, dict.get("QuadPoints")) ?? []).map((point) => numberAt(cos, point) ?? 0);
  const quads = Array.from({ length: Math.floor(points.length / 8) }, (_, at) => {
    const own = points.slice(8 * at, 8 * at + 8);
    const [across, up] = [own.filter((_, k) => k % 2 === 0), own.filter((_, k) => k % 2 === 1)];
    return { x0: Math.min(...across), y0: Math.min(...up), x1: Math.max(...across), y1: Math.max(...up) };
  });
  const rect = readBox(cos, dict.get("Rect"));
  return (quads.length > 0 || !rect ? quads : [rect]).map((box) => shownBox(box, boxes));
}

const textUnder = (words: readonly Word[], areas: readonly Box[]) =>
  words
    .filter(({ box }) => areas.some((area) => meets(area, box)))
    .map(({ text }) => text)
    .join(" ");

const meets = (one: Box, other: Box) =>
  one.x0 < other.x1 && one.x1 > other.x0 && one.y0 < other.y1 && one.y1 > other.y0;

/** A field's value, if meaningful. */
function fieldValue(cos: CosDocument, widget: CosDict): string | undefined {
  for (const { value } of fieldsUp(cos, widget)) {
    const own = isDict(value) ? cos.resolve(value.get("V")) : null;
    if (own !== null) return textOf(cos, own);
  }
  return undefined;
}

function placeOf(cos: CosDocument, dict: CosDict, boxes: PageBoxes): Leak["box"] {
  const rect = readBox(cos, dict.get("Rect"));
  return rect && shownBox(rect, boxes);
}

/** Maximum bytes of a text stream. */
const maxText = 1_000_000;

/** The text of a string or a text stream, if meaningful. */
export function textOf(cos: CosDocument, value: CosValue | undefined): string | undefined {
  const found = cos.resolve(value);
  const data = isStream(found) ? dataOf(cos, found, maxText) : undefined;
  const text = isString(found) ? decodeText(found.bytes) : decodeText(data ?? new Uint8Array(0));
  return saysSomething(text) ? text : undefined;
}
