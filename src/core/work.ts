/**
 * What one call may cost, counted in steps: about a reference followed, or a byte parsed. It belongs to the call and not to a
 * document, so that many files, or one that is opened again and again, cost together what they may cost.
 */
import type { Files } from "./document-io.ts";

/** The steps that a call may still take. Whoever looks at a document pays from them (`cos/syntax/budget.ts`). */
export interface Work {
  left: number;
}

/** Steps that any call has: one to four seconds. Honest documents of the corpus take less than 4 million. */
const leastSteps = 8_000_000;
/** Steps for each byte of its files: honest documents take less than one for all that a tool does. */
const stepsPerByte = 12;

/** The work of a call on files of so many bytes together. */
export function startWork(bytes = 0): Work {
  return { left: leastSteps + stepsPerByte * bytes };
}

/** The same files; each that is opened adds to the work. */
export function addingTo(work: Work, files: Files): Files {
  return {
    ...files,
    openInput(path, field) {
      const input = files.openInput(path, field);
      work.left += stepsPerByte * input.size;
      return input;
    },
  };
}
