/** The ways a call ends that its tool did not choose, as problems: what happened, and what the caller can do. */
import { failed, ProblemError } from "../core/problem.ts";

/** The time limit of one call. */
export function overdue(deadlineMs: number): ProblemError {
  return failed(
    `stopped at the time limit of ${deadlineMs / 1000} seconds for one call; ask for fewer pages, or allow more time with --deadline`,
    { limit: { tookMs: deadlineMs } },
  );
}

/** The memory limit of one call, reached after so many milliseconds. */
export function outOfMemory(maxBytes: number, tookMs: number): ProblemError {
  return failed(
    `stopped at the memory limit of ${Math.round(maxBytes / 1_000_000)} MB for one call; the document needs more than that to be processed`,
    { limit: { tookMs } },
  );
}

/** Too many calls took long, and this one had used most, in milliseconds, while others waited. */
export function crowdedOut(usedMs: number): ProblemError {
  const seconds = Math.round(usedMs / 1000);
  return failed(
    `stopped after ${seconds} seconds: too many calls take long at once, others wait, and this one has used most. Try again when fewer run, ask for fewer pages, or queue it as a job`,
    { limit: { tookMs: usedMs } },
  );
}

/** The process ended by itself. `how` goes to the log alone. */
export function crashed(how: string, line: string): ProblemError {
  return new ProblemError(
    "internal",
    "the process that worked on this call ended unexpectedly; the service goes on. Try once more",
    { cause: new Error(`engine ended with ${how}${line && `: ${line}`}`) },
  );
}

/** The process could not be used: it did not start, or did not keep to the protocol. */
export function unusable(how: string): ProblemError {
  return new ProblemError(
    "internal",
    "the process that should work on this call could not be used. Try once more",
    {
      cause: new Error(`engine ${how}`),
    },
  );
}

/** Files that are named one by one; the message gives the number of all of them. */
const maxNamed = 1000;
/** The same in the text for people. */
const maxSaid = 5;

/** The end of a call that had given files their names before: they are there, whole, and the message names them for whoever asks again. */
export function withOutputs(reason: ProblemError, outputs: readonly string[]): ProblemError {
  if (outputs.length === 0) return reason;
  const what =
    reason.code === "internal" ? "the call ended unexpectedly before it could be answered" : reason.message;
  const said = outputs.slice(0, maxSaid).join(", ");
  const more = outputs.length > maxSaid ? ` and ${outputs.length - maxSaid} more` : "";
  const are =
    outputs.length === 1
      ? "one file was written before, whole, and stays"
      : `${outputs.length} files were written before, whole, and stay`;
  const { code, errors, hint, limit, cause } = reason;
  const extras = { errors, hint, limit, outputs: outputs.slice(0, maxNamed), cause };
  return new ProblemError(code, `${what}; ${are}: ${said}${more}`, extras);
}

/** What runtimes print when they die. Other lines of standard error may quote a document and are never shown. */
const crashLines = [
  /^FATAL ERROR: .*/m,
  /^panic(\(.*?\))?: .*/m,
  /^Fatal process (out of memory|error).*/m,
  /^(Segmentation fault|Illegal instruction|Bus error|Trace\/breakpoint trap|Aborted).*/m,
  /^(RangeError: Out of memory|JavaScript heap out of memory).*/m,
  /^error: (Cannot find module|Module not found|Could not resolve|script not found).*/im,
  /^pdfd: .*/m,
];

/** The line of a crash, cut short; empty when there is none. */
export function crashLine(errorText: string): string {
  for (const pattern of crashLines) {
    const line = pattern.exec(errorText)?.[0];
    if (line) return line.replace(/[^\x20-\x7e]/g, "?").slice(0, 300);
  }
  return "";
}
