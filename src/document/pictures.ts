/** Detects pictures on pages by resources only, without reading content. */
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/syntax/error.ts";
import { type CosValue, isName, isStream } from "../cos/syntax/value.ts";
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

/** Whether the resources of a page and its forms include an image XObject (ISO 32000-2, 8.9.5); false if unreadable. */
export function showsPicture({ cos, pages }: PdfDocument, page: number): boolean {
  let [found, looked] = [false, 0];

  try {
    const roots = externalObjects(cos, pages.attribute(page, "Resources"));
    walk(cos, { part: "the pictures", depth }, roots, undefined, ({ value }) => {
      looked += 1;
      if (found || looked > mostLooked || !isStream(value)) return undefined;
      const kind = cos.resolve(value.dict.get("Subtype"));
      if (!isName(kind)) return undefined;
      found = kind.name === "Image";
      if (kind.name !== "Form") return undefined;
      return [{ values: externalObjects(cos, value.dict.get("Resources")), state: undefined }];
    });
    return found;
  } catch (error) {
    if (error instanceof CosError) return false;
    throw error;
  }
}
