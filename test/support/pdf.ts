/** Small documents for tests that use the service. */
import { type BuiltPdf, pagesPdf } from "./pdf-builder.ts";

export interface SamplePdf {
  /** The text of each page. */
  readonly pages: readonly string[];
  /** Entries of the document information dictionary in PDF syntax: `/Title(One)`. */
  readonly info?: string;
  /** Additional entries of every page in PDF syntax: `/Rotate 90`. */
  readonly page?: string;
  /** The name of a text field on the first page. */
  readonly field?: string;
}

/** Texts of pages: `pageTexts("ok", 3)` is `ok page 1`, `ok page 2`, `ok page 3`. */
export function pageTexts(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, k) => `${name} page ${k + 1}`);
}

const helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/** Pages of 420 x 595 points with one line of Helvetica each. */
export function samplePdf(sample: SamplePdf): Uint8Array {
  const count = sample.pages.length;
  // pagesPdf uses 1, 2 and the pages' numbers; the rest are free.
  const font = 3 + count;
  const info = font + 1;
  const field = info + 1;
  const content = (k: number) => field + 1 + k;
  const more: Record<number, BuiltPdf["objects"][number]> = {
    [font]: helvetica,
    [info]: `<<${sample.info ?? ""}>>`,
  };
  if (sample.field !== undefined) {
    const widget = "/Type/Annot/Subtype/Widget/FT/Tx/V(value)/Rect[40 400 200 420]/P 3 0 R";
    more[field] = `<<${widget}/T(${sample.field})>>`;
  }
  sample.pages.forEach((text, k) => {
    const shown = text.replaceAll(/[\\()]/g, "\\$&");
    more[content(k)] = { dict: "", data: `BT /F 18 Tf 40 500 Td (${shown}) Tj ET` };
  });
  const pages = sample.pages.map((_, k) => {
    const annotations = k === 0 && sample.field !== undefined ? `/Annots[${field} 0 R]` : "";
    return `/MediaBox[0 0 420 595]/Resources<</Font<</F ${font} 0 R>>>>/Contents ${content(k)} 0 R${annotations}${sample.page ?? ""}`;
  });
  return pagesPdf(pages, {
    root: sample.field === undefined ? "" : `/AcroForm<</Fields[${field} 0 R]/DA(/F 12 Tf 0 g)>>`,
    trailer: `/Info ${info} 0 R`,
    more,
  });
}

/** A small file whose text takes forever to read: ten levels of forms, each drawing the next ten times. */
export function endlessPdf(): Uint8Array {
  const draws = "/X Do ".repeat(10);
  const [font, content, firstForm, levels] = [4, 5, 6, 10];
  const more: Record<number, BuiltPdf["objects"][number]> = {
    [font]: helvetica,
    [content]: { dict: "", data: draws },
  };
  for (let level = 0; level < levels; level++) {
    const last = level === levels - 1;
    const resources = last ? `/Font<</F ${font} 0 R>>` : `/XObject<</X ${firstForm + level + 1} 0 R>>`;
    more[firstForm + level] = {
      dict: `/Type/XObject/Subtype/Form/BBox[0 0 420 595]/Resources<<${resources}>>`,
      data: last ? "BT /F 9 Tf 9 9 Td (again) Tj ET" : draws,
    };
  }
  const page = `/Resources<</XObject<</X ${firstForm} 0 R>>>>/Contents ${content} 0 R`;
  // A document's budget grows with its file; this one is large enough for hours.
  more[firstForm + levels] = { dict: "", data: "\0".repeat(4_000_000) };
  return pagesPdf([page], { more });
}
