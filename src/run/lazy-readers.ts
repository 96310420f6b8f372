/** Readers loaded when a document first needs one: most calls never do, and loading costs more than they take. */
import { once } from "../core/once.ts";
import type { Readers } from "../core/readers.ts";
import { magickIsBroken } from "../engines/magick/broken.ts";
import { mupdfIsBroken } from "../engines/mupdf/load.ts";
import { secondReaderWasUsed } from "../engines/pdfjs/pdfjs.ts";

/** `fontFolders` is called when a text needs more than the built-in fonts. */
export function lazyReaders(fontFolders: () => readonly string[] = () => []): Readers {
  const load = once(async () => (await import("../engines/engines.ts")).createReaders());

  return {
    drawAppearances: async (source) => await (await load()).drawAppearances(source),
    openMupdfText: async (...what) => await (await load()).openMupdfText(...what),
    openPdfjsText: async (...what) => await (await load()).openPdfjsText(...what),
    openPages: async (...what) => await (await load()).openPages(...what),
    drawBoxes: async (...what) => await (await load()).drawBoxes(...what),
    decodeImage: async (file) => await (await load()).decodeImage(file),
    readBarcodes: async (image) => await (await load()).readBarcodes(image),
    decodeJpeg: async (data) => await (await load()).decodeJpeg(data),
    encodeJpeg: async (...what) => await (await load()).encodeJpeg(...what),
    fallbackFont: async () => await (await load()).fallbackFont(),
    standardProgram: async (name) => await (await load()).standardProgram(name),
    fontFolders,
  };
}

/** Whether a reader has failed and can't be trusted with the next document, even if the call succeeded. */
export const readersAreBroken = (): boolean => mupdfIsBroken() || magickIsBroken();

/**
 * Whether the process must be replaced, although nothing failed: a rejected promise that nobody awaits may come from a reader
 * and mean nothing.
 */
export const readersAreUsedUp = secondReaderWasUsed;
