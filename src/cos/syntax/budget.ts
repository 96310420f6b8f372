/**
 * What a document may cost. Everything that is looked up in it is paid for here, whoever looks: a walk that comes by the
 * same objects again and again, in a circle or through shared branches, ends where the work no longer fits the files of the call.
 */
import type { Work } from "../../core/work.ts";
import { CosError } from "./error.ts";
import { type CosValue, isArray, isDict, isString } from "./value.ts";

export interface Budget {
  /** Pays for work: a step is about a reference followed, or a byte parsed. Throws CosError `work` when nothing is left. */
  spend(steps: number): void;
  /** Pays for a value that was looked up: whoever does goes through it, or copies it. */
  look(value: CosValue): void;
  /** Pays for text of the document that patterns or lexers go through, in characters. */
  scan(characters: number): void;
  /** Runs part of the work under a name, which the error bears: "the form fields". */
  during<Result>(part: string, work: () => Result): Result;
}

/** Characters that are scanned for one step: patterns are linear, and take this many in the time of one byte parsed. */
const charactersPerStep = 8;

/** The budget of a document, for the work of the call that opened it. */
export function createBudget(work: Work): Budget {
  let part = "the document";
  const spend = (steps: number) => {
    work.left -= steps;
    if (work.left < 0)
      throw new CosError("work", `${part} would take more work than a file of this size may cost`);
  };
  return {
    spend,
    look(value) {
      if (typeof value !== "object" || value === null) return;
      if (isArray(value)) spend(value.length >> 3);
      else if (isDict(value)) spend(value.size >> 3);
      else if (isString(value)) spend(value.bytes.length >> 3);
    },
    scan: (characters) => spend(Math.ceil(characters / charactersPerStep)),
    during(name, work) {
      const before = part;
      part = name;
      try {
        return work();
      } finally {
        part = before;
      }
    },
  };
}
