/** Text that elements of the structure tree tell for their content (`ActualText`, ISO 32000-2, 14.9.4), by MCID. */
import { type CosDict, type CosValue, isArray, isDict, isString } from "../../../cos/syntax/value.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { parentTree } from "../../../document/tags/structure-tree.ts";
import { decodeText } from "../../../document/text-string.ts";

/** Elements of one page that are looked through for one that says which content is its own. */
const maxSearched = 2000;

function holds({ cos }: PdfDocument, element: CosDict, mcid: number): boolean {
  const kids = cos.resolve(element.get("K"));
  return kids === mcid || (isArray(kids) && kids.some((kid) => cos.resolve(kid) === mcid));
}

/** What the elements of a page tell; undefined when there are none. */
export function toldByElements(
  document: PdfDocument,
  page: CosDict,
): ((mcid: number) => string | undefined) | undefined {
  const { cos, catalog } = document;
  const key = cos.resolve(page.get("StructParents"));
  if (typeof key !== "number" || !catalog.has("StructTreeRoot")) return undefined;
  const elements = cos.resolve(parentTree(document).get(key));
  if (!isArray(elements)) return undefined;
  const tells = (value: CosValue | undefined): CosDict | undefined => {
    const element = cos.resolve(value);
    return isDict(element) && element.has("ActualText") ? element : undefined;
  };
  let tellers: CosDict[] | undefined;
  const searched = () => {
    tellers ??= [...new Set(elements.slice(0, maxSearched))].flatMap((value) => tells(value) ?? []);
    return tellers;
  };
  return (mcid) => {
    const at = tells(elements[mcid]);
    const right = at && holds(document, at, mcid) ? at : undefined;
    // Content whose element is elsewhere in the list.
    const element = right ?? (at ? searched().find((one) => holds(document, one, mcid)) : undefined);
    const text = element && cos.resolve(element.get("ActualText"));
    return isString(text) ? decodeText(text.bytes) : undefined;
  };
}
