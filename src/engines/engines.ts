/** The engines behind `core/readers.ts`. */
import type { Readers } from "../core/readers.ts";
import { drawAppearances } from "./mupdf/appearances.ts";
import { drawBoxes } from "./mupdf/draw-boxes.ts";
import { fallbackFont } from "./mupdf/fallback-font.ts";
import { decodeJpeg, encodeJpeg } from "./mupdf/jpeg.ts";
import { openPages } from "./mupdf/page-images.ts";
import { openMupdfText } from "./mupdf/plain-text.ts";

export function createReaders(): Readers {
  return {
    openMupdfText,
    openPages,
    decodeJpeg,
    encodeJpeg,
    drawBoxes,
    fallbackFont,
    fontFolders: () => [],
    drawAppearances,
  };
}
