/** Where widgets are: a single pass over the pages' annotations, so that neither /P nor the field tree must be believed. */
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isDict, isNamed, isRef } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../open.ts";
import { type PageBoxes, readBox } from "../pages/boxes.ts";
import { annotationsAt } from "../typed-get.ts";

/** Annotations looked at in one document; beyond this the rest is left out. */
const maxAnnotations = 1_000_000;

export interface PlacedWidget {
  /** 1-based. */
  readonly page: number;
  /** The annotation as /Annots names it. */
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

/** A rectangle in points as displayed: origin top left of the page's CropBox after rotation, y downwards. */
export interface ShownBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where a /Rect shows on a page; an unusable one is at the page's origin. */
export function shownBox(cos: CosDocument, rect: CosValue | undefined, boxes: PageBoxes): ShownBox {
  const box = readBox(cos, rect);
  if (!box) return { left: 0, top: 0, right: 0, bottom: 0 };
  const { cropBox: crop, userUnit } = boxes;
  const fromLeft = [box.x0 - crop.x0, box.x1 - crop.x0] as const;
  const fromRight = [crop.x1 - box.x1, crop.x1 - box.x0] as const;
  const fromTop = [crop.y1 - box.y1, crop.y1 - box.y0] as const;
  const fromBottom = [box.y0 - crop.y0, box.y1 - crop.y0] as const;
  const sides = {
    0: [fromLeft, fromTop],
    90: [fromBottom, fromLeft],
    180: [fromRight, fromBottom],
    270: [fromTop, fromRight],
  } as const;
  const [across, down] = sides[boxes.rotation];
  return {
    left: across[0] * userUnit,
    right: across[1] * userUnit,
    top: down[0] * userUnit,
    bottom: down[1] * userUnit,
  };
}
