/** A document opened for its text. */
import type { ByteSource } from "../core/document-io.ts";
import { failed } from "../core/problem.ts";
import type { TextReader } from "../core/readers.ts";
import { openMupdf } from "./mupdf-document.ts";
import { readPage } from "./mupdf-text.ts";
import { openSecondReader } from "./second-reader.ts";
import { pageText } from "./text/page-text.ts";

/** By MuPDF; a file it finds no page in, by pdf.js. 422 `operation_failed` when neither can. */
export async function openText(source: ByteSource): Promise<TextReader> {
  const document = await openMupdf(source);
  if (document.pageCount > 0) {
    return {
      pageCount: document.pageCount,
      page: (number) => pageText(readPage(document, number)),
      [Symbol.dispose]: () => document[Symbol.dispose](),
    };
  }
  document[Symbol.dispose]();
  const second = await openSecondReader(source);
  if (second === undefined)
    throw failed("The document is too damaged to be read: no page can be found in it");
  return {
    pageCount: second.pageCount,
    page: async (number) => pageText(await second.page(number)),
    [Symbol.dispose]: () => second[Symbol.dispose](),
  };
}
