/** The file of answers with which `pdfd --jsonl --resume` continues (docs/decisions/0031), and the calls that it marks as done. */
import { createHash } from "node:crypto";
import { type LineFile, openLineFile } from "../../../host/line-file.ts";
import { UsageError } from "../../flags/flags.ts";
import { splitLines } from "./lines.ts";

export interface AnswersFile extends Disposable {
  /** Whether an answer in the file says that this call was done. */
  isDone(call: string): boolean;
  /** Appends an answer. */
  append(line: string): void;
}

const statuses: ReadonlySet<unknown> = new Set(["succeeded", "skipped", "failed"]);

/** How an answer begins, to recognize one that was cut off. */
const answerStart = /^\{(?:"id":(?:"(?:[^"\\]|\\.)*"|[^",]*),)?(?:"tool":"[^"]*",)?"line":\d+,"status":"/;

/** An answer contains document text; a longer one is ignored, and its call is repeated. */
const maxAnswerBytes = 16_000_000;

/**
 * Identifies a call: by its id, tool and input, wherever its line is. Passwords are excluded, since the digest would help to
 * guess them.
 */
export function digestOf({ id, tool, input }: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify([id, tool, input], (key, value: unknown) =>
    /(^|_)password$/.test(key) ? undefined : value,
  );
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/** Opens the file, which need not exist, and finds the calls that are done. Throws `UsageError`. */
export async function openAnswers(path: string): Promise<AnswersFile> {
  const file = open(path);

  try {
    if (file.isInput)
      throw new UsageError(`--resume: ${JSON.stringify(path)} is also standard input; name another file`);
    const done = await doneCalls(file);
    if (!done)
      throw new UsageError(
        `--resume: ${JSON.stringify(path)} has something else than answers of pdfd --jsonl, so it was left unchanged; name another file`,
      );
    file.dropCutLine();
    return { ...file, isDone: (call) => done.has(call) };
  } catch (error) {
    file[Symbol.dispose]();
    throw error;
  }
}

/** The calls that the file marks as done; undefined if it contains anything but answers. */
async function doneCalls(file: LineFile): Promise<ReadonlySet<string> | undefined> {
  const done = new Set<string>();
  let hasAnswers = answerStart.test(Buffer.from(file.cutLine).toString());
  if (file.cutLine.length > 0 && !hasAnswers && (await file.pieces().next()).done) return undefined;

  for await (const line of splitLines(file.pieces(), maxAnswerBytes)) {
    // Nothing is known of a line that is too long, so it doesn't make a file one of answers.
    if (typeof line !== "string" && line.code === "payload_too_large" && hasAnswers) continue;
    if (typeof line !== "string") return undefined;
    if (line.trim() === "") continue;

    const { call, line: number, status } = membersOf(line);
    if (typeof number !== "number" || !statuses.has(status)) return undefined;
    hasAnswers = true;
    if (typeof call === "string" && status !== "failed") done.add(call);
  }

  return done;
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
