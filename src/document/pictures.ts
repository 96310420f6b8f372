/** Whether pages show pictures, by their resources alone: nothing of their content is read. */
import { CosError } from "../cos/syntax/error.ts";
import { isName, isStream } from "../cos/syntax/value.ts";
import type { PdfDocument } from "./open.ts";
import { dictAt } from "./typed-get.ts";

/** External objects of a page that are looked at: scans have few. */
const mostLooked = 100;

/** Whether an image XObject is among a page's resources (ISO 32000-2, 8.9.5); false where that cannot be read. */
export function showsPicture({ cos, pages }: PdfDocument, page: number): boolean {
  try {
    const resources = dictAt(cos, pages.attribute(page, "Resources"));
    const objects = [...(dictAt(cos, resources?.get("XObject"))?.values() ?? [])];
    return objects.slice(0, mostLooked).some((value) => {
      const object = cos.resolve(value);
      const kind = isStream(object) ? cos.resolve(object.dict.get("Subtype")) : undefined;
      return isName(kind) && kind.name === "Image";
    });
  } catch (error) {
    if (error instanceof CosError) return false;
    throw error;
  }
}
