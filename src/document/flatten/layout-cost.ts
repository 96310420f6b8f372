/** Estimates what MuPDF does to lay out the text of annotations without an appearance, as it does whenever it opens a page. */
import { getOrInsert } from "../../core/collections/maps.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isDict, isStream, isString } from "../../cos/syntax/value.ts";
import { fieldsUp } from "../forms/fields.ts";
import { acroForm, annotationsAt, dataOf, dictAt, nameAt } from "../typed-get.ts";

/** More takes seconds each time. Texts of 30,000 letters need less. */
export const mostLayoutSteps = 2.5e8;

/** Entries with texts to lay out. */
const texts = ["V", "RV", "Contents", "RC", "OverlayText"];
/** Steps to place a letter. In addition, MuPDF measures the whole text again for each line. */
const letterSteps = 32;
const maxText = 50_000_000;

/** The steps for all annotations of a page. */
export function pageLayoutSteps(cos: CosDocument, page: CosDict): number {
  const isStale = cos.resolve(acroForm(cos)?.get("NeedAppearances")) === true;
  const known = new Map<CosValue, number>();
  let steps = 0;

  for (const item of annotationsAt(cos, page.get("Annots")) ?? []) {
    const dict = cos.resolve(item);
    if (!isDict(dict)) continue;
    const isShown = isStream(cos.resolve(dictAt(cos, dict.get("AP"))?.get("N")));
    if (!isShown || (isStale && nameAt(cos, dict.get("Subtype")) === "Widget"))
      steps += layoutSteps(cos, dict, known);
  }

  return steps;
}

/** The steps for an annotation, with the values that its field inherits. `known`: those of texts measured before. */
export function layoutSteps(cos: CosDocument, annotation: CosDict, known: Map<CosValue, number>): number {
  let steps = 0;

  for (const { value: field } of fieldsUp(cos, annotation)) {
    if (!isDict(field)) continue;
    for (const key of texts) {
      const text = cos.resolve(field.get(key));
      steps += getOrInsert(known, text, () => textSteps(cos, text));
    }
  }

  return steps;
}

function textSteps(cos: CosDocument, text: CosValue): number {
  if (!isString(text) && !isStream(text)) return 0;
  const bytes = isString(text) ? text.bytes : dataOf(cos, text, maxText);
  if (!bytes) return Number.POSITIVE_INFINITY;
  let lines = 0;
  for (const byte of bytes) if (byte === 0x20 || byte === 0x0a || byte === 0x0d) lines += 1;
  return bytes.length * (letterSteps + lines);
}
