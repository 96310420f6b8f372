/** Text that elements of the structure tree tell for their content (`ActualText`, ISO 32000-2, 14.9.4), by MCID. */
import { Buffer } from "node:buffer";
import { type CosDict, type CosValue, isArray, isDict, isRef, isString } from "../../../cos/syntax/value.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { parentTree } from "../../../document/tags/structure-tree.ts";
import { decodeText } from "../../../document/text-string.ts";

/** Elements of one page that are looked through for one that says which content is its own. */
const maxSearched = 2000;

/** Whether an element may tell a text: most do not, and their bytes say so sooner than their parsed entries. */
function mayTell({ cos }: PdfDocument, value: CosValue | undefined): boolean {
  if (!isRef(value)) return isDict(value);
  const raw = cos.raw(value.num);
  if (!raw) return false;
  const { buffer, byteOffset } = raw.bytes;
  return Buffer.from(buffer, byteOffset + raw.start, raw.end - raw.start).includes("ActualText");
}

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
    if (!mayTell(document, value)) return undefined;
    const element = cos.resolve(value);
    return isDict(element) ? element : undefined;
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
