/** A page's invisible information: hidden text, and annotations that don't show their content. */
import { pushTo } from "../../core/collections/maps.ts";
import { hasCenter } from "../../core/geometry.ts";
import type { Box, HiddenText } from "../../core/page-layout.ts";
import type { PageRenderer } from "../../core/readers.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isDict, isStream, isString } from "../../cos/syntax/value.ts";
import { fieldsUp } from "../../document/forms/fields.ts";
import type { PdfDocument } from "../../document/open.ts";
import { type PageBoxes, pageBoxes, readBox } from "../../document/pages/boxes.ts";
import { shownBox } from "../../document/pages/display-space.ts";
import { decodeText } from "../../document/text-string.ts";
import { annotationsAt, dictAt, nameAt, numberAt } from "../../document/typed-get.ts";
import { isHidden } from "../../reading/interpreter/marked-content/optional-content.ts";
import type { DocumentRun } from "../../reading/interpreter/page-run.ts";
import type { RawBlock } from "../../reading/lines/raw-line.ts";
import { readPage } from "../../reading/read-page.ts";
import { kindOfHidden, type Leak, saysSomething } from "./leak.ts";
import { unseenTexts } from "./unseen-text.ts";

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
): Promise<{ readonly leaks: Leak[]; readonly unknown: number }> {
  const { blocks, hidden, doubtful } = readPage(run, page, { layout: true, withUnshown: true, doubts: true });
  const shown = hidden.length > 0 ? shownWords(blocks) : new Map();
  const leaks = hidden
    .filter((text) => saysSomething(text.text) && !isShown(text, shown))
    .map(({ reason, text, box }): Leak => ({ kind: kindOfHidden[reason], page, box, text }));
  if (doubtful.length === 0) return { leaks, unknown: 0 };

  const unseen = unseenTexts(await pictures.renderer(), page, doubtful);
  leaks.push(...unseen.leaks);
  if (unseen.textLayer > 0) leaks.push({ kind: "text_layer", page, count: unseen.textLayer });
  return { leaks, unknown: unseen.unknown };
}

/** The visible words of a page, by their text. */
function shownWords(blocks: readonly RawBlock[]): ReadonlyMap<string, readonly Box[]> {
  const words = new Map<string, Box[]>();
  for (const { text, box, hidden } of blocks.flatMap(({ lines }) => lines.flatMap((line) => line.words)))
    if (hidden === undefined) pushTo(words, text, box);
  return words;
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
export function annotationLeaks(document: PdfDocument, page: number): Leak[] {
  const { cos, pages } = document;
  const boxes = pageBoxes(cos, pages, page);
  const found: Leak[] = [];
  if (isStream(cos.resolve(pages.dict(page).get("Thumb")))) found.push({ kind: "thumbnail", page });
  for (const item of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
    const dict = cos.resolve(item);
    if (!isDict(dict)) continue;
    const leak = annotationLeak(document, dict, boxes);
    if (leak) found.push({ ...leak, page, box: placeOf(cos, dict, boxes) });
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
    ((numberAt(cos, dict.get("F")) ?? 0) & hiddenFlags) !== 0 || isOff || isHidden(document, dict.get("OC"));

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

/** The text of a string or a text stream, if meaningful. */
export function textOf(cos: CosDocument, value: CosValue | undefined): string | undefined {
  const found = cos.resolve(value);
  const text = isString(found) ? decodeText(found.bytes) : "";
  return saysSomething(text) ? text : undefined;
}
