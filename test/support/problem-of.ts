/** The problem that a call ends with. */
import { ProblemError } from "../../src/core/problem.ts";

/** Fails where the call ends well, or with an error that nobody foresaw. */
export async function problemOf(call: Promise<unknown>): Promise<ProblemError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error("no problem was raised");
}
