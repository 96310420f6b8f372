/** Removes annotations that touch an area; form fields there lose their values and appearances. */

import type { Box } from "../core/page-layout.ts";
import type { CosDocument } from "../cos/document.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isDict,
  isNamed,
  isRef,
  isStream,
  without,
} from "../cos/syntax/value.ts";
import { withdrawClaim } from "../document/conformance/withdraw.ts";
import type { EditSession } from "../document/edit.ts";
import { fieldsUp } from "../document/forms/fields.ts";
import type { PdfDocument } from "../document/open.ts";
import { type PageBoxes, pageBoxes, readBox } from "../document/pages/boxes.ts";
import { shownBox } from "../document/pages/display-space.ts";
import { annotationsAt, dictAt, numberAt } from "../document/typed-get.ts";
import { mayShowText } from "../reading/interpreter/extended-state.ts";
import { SearchPage } from "../search/search-page.ts";
import { eachDict } from "./every-dict.ts";
import type { PageTarget } from "./target.ts";
import { wordsOf } from "./words/lost-words.ts";
import { showsText, textsShownBy } from "./words/said.ts";
import type { Wanted } from "./words/word-check.ts";

/** The entries of a field and its widget that reveal its value. */
const telling = ["V", "DV", "RV", "AP", "AS", "MK", "TU", "I", "Opt"];

/** Flags (table 167): Hidden and NoView. */
const hiddenFlags = 2 | 32;

/** A page's annotations, and where they are shown; without a dictionary if they have no place. */
function* annotationsOf(cos: CosDocument, page: CosDict, boxes: PageBoxes) {
  for (const item of annotationsAt(cos, page.get("Annots")) ?? []) {
    const dict = cos.resolve(item);
    const rect = isDict(dict) ? readBox(cos, dict.get("Rect")) : undefined;
    if (isDict(dict) && rect) yield { item, dict, box: shownBox(rect, boxes) };
    else yield { item };
  }
}

/** Adds annotations with wanted text to the target, such as button captions, which aren't page text; returns its names. */
export function findInAnnotations(
  { cos, pages }: PdfDocument,
  page: number,
  wanted: readonly Wanted[],
  target: PageTarget,
): string[] {
  const names: string[] = [];

  for (const { dict, box } of annotationsOf(cos, pages.dict(page), pageBoxes(cos, pages, page))) {
    if (!dict?.has("AP") || !showsText(dict)) continue;
    if (((numberAt(cos, dict.get("F")) ?? 0) & hiddenFlags) !== 0) continue;
    const texts = [...fieldsUp(cos, dict)].flatMap(({ value }) =>
      isDict(value) ? textsShownBy(cos, value) : [],
    );
    const search = new SearchPage(texts.map((text) => ({ text, lines: [] })));
    const found = wanted.filter(({ find }) => find(search).length > 0);
    names.push(...found.map(({ name }) => name));
    if (found.length > 0) target.add([box], []);
  }

  return names;
}

/** Number of removed items by type. */
export type Counts = Map<string, number>;
export const count = (counts: Counts, what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);

export interface AnnotationEdit {
  readonly counts: Counts;
  readonly keepsFiles: boolean;
  /** Receives the numbers of fields that lost their value: their other widgets must show none. */
  readonly fields: Set<number>;
  /** Receives the numbers of annotations that lost something. */
  readonly touched: Set<number>;
  /** Receives what removed annotations in areas said, in words. */
  readonly lost: string[];
  /** Receives what they drew. */
  readonly looks: CosStream[];
}

