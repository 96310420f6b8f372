/** The text of pages as they are read. */
import type { PageText } from "../../core/readers.ts";
import { UnknownCharacters } from "./unreadable-text.ts";

/** Pages that were read: kept for the answer, or handed at once to a caller that takes them one by one. */
export class PagesRead {
  readonly kept: PageText[] = [];
  /** The numbers of those without text. */
  readonly empty: number[] = [];
  readonly characters = new UnknownCharacters();
  hasText = false;
  /** The number of the last one. */
  last = 0;
  readonly #onPage: ((page: PageText) => void) | undefined;

  constructor(onPage: ((page: PageText) => void) | undefined) {
    this.#onPage = onPage;
  }

  add(page: PageText): void {
    if (page.text === "") this.empty.push(page.page);
    else this.hasText = true;
    this.characters.add(page.text);
    this.last = page.page;
    if (this.#onPage) this.#onPage(page);
    else this.kept.push(page);
  }
}
