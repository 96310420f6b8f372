/** A page's links out of the document (ISO 32000-2, 12.5.6.5): their areas as displayed, and their addresses. */
import type { Link } from "../core/page-layout.ts";
import { type CosValue, isDict, isNamed, isString } from "../cos/syntax/value.ts";
import type { PdfDocument } from "../document/open.ts";
import { readBox } from "../document/pages/boxes.ts";
import { transformBox } from "../document/pages/matrix.ts";
import { decodeText } from "../document/text-string.ts";
import { annotationsAt } from "../document/typed-get.ts";
import type { PageView } from "./interpreter/content/page-source.ts";

/** Maximum annotations of a page to examine. */
const maxAnnotations = 50_000;
const scheme = /^[a-z][a-z0-9+.-]*:/i;
/** Other schemes may start programs, or read the user's files. */
const leadsOut = /^(?:https?|mailto):/i;

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

  return annotations.flatMap((value): Link[] => {
    const dict = cos.resolve(value);
    if (!isDict(dict) || !isNamed(cos.resolve(dict.get("Subtype")), "Link")) return [];
    if (cos.resolve(dict.get("Dest")) !== null) return [];
    const uri = addressOf(document, cos.resolve(dict.get("A")));
    if (uri === undefined || !leadsOut.test(uri)) return [];
    const rect = readBox(cos, dict.get("Rect"));
    return rect ? [{ box: transformBox(matrix, rect), uri }] : [];
  });
}
