/** The engines behind `core/readers.ts`. */
import type { Readers } from "../core/readers.ts";
import { openLayout, openText } from "../reading/fallback.ts";
import { mend } from "../recovery/strategies/mend-by-engines.ts";
import { tidy } from "../recovery/strategies/sanitize.ts";
import { drawAppearances } from "./mupdf/appearances.ts";
import { drawBoxes } from "./mupdf/draw-boxes.ts";
import { fallbackFont } from "./mupdf/fallback-font.ts";
import { openPages } from "./mupdf/page-images.ts";

export function createReaders(): Readers {
  return {
    tidy,
    mend,
    openText,
    openLayout,
    openPages,
    drawBoxes,
    fallbackFont,
    fontFolders: () => [],
    drawAppearances,
  };
}
