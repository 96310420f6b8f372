/** Small PDFs for tests, written byte by byte with nothing of the product in them. */

export interface SamplePdf {
  /** Page texts, one page each. */
  readonly pages: readonly string[];
  /** Further entries of the document information dictionary, PDF syntax: `/Title(One)`. */
  readonly info?: string;
  /** Further entries of every page, PDF syntax: `/Rotate 90`. */
  readonly page?: string;
  /** A text field of this name on the first page. */
  readonly field?: string;
}

/** Names of pages: `pageTexts("ok", 3)` is `ok page 1`, `ok page 2`, `ok page 3`. */
export function pageTexts(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, k) => `${name} page ${k + 1}`);
}

/** A PDF 1.7 file with a cross-reference table, Helvetica text and A5 pages (420 x 595). */
export function samplePdf(sample: SamplePdf): Uint8Array {
  const bodies: string[] = [];
  const add = (body: string) => bodies.push(body);
  const count = sample.pages.length;
  // 1 catalog, 2 page tree, 3 font, 4 info, then page and content in turn, last the field.
  const pageNumber = (k: number) => 5 + 2 * k;
  const fieldNumber = 5 + 2 * count;
  const form = sample.field === undefined ? "" : `/AcroForm<</Fields[${fieldNumber} 0 R]/DA(/F 12 Tf 0 g)>>`;
  add(`<</Type/Catalog/Pages 2 0 R${form}>>`);
  const kids = sample.pages.map((_, k) => `${pageNumber(k)} 0 R`).join(" ");
  add(`<</Type/Pages/Count ${count}/Kids[${kids}]/MediaBox[0 0 420 595]>>`);
  add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
  add(`<<${sample.info ?? ""}>>`);
  sample.pages.forEach((text, k) => {
    const annots = k === 0 && sample.field !== undefined ? `/Annots[${fieldNumber} 0 R]` : "";
    const own = `${annots}${sample.page ?? ""}`;
    add(`<</Type/Page/Parent 2 0 R/Resources<</Font<</F 3 0 R>>>>/Contents ${pageNumber(k) + 1} 0 R${own}>>`);
    const content = `BT /F 18 Tf 40 500 Td (${text.replaceAll(/[\\()]/g, "\\$&")}) Tj ET`;
    add(`<</Length ${content.length}>>\nstream\n${content}\nendstream`);
  });
  if (sample.field !== undefined)
    add(
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(${sample.field})/V(value)/Rect[40 400 200 420]/P ${pageNumber(0)} 0 R>>`,
    );
  return assemble(bodies, "/Root 1 0 R/Info 4 0 R");
}

/** Objects 1 to n and a table around them. */
export function assemble(bodies: readonly string[], trailer: string): Uint8Array {
  let text = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
  const rows = ["0000000000 65535 f \n"];
  bodies.forEach((body, k) => {
    rows.push(`${String(text.length).padStart(10, "0")} 00000 n \n`);
    text += `${k + 1} 0 obj\n${body}\nendobj\n`;
  });
  const start = text.length;
  text += `xref\n0 ${rows.length}\n${rows.join("")}trailer\n<</Size ${rows.length}${trailer}>>\n`;
  text += `startxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
