/** Problems for calls that ended in ways their tools didn't choose: what happened, and how to respond. */
import { failed, ProblemError } from "../core/problem.ts";

/** The time limit for a call. */
export function overdue(deadlineMs: number): ProblemError {
  return failed(
    `stopped at the time limit of ${deadlineMs / 1000} seconds for one call; ask for fewer pages, or allow more time with --deadline`,
    { limit: { tookMs: deadlineMs } },
  );
}

/** The memory limit for a call, reached after this many milliseconds. */
export function outOfMemory(maxBytes: number, tookMs: number): ProblemError {
  return failed(
    `stopped at the memory limit of ${Math.round(maxBytes / 1_000_000)} MB for one call; the document needs more than that to be processed`,
    { limit: { tookMs } },
  );
}

/** Others wait, and this call was returned to the queue. It is no answer: its caller waits for a lane, and runs it from scratch. */
export class ReturnedError extends ProblemError {
  /** Files of which it had already published: they stay, and are no conflict. */
  readonly written: readonly string[];

  constructor(written: readonly string[]) {
    super("busy", "others wait, and the call was returned to the queue");
    this.written = written;
  }
}

/** The process ended unexpectedly. `how` goes only to the log. */
export function crashed(how: string, line: string): ProblemError {
  return new ProblemError(
    "internal",
    "the process running this call ended unexpectedly; the service is still running. Try again",
    { cause: new Error(`engine ended with ${how}${line && `: ${line}`}`) },
  );
}

/** The process was unusable: it didn't start, or violated the protocol. */
export function unusable(how: string): ProblemError {
  return new ProblemError("internal", "the process for this call was unusable. Try again", {
    cause: new Error(`engine ${how}`),
  });
}

/** Maximum files listed individually; the message gives the total. */
const maxNamed = 1000;
/** The same in the message text. */
const maxListed = 5;

/** A call that ended after its files had got their names: they exist and are complete, and the message lists them for a retry. */
export function withOutputs(problem: ProblemError, outputs: readonly string[]): ProblemError {
  if (outputs.length === 0) return problem;

  const what =
    problem.code === "internal" ? "the call ended unexpectedly before it could be answered" : problem.message;
  const listed = outputs.slice(0, maxListed).join(", ");
  const more = outputs.length > maxListed ? ` and ${outputs.length - maxListed} more` : "";
  const are =
    outputs.length === 1
      ? "one complete file had been written and remains"
      : `${outputs.length} complete files had been written and remain`;
  const { code, errors, hint, limit, cause } = problem;
  const extras = { errors, reason: problem.reason, hint, limit, outputs: outputs.slice(0, maxNamed), cause };

  return new ProblemError(code, `${what}; ${are}: ${listed}${more}`, extras);
}

/** Lines that runtimes print when they crash. Other lines of standard error may quote a document and are never shown. */
const crashLines = [
  /^FATAL ERROR: .*/m,
  /^panic(\(.*?\))?: .*/m,
  /^Fatal process (out of memory|error).*/m,
  /^(Segmentation fault|Illegal instruction|Bus error|Trace\/breakpoint trap|Aborted).*/m,
  /^(RangeError: Out of memory|JavaScript heap out of memory).*/m,
  /^error: (Cannot find module|Module not found|Could not resolve|script not found).*/im,
  /^pdfd: .*/m,
];

/** The crash line, truncated; empty if there is none. */
export function crashLine(errorText: string): string {
  for (const pattern of crashLines) {
    const line = pattern.exec(errorText)?.[0];
    if (line) return line.replace(/[^\x20-\x7e]/g, "?").slice(0, 300);
  }
  return "";
}
