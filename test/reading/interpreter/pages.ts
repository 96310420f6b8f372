/** Pages with given content, two fonts, and optional parts. */
import type { BuiltStream } from "../../support/pdf-builder.ts";
import { buildPdf } from "../../support/pdf-builder.ts";

export interface PageParts {
  /** Additional entries of the page. */
  readonly page?: string;
  /** Resource entries in addition to the fonts. */
  readonly resources?: string;
  readonly catalog?: string;
  /** Objects numbered 10 and up. */
  readonly more?: Readonly<Record<number, string | BuiltStream>>;
}

const widths = Array.from({ length: 95 }, (_, k) => 400 + ((k * 37) % 300)).join(" ");

/** A page of 600 by 800 points; `F` is Helvetica, `G` a font with its own widths. */
export function contentPdf(
  content: string,
  { page = "", resources = "", catalog = "", more = {} }: PageParts = {},
) {
  return buildPdf({
    objects: {
      1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 6 0 R>>${resources}>>${page}>>`,
      4: { dict: "", data: content },
      5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      6: `<</Type/Font/Subtype/TrueType/BaseFont/Some/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${widths}]/FontDescriptor 7 0 R>>`,
      7: "<</Type/FontDescriptor/FontName/Some/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>",
      ...more,
    },
  });
}
