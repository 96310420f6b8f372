/** Pages with the content that a test gives them, two fonts, and what else is named. */
import type { BuiltStream } from "../../support/pdf-builder.ts";
import { buildPdf } from "../../support/pdf-builder.ts";

export interface PageParts {
  /** Entries of the page besides what every page here has. */
  readonly page?: string;
  /** Entries of its resources besides the fonts. */
  readonly resources?: string;
  readonly catalog?: string;
  /** Objects from 10 on. */
  readonly more?: Readonly<Record<number, string | BuiltStream>>;
}

const widths = Array.from({ length: 95 }, (_, k) => 400 + ((k * 37) % 300)).join(" ");

/** A page of 600 by 800 points; `F` is Helvetica, `G` a font with widths of its own. */
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
