/** Removes annotations that touch an area; form fields there lose their values and appearances. */

import type { Box } from "../core/page-layout.ts";
import type { CosDocument } from "../cos/document.ts";
import { type CosDict, type CosValue, isDict, isNamed, isRef } from "../cos/syntax/value.ts";
import type { EditSession } from "../document/edit.ts";
import { fieldsUp } from "../document/forms/fields.ts";
import type { PdfDocument } from "../document/open.ts";
import { type PageBoxes, pageBoxes, readBox } from "../document/pages/boxes.ts";
import { shownBox } from "../document/pages/display-space.ts";
import { annotationsAt, numberAt } from "../document/typed-get.ts";
import { SearchPage } from "../search/search-page.ts";
import type { Wanted } from "./find-targets.ts";
import { type Counts, count, shownKeys, showsText, textsIn } from "./scrub.ts";
import type { PageTarget } from "./target.ts";

/** The entries of a field and its widget that reveal its value. */
const telling = ["V", "DV", "RV", "AP", "AS", "MK", "TU", "I", "Opt"];

/** Flags (table 167): Hidden and NoView. */
const hiddenFlags = 2 | 32;

/** Adds annotations with wanted text to the target, such as button captions, which aren't page text; returns its names. */
export function findInAnnotations(
  document: PdfDocument,
  page: number,
  wanted: readonly Wanted[],
  target: PageTarget,
): string[] {
  const { cos, pages } = document;
  const boxes = pageBoxes(cos, pages, page);
  const names: string[] = [];

  for (const item of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
    const dict = cos.resolve(item);
    const rect = isDict(dict) ? readBox(cos, dict.get("Rect")) : undefined;
    if (!isDict(dict) || !rect || !dict.has("AP") || !showsText(dict)) continue;
    if (((numberAt(cos, dict.get("F")) ?? 0) & hiddenFlags) !== 0) continue;
    const texts = [...fieldsUp(cos, dict)].flatMap(({ value }) => (isDict(value) ? textsOf(cos, value) : []));
    const search = new SearchPage(texts.map((text) => ({ text, lines: [] })));
    const found = wanted.filter(({ find }) => find(search).length > 0);
    names.push(...found.map(({ name }) => name));
    if (found.length > 0) target.add([placeOf(rect, boxes)], []);
  }

  return names;
}

const placeOf = (rect: Box, boxes: PageBoxes): Box => {
  const { left, top, right, bottom } = shownBox(rect, boxes);
  return { x0: left, y0: top, x1: right, y1: bottom };
};

/** The texts that an annotation, or a field above it, may show. */
const textsOf = (cos: CosDocument, dict: CosDict): string[] =>
  shownKeys.flatMap((key) => textsIn(cos.resolve(dict.get(key))));

export interface AnnotationEdit {
  readonly counts: Counts;
  readonly keepsFiles: boolean;
  /** Receives the numbers of fields that lost their value: their other widgets must show none. */
  readonly fields: Set<number>;
}

/** Returns the boxes where something was removed. */
export function redactAnnotations(
  session: EditSession,
  page: number,
  target: PageTarget,
  { counts, keepsFiles, fields }: AnnotationEdit,
): Box[] {
  const { cos } = session;
  const boxes = session.boxes(page);
  const list = annotationsAt(cos, session.page(page).get("Annots"));
  if (!list) return [];

  const gone: Box[] = [];
  const removed = new Set<number>();
  const kept: CosValue[] = [];

  for (const item of list) {
    const dict = cos.resolve(item);
    const rect = isDict(dict) ? readBox(cos, dict.get("Rect")) : undefined;
    if (!isDict(dict) || !rect) {
      kept.push(item);
      continue;
    }
    const box = placeOf(rect, boxes);
    const isFile = !keepsFiles && isNamed(cos.resolve(dict.get("Subtype") ?? null), "FileAttachment");
    if (!isFile && !target.holdsAnnotation(box)) {
      kept.push(item);
      continue;
    }
    gone.push(box);
    if (isNamed(cos.resolve(dict.get("Subtype") ?? null), "Widget")) {
      count(counts, "fields");
      kept.push(emptied(session, item, dict, fields));
    } else {
      count(counts, "annotations");
      if (isRef(item)) removed.add(item.num);
    }
  }

  if (gone.length > 0)
    session.changePage(page).set(
      "Annots",
      kept.filter((item) => !opensOne(session, item, removed)),
    );

  return gone;
}

/** A pop-up window of a removed annotation. */
function opensOne({ cos }: EditSession, item: CosValue, removed: ReadonlySet<number>): boolean {
  const dict = cos.resolve(item);
  const parent = isDict(dict) ? dict.get("Parent") : undefined;
  return isRef(parent) && removed.has(parent.num);
}

/** An empty widget, of a field without a value. */
function emptied(session: EditSession, item: CosValue, widget: CosDict, fields: Set<number>): CosValue {
  const without = (dict: CosDict) => {
    const own = new Map(dict);
    for (const key of telling) own.delete(key);
    return own;
  };

  for (const { value, num } of fieldsUp(session.cos, widget))
    if (isDict(value) && num !== 0 && telling.some((key) => value.has(key))) {
      session.set(num, without(value));
      fields.add(num);
    }

  if (!isRef(item)) return without(widget);
  session.set(item.num, without(widget));

  return item;
}

/** Where a page shows fields that lost their value. */
export function boxesOfFields(session: EditSession, page: number, fields: ReadonlySet<number>): Box[] {
  const { cos } = session;
  return (annotationsAt(cos, session.page(page).get("Annots")) ?? []).flatMap((item) => {
    const dict = cos.resolve(item);
    const parent = isDict(dict) ? dict.get("Parent") : undefined;
    const rect = isDict(dict) ? readBox(cos, dict.get("Rect")) : undefined;
    if (!rect || !isRef(parent) || !fields.has(parent.num)) return [];
    return [placeOf(rect, session.boxes(page))];
  });
}
