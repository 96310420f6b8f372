/** The problem that a call ends with. */
import { ProblemError } from "../../src/core/problem.ts";

/** Fails if the call succeeds or ends with an unexpected error. */
export async function problemOf(call: Promise<unknown>): Promise<ProblemError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error("no problem was raised");
}
