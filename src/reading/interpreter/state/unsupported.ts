/** Why a page is left to MuPDF: thrown anywhere while it is read, and caught by the reader alone. */
export class Unsupported extends Error {
  /** One or two words, for tests and for who looks into why: `font`, `number`, `filter`. */
  readonly reason: string;
  constructor(reason: string) {
    super(`a page that is left to MuPDF: ${reason}`);
    this.reason = reason;
  }
}
