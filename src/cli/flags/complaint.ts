/** Reports a command's errors: as a problem, in words or as JSON, and never as a stack. */
import { ProblemError, toProblem } from "../../core/problem.ts";
import { OutputError, print } from "../../host/terminal/terminal.ts";
import { exitCodeOf, exitCodes } from "./exit-codes.ts";
import { UsageError } from "./flags.ts";
import { flagsOf } from "./is-call.ts";

/** Prints a problem, as `lines` unless it is JSON, and returns the exit code. A user who interrupted the command needs no message. */
export function complain(problem: ProblemError, json: boolean, lines = [problem.message]): number {
  if (problem.code === "cancelled") return exitCodes.interrupted;
  if (json) print(1, `${JSON.stringify(toProblem(problem, crypto.randomUUID()))}\n`);
  else for (const line of lines) print(2, `pdfd: ${line}\n`);
  return exitCodeOf(problem);
}

/** Any error as a problem. A message of unknown origin may quote a document and is omitted. */
export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const kind = error instanceof Error ? error.name : typeof error;
  const text = `The command failed unexpectedly (${kind}). Try again; if it keeps failing, please report it`;
  return new ProblemError("internal", text, { cause: error });
}

/** Prints the error that ended a command line, whatever was thrown; returns the exit code. */
export function complainOf(error: unknown, args: readonly string[]): number {
  if (error instanceof UsageError) {
    for (const line of error.message.split("\n")) print(2, `pdfd: ${line}\n`);
    return exitCodes.usage;
  }
  if (error instanceof OutputError) {
    print(2, `pdfd: ${error.message}\n`);
    return exitCodes.unwritten;
  }
  // Deno's message names the missing flag.
  if (error instanceof Error && error.name === "NotCapable") {
    print(2, `pdfd: ${error.message}\n`);
    return exitCodes.usage;
  }

  return complain(asProblem(error), flagsOf(args).includes("--json"));
}
