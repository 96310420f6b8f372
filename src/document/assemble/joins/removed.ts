/**
 * Objects that must not be kept with chosen pages although these refer to them: other pages, their annotations, and the old
 * document as a whole.
 */
import { pushTo } from "../../../core/collections/maps.ts";
import { isRef } from "../../../cos/syntax/value.ts";
import type { PdfDocument } from "../../open.ts";
import { arrayAt, memo, nameAt, refNumber } from "../../typed-get.ts";

/** The pages (1-based) that list an annotation, by its number. */
const annotationPages = memo(({ cos, pages }: PdfDocument): ReadonlyMap<number, readonly number[]> => {
  const owners = new Map<number, number[]>();
  for (let page = 1; page <= pages.count; page++)
    for (const entry of arrayAt(cos, pages.dict(page).get("Annots")) ?? [])
      if (isRef(entry)) pushTo(owners, entry.num, page);
  return owners;
});

/** The catalog and the nodes of the page tree: a reference to one would keep the whole old document. */
const wholeDocument = memo(
  ({ cos, pages }: PdfDocument): ReadonlySet<number> =>
    new Set([...pages.nodes, refNumber(cos.trailer.get("Root")) ?? 0]),
);

/** Entries of a page, unlike those of a resource dictionary that a damaged tree lists as one. */
const pageKeys = ["Parent", "Contents", "MediaBox", "Annots", "Resources"];

/** In a damaged tree something else may be listed as a page, and kept objects may need it: a font, for example. */
function isPage({ cos, pages }: PdfDocument, num: number): boolean {
  const page = pages.pageOf(num);
  if (page === 0) return false;
  const dict = pages.dict(page);
  const type = nameAt(cos, dict.get("Type"));
  return type === undefined ? pageKeys.some((key) => dict.has(key)) : type === "Page";
}

export function isOldDocument(document: PdfDocument, num: number): boolean {
  return wholeDocument(document).has(num);
}

/** Whether an object is a page, or an annotation only on pages that `keeps` removes. */
export function isRemoved(document: PdfDocument, keeps: (page: number) => boolean, num: number): boolean {
  return isPage(document, num) || annotationPages(document).get(num)?.some(keeps) === false;
}
