/** The programs in MuPDF's WASM for the standard 14 fonts: URW++'s, which may be embedded in documents. */
import { inMupdf, loadMupdf, release } from "./load.ts";

/** A CFF program by the name of a standard font (ISO 32000-2, 9.6.2.2), as MuPDF embeds it into a new document. */
export async function standardProgram(name: string): Promise<Uint8Array> {
  const mupdf = await loadMupdf();
  return inMupdf(() => {
    const font = new mupdf.Font(name);
    const document = new mupdf.PDFDocument();
    const embedded = document.addFont(font);

    try {
      const file = embedded.get("DescendantFonts", 0, "FontDescriptor", "FontFile3");
      const data = file.readStream();
      try {
        return data.asUint8Array().slice();
      } finally {
        release(data, file);
      }
    } finally {
      release(embedded, document, font);
    }
  });
}
