/**
 * The work a document may cost. Every lookup is paid for here: a walk that meets the same objects again and again, through
 * cycles or shared branches, ends when it exceeds the budget for the call's files.
 */
import type { Work } from "../../core/work.ts";
import { CosError } from "./error.ts";
import { type CosValue, isArray, isDict, isString } from "./value.ts";

export interface Budget {
  /** Pays for work: a step is roughly one followed reference or one parsed byte. Throws CosError `work` when the budget is spent. */
  spend(steps: number): void;
  /** Pays for a looked-up value, since callers iterate over it or copy it. */
  look(value: CosValue): void;
  /** Pays for document text scanned by patterns or lexers, in characters. */
  scan(characters: number): void;
  /** Runs part of the work under a name that errors mention: "the form fields". */
  during<Result>(part: string, work: () => Result): Result;
}

/** Scanned characters per step: patterns are linear and take this many in the time of one parsed byte. */
const charactersPerStep = 8;

/** Creates a document's budget from the work of the call that opened it. */
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
