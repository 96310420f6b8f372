/** Detects pictures on pages by resources only, without reading content. */
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/syntax/error.ts";
import { type CosStream, type CosValue, isName, isStream } from "../cos/syntax/value.ts";
import { walk } from "../cos/walk.ts";
import type { PdfDocument } from "./open.ts";
import { dictAt } from "./typed-get.ts";

/** Maximum external objects examined per page: scans have few. */
const mostLooked = 100;
/** Nesting of forms to examine. */
const depth = 4;

function externalObjects(cos: CosDocument, resources: CosValue | undefined): CosValue[] {
  const objects = dictAt(cos, dictAt(cos, resources)?.get("XObject"));
  return [...(objects?.values() ?? [])].slice(0, mostLooked);
}

/** Image XObjects in the resources of a page and its forms (ISO 32000-2, 8.9.5). Throws `CosError` if they can't be read. */
export function picturesOf({ cos, pages }: PdfDocument, page: number): CosStream[] {
  const found: CosStream[] = [];
  let looked = 0;
  const roots = externalObjects(cos, pages.attribute(page, "Resources"));
  walk(cos, { part: "the pictures", depth }, roots, undefined, ({ value }) => {
    looked += 1;
    if (looked > mostLooked || !isStream(value)) return undefined;
    const kind = cos.resolve(value.dict.get("Subtype"));
    if (!isName(kind)) return undefined;
    if (kind.name === "Image") found.push(value);
    if (kind.name !== "Form") return undefined;
    return [{ values: externalObjects(cos, value.dict.get("Resources")), state: undefined }];
  });
  return found;
}

/** Whether there are any; false if they can't be read. */
export function showsPicture(document: PdfDocument, page: number): boolean {
  try {
    return picturesOf(document, page).length > 0;
  } catch (error) {
    if (error instanceof CosError) return false;
    throw error;
  }
}
