/** Locates widgets in a single pass over the pages' annotations, so that neither /P nor the field tree must be trusted. */
import { type CosDict, type CosValue, isDict, isNamed, isRef } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../open.ts";
import { annotationsAt } from "../typed-get.ts";

/** Maximum annotations examined per document; the rest are omitted. */
const maxAnnotations = 1_000_000;

export interface PlacedWidget {
  /** 1-based. */
  readonly page: number;
  /** The annotation as listed in /Annots. */
  readonly value: CosValue;
  readonly dict: CosDict;
}

/** Widgets of all pages in page order, each object once. */
export function placedWidgets({ cos, pages }: PdfDocument): PlacedWidget[] {
  const found: PlacedWidget[] = [];
  const seen = new Set<number>();
  let looked = 0;

  for (let page = 1; page <= pages.count; page++) {
    for (const value of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
      if (++looked > maxAnnotations) return found;
      const num = isRef(value) ? value.num : 0;
      if (num !== 0 && seen.has(num)) continue;
      if (num !== 0) seen.add(num);
      const dict = cos.resolve(value);
      if (isDict(dict) && isNamed(cos.resolve(dict.get("Subtype")), "Widget"))
        found.push({ page, value, dict });
    }
  }

  return found;
}
