/** The fallback font in MuPDF's WASM: Droid Sans Fallback (Apache License 2.0). */
import { inMupdf, loadMupdf, release } from "./load.ts";

/** The font as a TrueType file, 3.5 MB: MuPDF embeds it into a new document, from which it is read. */
export async function fallbackFont(): Promise<Uint8Array> {
  const mupdf = await loadMupdf();
  return inMupdf(() => {
    const font = new mupdf.Font("zh-Hans");
    const document = new mupdf.PDFDocument();
    const embedded = document.addFont(font);

    try {
      const file = embedded.get("DescendantFonts", 0, "FontDescriptor", "FontFile2");
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
