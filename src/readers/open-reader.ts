/**
 * Opens a document for reading page by page: by MuPDF, and by pdf.js a file it finds no page in, and a page whose letters it
 * cannot tell where pdf.js can.
 */
import type { ByteSource } from "../core/document-io.ts";
import { failed } from "../core/problem.ts";
import { type MupdfDocument, openMupdf } from "./mupdf-document.ts";
import { openSecondReader, type SecondReader } from "./second-reader.ts";
import { isUnreadable, makesSense } from "./unreadable.ts";

/** A document whose pages, counted from 1, are read as `Page`. */
export interface PageReader<Page> extends Disposable {
  readonly pageCount: number;
  page(page: number): Page | Promise<Page>;
}

/** How each engine reads a page. */
export interface PageReading<Page> {
  byMupdf(document: MupdfDocument, page: number): Page;
  bySecond(reader: SecondReader, page: number): Promise<Page>;
  /** What a page says. */
  textOf(page: Page): string;
  /** A page that MuPDF has read, with the text that pdf.js finds on it. */
  withText(page: Page, second: Page): Page;
}

/** Reads pages again by pdf.js, which is opened when the first of them needs it. */
function secondOpinion<Page>(source: ByteSource, { bySecond, textOf, withText }: PageReading<Page>) {
  let opened: Promise<SecondReader | undefined> | undefined;
  let second: SecondReader | undefined;
  return {
    async read(page: Page, number: number): Promise<Page> {
      opened ??= openSecondReader(source);
      second = await opened;
      if (second === undefined || number > second.pageCount) return page;
      try {
        const other = await bySecond(second, number);
        return makesSense(textOf(other), textOf(page)) ? withText(page, other) : page;
      } catch {
        // What it cannot read, the first reader's page stands for.
        return page;
      }
    },
    [Symbol.dispose]: () => second?.[Symbol.dispose](),
  };
}

/** 422 `operation_failed` when neither engine finds a page. */
export async function openReader<Page>(
  source: ByteSource,
  reading: PageReading<Page>,
): Promise<PageReader<Page>> {
  const { byMupdf, bySecond, textOf } = reading;
  const document = await openMupdf(source);
  if (document.pageCount > 0) {
    const opinion = secondOpinion(source, reading);
    return {
      pageCount: document.pageCount,
      page(number) {
        const page = byMupdf(document, number);
        return isUnreadable(textOf(page)) ? opinion.read(page, number) : page;
      },
      [Symbol.dispose]() {
        opinion[Symbol.dispose]();
        document[Symbol.dispose]();
      },
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
