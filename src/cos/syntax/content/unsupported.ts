/** Marks content that can't be read with certainty. */
import { CosError } from "../error.ts";

/** Why content isn't read: thrown anywhere while reading it, and caught where another way is known. */
export class Unsupported extends Error {
  /** One or two words, for tests and debugging: `font`, `number`, `filter`. */
  readonly reason: string;
  constructor(reason: string) {
    super(`content that is not read: ${reason}`);
    this.reason = reason;
  }
}

/** Whether an error concerns one page or stream, and not the whole call: unsupported or damaged content. */
export const isOfContent = (error: unknown): error is Unsupported | CosError =>
  error instanceof Unsupported || (error instanceof CosError && error.reason !== "work");
