/** Locates widgets in a single pass over the pages' annotations, so that neither /P nor the field tree must be trusted. */
import { type CosDict, type CosValue, isRef } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../open.ts";
import { annotationsAt, dictAt, nameAt, refNumber } from "../typed-get.ts";

/** Maximum annotations examined per document; the rest are omitted. */
const maxAnnotations = 1_000_000;

export interface PlacedWidget {
  /** 1-based. */
  readonly page: number;
  /** The annotation as listed in /Annots. */
  readonly value: CosValue;
  readonly dict: CosDict;
}

/** Widgets of all pages in page order, each once, by object number; direct ones by their dictionary. */
export function placedWidgets({ cos, pages }: PdfDocument): ReadonlyMap<number | CosDict, PlacedWidget> {
  const found = new Map<number | CosDict, PlacedWidget>();
  let looked = 0;

  for (let page = 1; page <= pages.count; page++) {
    for (const value of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
      if (++looked > maxAnnotations) return found;
      if (isRef(value) && found.has(value.num)) continue;
      const dict = dictAt(cos, value);
      if (dict && nameAt(cos, dict.get("Subtype")) === "Widget")
        found.set(refNumber(value) ?? dict, { page, value, dict });
    }
  }

  return found;
}
