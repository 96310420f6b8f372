/** Opens a page's font for its text. */
import type { CosDocument } from "../cos/document.ts";
import type { CosDict, CosValue } from "../cos/syntax/value.ts";
import { dictAt, nameAt, refNumber } from "../cos/typed-get.ts";
import { openCompositeFont } from "./composite-font.ts";
import { FontDoubt, unlessDoubtful } from "./encodings/font-doubt.ts";
import type { PageFont } from "./font.ts";
import { openSimpleFont } from "./simple-font.ts";
import { openType3Font } from "./type3-font.ts";

/**
 * Undefined for a font whose text the file doesn't specify with certainty. `font` is the entry of a resource dictionary. Never
 * throws for a document's content. `byCodes`: letters that a simple font doesn't name are read as their ASCII codes.
 */
export function openFont(
  cos: CosDocument,
  font: CosValue | undefined,
  byCodes = false,
): PageFont | undefined {
  return unlessDoubtful(() => {
    const dict = dictAt(cos, font);
    return dict && openKind(cos, dict, refNumber(font) ?? 0, byCodes);
  });
}

function openKind(cos: CosDocument, dict: CosDict, number: number, byCodes: boolean): PageFont {
  const kind = nameAt(cos, dict.get("Subtype"));
  if (kind === "Type0") return openCompositeFont(cos, dict);
  if (kind === "Type1" || kind === "MMType1") return openSimpleFont(cos, dict, "FontFile", byCodes);
  if (kind === "TrueType") return openSimpleFont(cos, dict, "FontFile2", byCodes);
  if (kind === "Type3") return openType3Font(cos, dict, number);
  throw new FontDoubt(`a font of kind ${kind}`);
}
