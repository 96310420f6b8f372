/** What can be done where the data folder does not take what is written. */
import { failed } from "../../core/problem.ts";

/** A home that cannot be written to is common (services, containers): the message says what can be set. Throws 422. */
export function withAdvice<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw failed(`${error.message}. The folder can be chosen with PDFD_DATA_DIR.`, { cause: error });
  }
}
