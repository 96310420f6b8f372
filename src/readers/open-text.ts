/** A document opened for its text. */
import type { ByteSource } from "../core/document-io.ts";
import type { TextReader } from "../core/readers.ts";
import { readPage } from "./mupdf-text.ts";
import { openReader } from "./open-reader.ts";
import { pageText } from "./text/page-text.ts";

/** By MuPDF; a file it finds no page in, by pdf.js. 422 `operation_failed` when neither can. */
export function openText(source: ByteSource): Promise<TextReader> {
  return openReader(source, {
    byMupdf: (document, page) => pageText(readPage(document, page)),
    bySecond: async (reader, page) => pageText(await reader.page(page)),
    textOf: (page) => page,
    withText: (_, second) => second,
  });
}
