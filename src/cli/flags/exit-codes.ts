/** Exit codes are part of the interface: scripts depend on them. */
import { isMissing, type ProblemCode, type ProblemHint } from "../../core/problem.ts";

/** `exitMeanings` says when. */
export const exitCodes = {
  done: 0,
  partly: 1,
  nothingFound: 1,
  usage: 2,
  exists: 4,
  failed: 5,
  missing: 6,
  unwritten: 7,
  /** EX_TEMPFAIL of sysexits.h. */
  stopped: 75,
  interrupted: 130,
} as const;

/** Their descriptions in the help. */
export const exitMeanings: readonly (readonly [code: number, meaning: string])[] = [
  [exitCodes.done, "done"],
  [
    exitCodes.partly,
    "some files of a batch, or some lines of --jsonl, failed; a search found nothing; leaks were found; a signature isn't intact",
  ],
  [exitCodes.usage, "the command line is invalid"],
  [exitCodes.exists, "the output exists; nothing was written"],
  [exitCodes.failed, "the document can't be processed"],
  [exitCodes.missing, "a program or a model is missing"],
  [exitCodes.unwritten, "standard output can't be written; files already written stay"],
  [exitCodes.stopped, "SIGTERM stopped --jsonl; the lines in progress were answered"],
  [exitCodes.interrupted, "interrupted; no partial files are left"],
];

/** The exit code for a problem. */
export function exitCodeOf(problem: {
  readonly code: ProblemCode;
  readonly hint?: ProblemHint | undefined;
}): number {
  if (isMissing(problem.hint)) return exitCodes.missing;

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
