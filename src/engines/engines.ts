/** The engines that implement `core/readers.ts`. */
import type { Readers } from "../core/readers.ts";
import { decodeImage } from "./magick/decode-image.ts";
import { drawAppearances } from "./mupdf/appearances.ts";
import { drawBoxes } from "./mupdf/draw-boxes.ts";
import { fallbackFont } from "./mupdf/fallback-font.ts";
import { decodeJpeg, encodeJpeg } from "./mupdf/jpeg.ts";
import { openPages } from "./mupdf/page-images.ts";
import { openMupdfText } from "./mupdf/plain-text.ts";
import { standardProgram } from "./mupdf/standard-font.ts";

export function createReaders(): Readers {
  return {
    openMupdfText,
    openPages,
    decodeImage,
    readBarcodes: async (image) => (await import("./zxing/read-barcodes.ts")).readBarcodes(image),
    openPdfjsText: async (source, passwords) =>
      (await import("./pdfjs/pdfjs.ts")).openPdfjsText(source, passwords),
    decodeJpeg,
    encodeJpeg,
    drawBoxes,
    fallbackFont,
    standardProgram,
    fontFolders: () => [],
    drawAppearances,
  };
}
