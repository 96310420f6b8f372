/** The file of answers that `pdfd --jsonl --resume` goes on with (docs/decisions/0031): which calls it says are done. */
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

/** An answer holds the text of a document; a longer one is not believed, and its call is made again. */
const maxAnswerBytes = 16_000_000;

/**
 * What makes a call the same call: its id, its tool and its input, wherever its line stands. A password is not part of it, as
 * its digest would help to guess it.
 */
export function digestOf({ id, tool, input }: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify([id, tool, input], (key, value: unknown) =>
    key === "password" ? undefined : value,
  );
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/** Opens the file, which need not exist, and reads which calls are done. Throws `UsageError`. */
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

/** The members of an answer; none of a line that is no answer. */
function membersOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
