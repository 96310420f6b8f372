/**
 * The work one call may cost, in steps: roughly a followed reference or a parsed byte. It belongs to the call, not to a
 * document, so that many files, or one that is opened repeatedly, share one allowance.
 */
import type { Files } from "./document-io.ts";

/** The steps a call may still take. Everything that reads documents pays from them (`cos/syntax/budget.ts`). */
export interface Work {
  left: number;
}

/** Steps that any call has: one to four seconds. Honest documents in the corpus take less than 4 million. */
const leastSteps = 8_000_000;
/** Steps for each byte of its files: honest documents take less than one for everything a tool does. */
const stepsPerByte = 12;

/** The work of a call on files with this total size. */
export const startWork = (bytes = 0): Work => ({ left: leastSteps + stepsPerByte * bytes });

/** The same files; opening one adds to the work. */
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
