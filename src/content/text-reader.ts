/** A document opened for its text: page by page by our own interpreter, and by MuPDF what that leaves. */
import type { TextReader } from "../core/readers.ts";
import { CosError } from "../cos/error.ts";
import type { PdfDocument } from "../pdf/open.ts";
import { pageText } from "../readers/text/page-text.ts";
import { documentRun } from "./collect.ts";
import { readPage } from "./read-text.ts";
import { Unread } from "./unread.ts";

export interface ContentOptions {
  /** Opens the reader that is asked for what is left. Called at most once. */
  other(): Promise<TextReader>;
  /** Told of each page that is left, and why. */
  left?(page: number, reason: string): void;
}

/** Why a page is left, of whatever went wrong with it. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unread) return error.reason;
  if (error instanceof CosError) return `damage (${error.reason})`;
  return error instanceof Error ? `${error.name}: ${error.message}` : "error";
}

export function openContentText(document: PdfDocument, { other, left }: ContentOptions): TextReader {
  const shared = documentRun(document);
  let opened: Promise<TextReader> | undefined;
  let open: TextReader | undefined;
  const whole = document.pages.doubts.length > 0 ? "page tree" : undefined;
  const byOther = async (page: number) => {
    opened ??= other();
    open = await opened;
    return await open.page(page);
  };
  return {
    pageCount: document.pages.count,
    page(page) {
      let reason = whole;
      if (reason === undefined) {
        try {
          return pageText(readPage(shared, page));
        } catch (error) {
          // Whatever it is: MuPDF reads the page as if nothing had been tried, and says what is wrong with it.
          reason = reasonOf(error);
        }
      }
      left?.(page, reason);
      return byOther(page);
    },
    [Symbol.dispose]: () => open?.[Symbol.dispose](),
  };
}
