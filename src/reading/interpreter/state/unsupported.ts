import { CosError } from "../../../cos/syntax/error.ts";

/** Why a page is left to MuPDF: thrown anywhere while reading it, and caught only by the reader. */
export class Unsupported extends Error {
  /** One or two words, for tests and debugging: `font`, `number`, `filter`. */
  readonly reason: string;
  constructor(reason: string) {
    super(`a page that is left to MuPDF: ${reason}`);
    this.reason = reason;
  }
}

/** Whether an error concerns one page or stream, and not the whole call: unsupported or damaged content. */
export const isOfContent = (error: unknown): error is Unsupported | CosError =>
  error instanceof Unsupported || (error instanceof CosError && error.reason !== "work");
