/** Pages of a document that is changed between one page and the next: loaded some at a time. */
import type { PDFPage } from "mupdf";
import { inMupdf, mupdfIsBroken, release } from "./mupdf.ts";
import type { MupdfDocument } from "./mupdf-document.ts";

/** Pages that are loaded at once, at most. */
const most = 64;

/**
 * MuPDF forgets where its pages are with every change, and goes through all of them for the next one: reading would take time by
 * the square of the pages. A loaded page stays what it is. One page is loaded first, then twice as many each time as long as
 * pages are asked for one after another.
 */
export class PagesAhead {
  readonly #document: MupdfDocument;
  readonly #loaded = new Map<number, PDFPage>();
  #count = 1;
  /** The first page that was not loaded with the last ones. */
  #next = 0;

  constructor(document: MupdfDocument) {
    this.#document = document;
    document.beforeClose(() => this.#drop());
  }

  /** A page, 1-based, which is the caller's to destroy. Throws what MuPDF throws where it cannot be loaded. */
  take(number: number): PDFPage {
    const known = this.#loaded.get(number);
    this.#loaded.delete(number);
    if (known) return known;
    this.#drop();
    const page = this.#load(number);
    const goesOn = number >= this.#next && number < this.#next + most;
    this.#count = goesOn ? Math.min(most, 2 * this.#count) : 1;
    this.#next = Math.min(number + this.#count, this.#document.pageCount + 1);
    for (let ahead = number + 1; ahead < this.#next; ahead++) {
      try {
        this.#loaded.set(ahead, this.#load(ahead));
      } catch (error) {
        if (mupdfIsBroken()) throw error;
        // Told when this page is asked for.
        this.#next = ahead;
      }
    }
    return page;
  }

  #load(number: number): PDFPage {
    return inMupdf(() => this.#document.document.loadPage(number - 1));
  }

  #drop(): void {
    release(...this.#loaded.values());
    this.#loaded.clear();
  }
}
