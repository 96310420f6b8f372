/** The text of pages as they are read. */
import type { ProblemError } from "../../core/problem.ts";
import type { PageText } from "../../core/readers.ts";
import { UnknownCharacters } from "./unreadable-text.ts";

/** The text that reading a page gave. */
export interface TextRead {
  readonly text: string;
  /** So much of its beginning, in characters, as can stand by itself. */
  beginning(length: number): string;
  /** Why it could not be read. */
  readonly error?: ProblemError | undefined;
}

/** Reads a page, with room for so many characters. Undefined where reading stops before it. */
export type ReadText = (page: number, room: number) => Promise<TextRead | undefined>;

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
