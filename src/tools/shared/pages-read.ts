/** Collects page texts as they are read. */
import type { ProblemError } from "../../core/problem.ts";
import type { PageText } from "../../core/readers.ts";
import { UnknownCharacters } from "./unreadable-text.ts";

/** The text of one page. */
export interface TextRead {
  readonly text: string;
  /** A part of its beginning, of at most this many characters, that can be used alone. */
  beginning(length: number): string;
  /** The reason if it couldn't be read. */
  readonly error?: ProblemError | undefined;
}

/** Reads a page, with room for this many characters. Undefined if reading stops before it. */
export type ReadText = (page: number, room: number) => Promise<TextRead | undefined>;

/** Pages read: kept for the answer, or passed at once to a caller who takes them one by one. */
export class PagesRead {
  readonly kept: PageText[] = [];
  /** The numbers of the pages without text. */
  readonly empty: number[] = [];
  readonly characters = new UnknownCharacters();
  hasText = false;
  /** The number of the last page. */
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
