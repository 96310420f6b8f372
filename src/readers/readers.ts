/** The engines behind `core/readers.ts`. */
import type { Readers } from "../core/readers.ts";
import { drawAppearances } from "./appearances.ts";
import { openLayout, openText } from "./fallback.ts";
import { fallbackFont } from "./fallback-font.ts";
import { mend } from "./mend.ts";
import { openPages } from "./page-images.ts";
import { tidy } from "./tidy.ts";

export function createReaders(): Readers {
  return {
    tidy,
    mend,
    openText,
    openLayout,
    openPages,
    fallbackFont,
    fontFolders: () => [],
    drawAppearances,
  };
}
