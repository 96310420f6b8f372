/** The engines that implement `core/readers.ts`. */
import type { Readers } from "../core/readers.ts";
import { drawAppearances } from "./mupdf/appearances.ts";
import { decodeImage, decodeJpeg, encodeJpeg } from "./mupdf/decode-image.ts";
import { drawBoxes } from "./mupdf/draw-boxes.ts";
import { fallbackFont } from "./mupdf/fallback-font.ts";
import { openPages } from "./mupdf/page-images.ts";
import { openMupdfText } from "./mupdf/plain-text.ts";
import { standardProgram } from "./mupdf/standard-font.ts";
import { decodeWebp, isWebp } from "./webp/decode-webp.ts";

export function createReaders(): Readers {
  return {
    openMupdfText,
    openPages,
    decodeImage: (data) => (isWebp(data) ? decodeWebp(data) : decodeImage(data)),
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
