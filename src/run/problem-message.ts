/** A problem that came over the border of a process, as an error again. */
import { ProblemError } from "../core/problem.ts";
import type { ProblemMessage } from "./messages.ts";

export function asError({ code, detail, errors, hint, limit, cause }: ProblemMessage): ProblemError {
  return new ProblemError(code, detail, {
    ...(errors && { errors }),
    ...(hint && { hint }),
    ...(limit && { limit }),
    ...(cause !== undefined && { cause: new Error(cause) }),
  });
}
