/** Why a page is left to MuPDF: thrown anywhere while reading it, and caught only by the reader. */
export class Unsupported extends Error {
  /** One or two words, for tests and debugging: `font`, `number`, `filter`. */
  readonly reason: string;
  constructor(reason: string) {
    super(`a page that is left to MuPDF: ${reason}`);
    this.reason = reason;
  }
}
