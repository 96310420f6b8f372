/** Opens a document for reading page by page: by MuPDF, and a file it finds no page in by pdf.js. */
import type { ByteSource } from "../core/document-io.ts";
import { failed } from "../core/problem.ts";
import { type MupdfDocument, openMupdf } from "./mupdf-document.ts";
import { openSecondReader, type SecondReader } from "./second-reader.ts";

/** A document whose pages, counted from 1, are read as `Page`. */
export interface PageReader<Page> extends Disposable {
  readonly pageCount: number;
  page(page: number): Page | Promise<Page>;
}

/** How each engine reads a page. */
export interface PageReading<Page> {
  byMupdf(document: MupdfDocument, page: number): Page;
  bySecond(reader: SecondReader, page: number): Promise<Page>;
}

/** 422 `operation_failed` when neither engine finds a page. */
export async function openReader<Page>(
  source: ByteSource,
  { byMupdf, bySecond }: PageReading<Page>,
): Promise<PageReader<Page>> {
  const document = await openMupdf(source);
  if (document.pageCount > 0) {
    return {
      pageCount: document.pageCount,
      page: (number) => byMupdf(document, number),
      [Symbol.dispose]: () => document[Symbol.dispose](),
    };
  }
  document[Symbol.dispose]();
  const second = await openSecondReader(source);
  if (second === undefined)
    throw failed("The document is too damaged to be read: no page can be found in it");
  return {
    pageCount: second.pageCount,
    page: (number) => bySecond(second, number),
    [Symbol.dispose]: () => second[Symbol.dispose](),
  };
}
