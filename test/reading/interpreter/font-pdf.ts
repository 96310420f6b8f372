/** Documents with one font, for tests of `openFont`. */
import { type BuiltPdf, buildPdf } from "../../support/pdf-builder.ts";

/** The font's object number. */
export const fontObject = 5;

export function fontPdf(font: string, more: BuiltPdf["objects"] = {}): Uint8Array {
  return buildPdf({
    objects: {
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F ${fontObject} 0 R>>>>>>`,
      [fontObject]: font,
      ...more,
    },
  });
}