/** Returns the boxes where something was removed. */
export function redactAnnotations(
  session: EditSession,
  page: number,
  target: PageTarget,
  { counts, keepsFiles, fields, touched, lost, looks }: AnnotationEdit,
): Box[] {
  const { cos } = session;
  const gone: Box[] = [];
  const removed = new Set<number>();
  const kept: CosValue[] = [];

  for (const { item, dict, box } of annotationsOf(cos, session.page(page), session.boxes(page))) {
    const isOf = (subtype: string) => isNamed(cos.resolve(dict?.get("Subtype")), subtype);
    const goes = dict && ((!keepsFiles && isOf("FileAttachment")) || target.holdsAnnotation(box));
    if (goes) gone.push(dict.has("AP") ? box : withReach(box));
    if (goes && isRef(item)) touched.add(item.num);
    if (goes && target.hasAreas) {
      lost.push(...wordsOf(textsShownBy(cos, dict).join("\n")));
      for (const { form } of appearancesOf(cos, dict)) if (mayShowText(cos, form)) looks.push(form);
    }
    if (!goes) kept.push(item);
    else if (isOf("Widget")) {
      count(counts, "fields");
      if (!isOfSignature(cos, dict)) kept.push(emptied(session, item, dict, fields));
    } else {
      count(counts, "annotations");
      if (keepsFiles && dict.has("AF"))
        withdrawClaim(session, "pdfa", "an annotation with attached files was removed");
      if (isRef(item)) removed.add(item.num);
    }
  }

  if (gone.length === 0) return gone;
  const belonging = new Set(kept.filter((item) => belongsToOne(session, item, removed)));
  for (const { item, box } of annotationsOf(cos, session.page(page), session.boxes(page)))
    if (box && item !== undefined && belonging.has(item)) gone.push(box);
  session.changePage(page).set(
    "Annots",
    kept.filter((item) => !belonging.has(item)),
  );

  return gone;
}

/** Where readers draw an annotation without an appearance: the ends of highlights are round. */
function withReach({ x0, y0, x1, y1 }: Box): Box {
  const by = Math.min(x1 - x0, y1 - y0) / 4;
  return { x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by };
}

/** An annotation's appearances: their kinds (N, R, D), states if there are several, entries and forms. */
export function* appearancesOf(cos: CosDocument, annotation: CosDict) {
  for (const [kind, look] of dictAt(cos, annotation.get("AP")) ?? []) {
    const states = cos.resolve(look);
    for (const [state, entry] of isDict(states) ? states : [[undefined, look] as const]) {
      const form = cos.resolve(entry);
      if (isStream(form)) yield { kind, state, entry, form };
    }
  }
}

/** A pop-up window of a removed annotation, or a reply to one. */
function belongsToOne({ cos }: EditSession, item: CosValue, removed: ReadonlySet<number>): boolean {
  const dict = cos.resolve(item);
  const owners = isDict(dict) ? [dict.get("Parent"), dict.get("IRT")] : [];
  return owners.some((owner) => isRef(owner) && removed.has(owner.num));
}

/** An empty widget, of a field without a value. */
function emptied(session: EditSession, item: CosValue, widget: CosDict, fields: Set<number>): CosValue {
  for (const { value, num } of fieldsUp(session.cos, widget))
    if (isDict(value) && num !== 0 && telling.some((key) => value.has(key))) {
      session.set(num, without(value, telling));
      fields.add(num);
    }

  if (!isRef(item)) return without(widget, telling);
  session.set(item.num, without(widget, telling));

  return item;
}

/** Whether a widget is that of a signature, for which readers draw something whatever its appearance. */
function isOfSignature(cos: CosDocument, widget: CosDict): boolean {
  const kinds = [...fieldsUp(cos, widget)].map(({ value }) => isDict(value) && cos.resolve(value.get("FT")));
  return kinds.some((kind) => isNamed(kind || null, "Sig"));
}

/** Where a page shows fields that lost their value. */
export function boxesOfFields(session: EditSession, page: number, fields: ReadonlySet<number>): Box[] {
  const annotations = [...annotationsOf(session.cos, session.page(page), session.boxes(page))];
  return annotations.flatMap(({ dict, box }) => {
    const parent = dict?.get("Parent");
    return box && isRef(parent) && fields.has(parent.num) ? [box] : [];
  });
}

/** Drops outdated appearances of fields that lost their value. */
export function dropStaleAppearances(session: EditSession, fields: ReadonlySet<number>): void {
  if (fields.size === 0) return;
  eachDict(session.cos, (dict, num) => {
    const parent = dict.get("Parent");
    if (dict.has("AP") && (fields.has(num) || (isRef(parent) && fields.has(parent.num))))
      session.set(num, without(dict, ["AP"]));
  });
}
