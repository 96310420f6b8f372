/** The engines behind `core/readers.ts`. */
import type { Readers } from "../core/readers.ts";
import { drawAppearances } from "./mupdf/appearances.ts";
import { drawBoxes } from "./mupdf/draw-boxes.ts";
import { fallbackFont } from "./mupdf/fallback-font.ts";
import { openPages } from "./mupdf/page-images.ts";
import { openMupdfText } from "./mupdf/plain-text.ts";
import { openSecondReader } from "./pdfjs/pdfjs.ts";

export function createReaders(): Readers {
  return {
    openMupdfText,
    openPdfjsText: openSecondReader,
    openPages,
    drawBoxes,
    fallbackFont,
    fontFolders: () => [],
    drawAppearances,
  };
}
