/** Links of a page that lead out of the document (ISO 32000-2, 12.5.6.5): where they lie as shown, and their address. */
import type { Link } from "../core/page-layout.ts";
import { type CosValue, isArray, isDict, isNamed, isString } from "../cos/syntax/value.ts";
import type { PdfDocument } from "../document/open.ts";
import { decodeText } from "../document/text-string.ts";
import { annotationsAt } from "../document/typed-get.ts";
import type { PageView } from "./interpreter/content/page-source.ts";

/** Annotations of one page that are looked at. */
const maxAnnotations = 50_000;
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const leadsOut = /^(?:https?|mailto|ftp|tel):/i;

function addressOf({ cos, catalog }: PdfDocument, action: CosValue): string | undefined {
  if (!isDict(action) || !isNamed(cos.resolve(action.get("S")), "URI")) return undefined;
  const value = cos.resolve(action.get("URI"));
  if (!isString(value)) return undefined;
  const uri = decodeText(value.bytes);
  if (scheme.test(uri)) return uri;
  const base = cos.resolve(catalog.get("URI"));
  const root = isDict(base) ? cos.resolve(base.get("Base")) : null;
  return isString(root) ? decodeText(root.bytes) + uri : undefined;
}

/** In the order of the page's annotations. */
export function linksOf(document: PdfDocument, page: number, { matrix }: PageView): Link[] {
  const { cos, pages } = document;
  const annotations = annotationsAt(cos, pages.dict(page).get("Annots"));
  if (!annotations || annotations.length > maxAnnotations) return [];
  const [a, b, c, d, e, f] = matrix;
  return annotations.flatMap((value): Link[] => {
    const dict = cos.resolve(value);
    if (!isDict(dict) || !isNamed(cos.resolve(dict.get("Subtype")), "Link")) return [];
    if (cos.resolve(dict.get("Dest")) !== null) return [];
    const uri = addressOf(document, cos.resolve(dict.get("A")));
    if (uri === undefined || !leadsOut.test(uri)) return [];
    const rect = cos.resolve(dict.get("Rect"));
    const numbers = isArray(rect) ? rect.map((item) => cos.resolve(item)) : [];
    const [left = 0, bottom = 0, right = 0, top = 0] = numbers.map((one) =>
      typeof one === "number" ? one : 0,
    );
    const [x0, y0] = [left * a + bottom * c + e, left * b + bottom * d + f];
    const [x1, y1] = [right * a + top * c + e, right * b + top * d + f];
    const box = { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
    return [{ box, uri }];
  });
}
