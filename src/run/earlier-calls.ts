/**
 * Remembers calls that wrote their files: when a client retries because it lost the answer, it gets 409 and learns that the
 * first attempt succeeded.
 */
import { createHash, randomBytes } from "node:crypto";
import { ProblemError } from "../core/problem.ts";
import type { Tool } from "../core/tool.ts";

/** Maximum remembered calls: more than are made while an answer is lost. */
const maxRemembered = 1000;

export interface EarlierCalls {
  /** The call succeeded. */
  done(tool: Tool, input: object): void;
  /** A call's error; for a conflict, with the time when the same call succeeded before, if it did. */
  explained(tool: Tool, input: object, error: unknown): unknown;
}

/** `now`: Unix time in milliseconds. Only hashes of calls are kept: calls may contain passwords. */
export function createEarlierCalls(now: () => number): EarlierCalls {
  const secret = randomBytes(32);
  /** When the last call with this hash succeeded, oldest first. */
  const times = new Map<string, number>();

  const hashOf = (tool: Tool, input: object) =>
    createHash("sha256")
      .update(secret)
      .update(`${tool.name} ${stableJson(input)}`)
      .digest("base64");

  return {
    done(tool, input) {
      if (tool.annotations.readOnlyHint) return;
      const hash = hashOf(tool, input);
      times.delete(hash);
      times.set(hash, now());
      const [oldest] = times.keys();
      if (times.size > maxRemembered && oldest !== undefined) times.delete(oldest);
    },
    explained(tool, input, error) {
      if (!(error instanceof ProblemError) || error.code !== "conflict") return error;
      const time = times.get(hashOf(tool, input));
      if (time === undefined) return error;
      const when = new Date(time).toISOString();
      const { message, errors, cause } = error;
      return new ProblemError("conflict", `${message}. The same call succeeded at ${when}`, {
        errors,
        cause,
      });
    },
  };
}

/** JSON that doesn't depend on the order of fields. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
