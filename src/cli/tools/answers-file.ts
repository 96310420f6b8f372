/** The file of answers with which `pdfd --jsonl --resume` continues (docs/decisions/0031), and the calls that it marks as done. */
import { createHash } from "node:crypto";
import { type LineFile, openLineFile } from "../../host/line-file.ts";
import { UsageError } from "../flags/flags.ts";
import { splitLines } from "./lines.ts";

export interface AnswersFile extends Disposable {
  /** Whether an answer in the file says that this call was done. */
  isDone(call: string): boolean;
  /** Appends an answer. */
  append(line: string): void;
}

/** An answer contains document text; a longer one is ignored, and its call is repeated. */
const maxAnswerBytes = 16_000_000;

/**
 * Identifies a call: by its id, tool and input, wherever its line is. Passwords are excluded, since the digest would help to
 * guess them.
 */
export function digestOf({ id, tool, input }: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify([id, tool, input], (key, value: unknown) =>
    key === "password" ? undefined : value,
  );
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/** Opens the file, which need not exist, and finds the calls that are done. Throws `UsageError`. */
export async function openAnswers(path: string): Promise<AnswersFile> {
  const file = open(path);
  const done = new Set<string>();
  for await (const line of splitLines(file.pieces(), maxAnswerBytes)) {
    const { call, status } = typeof line === "string" ? membersOf(line) : {};
    if (typeof call === "string" && (status === "succeeded" || status === "skipped")) done.add(call);
  }
  return { ...file, isDone: (call) => done.has(call) };
}

function open(path: string): LineFile {
  try {
    return openLineFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "an error";
    throw new UsageError(`--resume: ${JSON.stringify(path)} cannot be read and written (${code})`);
  }
}

/** The members of an answer; none if the line isn't one. */
function membersOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
