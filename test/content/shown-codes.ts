/** What MuPDF shows for each code of a font: the judge of what `openFont` says. */
import { openMupdf } from "../../src/readers/mupdf-document.ts";
import { memorySource } from "../support/memory-files.ts";
import { type BuiltPdf, buildPdf } from "../support/pdf-builder.ts";

/** One code as MuPDF shows it; lengths in ems. */
export interface ShownCode {
  readonly text: string;
  readonly width: number;
  readonly ascender: number;
  readonly descender: number;
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
}

/** Number of the font's object. */
export const fontObject = 5;

const page = 14_000;
const size = 10;
const columns = 40;
const [across, up, edge] = [80, 60, 200];

/** A document whose page shows each code, in hexadecimal, in a place of its own. */
export function codesPdf(codes: readonly string[], font: string, more: BuiltPdf["objects"] = {}): Uint8Array {
  const content = codes
    .map(
      (code, k) =>
        `BT /F ${size} Tf 1 0 0 1 ${edge + (k % columns) * across} ${edge + Math.floor(k / columns) * up} Tm <${code}> Tj ET`,
    )
    .join("\n");
  return buildPdf({
    objects: {
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page} ${page}]/Contents 4 0 R/Resources<</Font<</F ${fontObject} 0 R>>>>>>`,
      4: { dict: "", data: content },
      [fontObject]: font,
      ...more,
    },
  });
}

/** What is shown in each place; a place where nothing is has no text. */
export async function shownCodes(
  pdf: Uint8Array,
  count: number,
): Promise<readonly (ShownCode | undefined)[]> {
  using document = await openMupdf(memorySource(pdf));
  const shown = new Array<ShownCode | undefined>(count).fill(undefined);
  const loaded = document.document.loadPage(0);
  const text = loaded.toStructuredText("preserve-whitespace,preserve-ligatures,inhibit-spaces");
  text.walk({
    onChar(character, origin, font, _size, quad) {
      const [x, y] = [origin[0], page - origin[1]];
      const place = Math.round((x - edge - across / 4) / across) + columns * Math.round((y - edge) / up);
      const before = shown[place];
      if (before) shown[place] = { ...before, text: before.text + character };
      else if (place >= 0 && place < count)
        shown[place] = {
          text: character,
          width: (quad[2] - quad[0]) / size,
          ascender: (origin[1] - quad[1]) / size,
          descender: (origin[1] - quad[5]) / size,
          name: font.getName(),
          bold: font.isBold(),
          italic: font.isItalic(),
          mono: font.isMono(),
        };
      font.destroy();
    },
  });
  text.destroy();
  loaded.destroy();
  return shown;
}
