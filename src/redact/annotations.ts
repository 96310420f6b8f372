/** Annotations that touch an area: they go; form fields there lose their values and what they show. */

import type { Box } from "../core/page-layout.ts";
import { type CosDict, type CosValue, isDict, isNamed, isRef } from "../cos/syntax/value.ts";
import type { EditSession } from "../document/edit.ts";
import { fieldsUp } from "../document/forms/fields.ts";
import { readBox } from "../document/pages/boxes.ts";
import { shownBox } from "../document/pages/display-space.ts";
import { annotationsAt } from "../document/typed-get.ts";
import { type Counts, count } from "./scrub.ts";
import type { PageTarget } from "./target.ts";

/** What of a field and its widget tells its value. */
const telling = ["V", "DV", "RV", "AP", "AS", "MK", "TU", "I", "Opt"];

export interface AnnotationEdit {
  readonly counts: Counts;
  readonly keepsFiles: boolean;
  /** Gets the numbers of the fields that have no value any more: other widgets of them are to show none. */
  readonly fields: Set<number>;
}

/** Returns where something went. */
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
    const { left, top, right, bottom } = shownBox(rect, boxes);
    const box = { x0: left, y0: top, x1: right, y1: bottom };
    const isFile = !keepsFiles && isNamed(cos.resolve(dict.get("Subtype") ?? null), "FileAttachment");
    if (!isFile && !target.touches(box)) {
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

/** A pop-up window of an annotation that went. */
function opensOne({ cos }: EditSession, item: CosValue, removed: ReadonlySet<number>): boolean {
  const dict = cos.resolve(item);
  const parent = isDict(dict) ? dict.get("Parent") : undefined;
  return isRef(parent) && removed.has(parent.num);
}

/** A widget that shows nothing, of a field that has no value. */
function emptied(session: EditSession, item: CosValue, widget: CosDict, fields: Set<number>): CosValue {
  const without = (dict: CosDict) => {
    const own = new Map(dict);
    for (const key of telling) own.delete(key);
    return own;
  };
  for (const { value, num } of fieldsUp(session.cos, widget))
    if (isDict(value) && num !== 0) {
      session.set(num, without(value));
      fields.add(num);
    }
  if (!isRef(item)) return without(widget);
  session.set(item.num, without(widget));
  return item;
}

/** Where a page shows fields that have no value any more. */
export function boxesOfFields(session: EditSession, page: number, fields: ReadonlySet<number>): Box[] {
  const { cos } = session;
  return (annotationsAt(cos, session.page(page).get("Annots")) ?? []).flatMap((item) => {
    const dict = cos.resolve(item);
    const parent = isDict(dict) ? dict.get("Parent") : undefined;
    const rect = isDict(dict) ? readBox(cos, dict.get("Rect")) : undefined;
    if (!rect || !isRef(parent) || !fields.has(parent.num)) return [];
    const { left, top, right, bottom } = shownBox(rect, session.boxes(page));
    return [{ x0: left, y0: top, x1: right, y1: bottom }];
  });
}
