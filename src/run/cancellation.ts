/** A call that nobody wants any more, as an error. */
import { ProblemError } from "../core/problem.ts";

/** The error for an aborted signal: its own reason where that is a problem, else `cancelled`. */
export function cancellation(signal: AbortSignal | undefined): ProblemError {
  const reason: unknown = signal?.reason;
  if (reason instanceof ProblemError) return reason;
  return new ProblemError("cancelled", "the caller went away before the call had finished");
}
