/** Exit codes are part of the interface: scripts depend on them. */
import type { ProblemCode, ProblemHint } from "../../core/problem.ts";

export const exitCodes = {
  done: 0,
  /** Some files in a batch, or some lines of --jsonl, failed. */
  partly: 1,
  /** A search found nothing: as in grep, and only for this command. */
  nothingFound: 1,
  /** The command line or one of its values is wrong. */
  usage: 2,
  /** The output exists; nothing was written. */
  exists: 4,
  /** The document couldn't be processed. */
  failed: 5,
  /** A program or model that the call needs isn't installed. */
  missing: 6,
  /** Standard output, or the file of answers, couldn't be written. Written files stay. */
  unwritten: 7,
  /** SIGTERM arrived: the current line was answered, and the others remain. EX_TEMPFAIL of sysexits.h. */
  stopped: 75,
  interrupted: 130,
} as const;

/** What the help says of them. */
export const exitMeanings: readonly (readonly [code: number, meaning: string])[] = [
  [exitCodes.done, "done"],
  [exitCodes.partly, "some files of a batch, or some lines of --jsonl, failed; a search found nothing"],
  [exitCodes.usage, "the command line or a value in it is wrong"],
  [exitCodes.exists, "the output exists; nothing was written"],
  [exitCodes.failed, "the document could not be processed"],
  [exitCodes.missing, "a program or a model is missing"],
  [exitCodes.unwritten, "standard output could not be written; files that were written stay"],
  [exitCodes.stopped, "--jsonl was stopped by SIGTERM; the line that ran was answered"],
  [exitCodes.interrupted, "interrupted; nothing half-written is left"],
];

/** The exit code for a problem. */
export function exitCodeOf(problem: {
  readonly code: ProblemCode;
  readonly hint?: ProblemHint | undefined;
}): number {
  if (problem.hint) return exitCodes.missing;

  switch (problem.code) {
    case "validation":
    case "bad_request":
    case "not_found":
    case "payload_too_large":
      return exitCodes.usage;
    case "conflict":
      return exitCodes.exists;
    case "cancelled":
      return exitCodes.interrupted;
    default:
      return exitCodes.failed;
  }
}
