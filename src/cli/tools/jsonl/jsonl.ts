/**
 * `pdfd --jsonl`: one call per line of standard input, one answer line each, until the input ends. The stream continues
 * whatever a line contains: this is how another program processes many documents.
 */
import { randomUUID } from "node:crypto";
import { maxBodyBytes } from "../../../core/limits.ts";
import { orAborted, type Problem, type ProblemCode, toProblem } from "../../../core/problem.ts";
import { version } from "../../../core/version.ts";
import { absolutePath } from "../../../files/scope/scope.ts";
import { workThreads } from "../../../host/process/memory.ts";
import { onStopSignal } from "../../../host/process/signals.ts";
import { inputPieces, print } from "../../../host/terminal/terminal.ts";
import type { EngineCall } from "../../../run/engine-process.ts";
import { digestsOf, type OnInput } from "../../../run/identify.ts";
import { callSettings } from "../../../settings.ts";
import { command } from "../../flags/command.ts";
import { exitCodes } from "../../flags/exit-codes.ts";
import { type FlagTable, type GivenFlags, UsageError } from "../../flags/flags.ts";
import { scopeOf, settingFlags, settingsOf } from "../../flags/setting-flags.ts";
import { withoutLimits } from "../tool-fields.ts";
import { openAnswers } from "./answers-file.ts";
import { ConcurrentCalls } from "./concurrent-calls.ts";
import { type CommandEngines, openEngines } from "./engine-pool.ts";
import { type Line, readLine } from "./line-call.ts";
import { splitLines } from "./lines.ts";
import { PathsInUse } from "./paths-in-use.ts";

export const lineFlags: FlagTable = {
  jsonl: { type: "boolean", description: "Read calls from standard input" },
  jobs: {
    type: "string",
    valueHint: "number",
    description: "Calls at once; by default one per core, and per GB of free memory",
  },
  unordered: { type: "boolean", description: "Print answers as they come, not in the order of the lines" },
  whole: {
    type: "boolean",
    description: "Read whole documents: a call has only the limits that it gives",
  },
  identify: {
    type: "boolean",
    description: "Add the SHA-256 of each call's input, and pdfd's version, to its answer",
  },
  resume: {
    type: "string",
    valueHint: "file",
    description: "Continue after the answers in this file, and append to it; it need not exist yet",
  },
  ...settingFlags(callSettings),
};

/** `pdfd --jsonl [options]`. */
export const linesCommand = command({
  meta: {
    name: "--jsonl",
    description: "Read one call per line of standard input, print one result per line",
  },
  args: lineFlags,
  examples: [
    'echo \'{"tool":"pdf_info","input":{"input":"report.pdf"}}\' | pdfd --jsonl',
    "pdfd --jsonl --allow-dir /data/pdf < calls.jsonl > answers.jsonl",
    "pdfd --jsonl --resume answers.jsonl < calls.jsonl",
  ],
  notes:
    "Exits with 0 if every call succeeded, and with 1 if some failed. After SIGTERM it finishes the running calls and exits with 75; SIGINT ends it at once, with 130. A line that reads a file, or writes one, that an earlier line writes waits for it.\n",
  run: runLines,
});

/** The most calls at once, and the memory that each may need. */
const maxJobs = 128;
const bytesPerJob = 1_000_000_000;

/**
 * Answers every line; the exit code says whether all calls succeeded. After SIGTERM, finishes the running calls and starts no
 * other; SIGINT, or a second signal, ends them at once.
 */
async function runLines(given: GivenFlags): Promise<number> {
  const settings = settingsOf(callSettings, given);
  const jobs = jobsOf(given.texts.get("jobs"));
  const resumed = given.texts.get("resume");
  using answers = resumed === undefined ? undefined : await openAnswers(resumed);
  const scope = scopeOf(settings.allowDirs);
  using engines = openEngines(scope, { ...settings, size: jobs });
  const stop = new AbortController();
  const end = new AbortController();
  using _signals = onStopSignal((signal, count) => {
    if (signal === "SIGINT" || count > 1) end.abort();
    stop.abort();
  });
  const identify = given.switches.has("identify");
  const whole = given.switches.has("whole");
  let failures = 0;
  let unread: { readonly error?: unknown } | undefined;

  const take = (text: string) => {
    if (unread || text === "") return;
    try {
      answers?.append(text);
      if (print(1, text)) return;
      unread = {};
    } catch (error) {
      unread = { error };
    }
    // Nobody can read the answers any more, so stop producing them.
    end.abort();
    stop.abort();
  };

  const answer = async (line: Line, number: number): Promise<string> => {
    const made = await answerTo(line, engines, {
      signal: end.signal,
      again: answers !== undefined,
      identify,
      whole,
    });
    if (end.signal.aborted) return "";
    if (made.status === "failed") failures += 1;
    const { id, tool, call } = line;
    return `${JSON.stringify({ id, tool, line: number, ...made, call })}\n`;
  };

  const calls = new ConcurrentCalls({ jobs, unordered: given.switches.has("unordered"), take });
  const inUse = new PathsInUse((path) => absolutePath(scope, path));

  const startAll = async () => {
    let number = 0;
    for await (const text of splitLines(inputPieces(), maxBodyBytes)) {
      number += 1;
      if (typeof text === "string" && text.trim() === "") continue;
      const line = readLine(text);
      if (line.call !== undefined && answers?.isDone(line.call)) continue;
      const paths = inUse.of(line.input ?? {});
      await inUse.free(paths);
      await calls.room();
      if (stop.signal.aborted) return;
      const answered = answer(line, number);
      inUse.add(paths, answered);
      calls.add(answered);
    }
  };

  await unlessAborted(startAll(), stop.signal);
  await unlessAborted(calls.idle(), end.signal);
  calls.flush();
  if (unread?.error !== undefined) throw unread.error;
  if (unread) return exitCodes.partly;
  if (end.signal.aborted) return exitCodes.interrupted;
  if (stop.signal.aborted) return exitCodes.stopped;
  return failures > 0 ? exitCodes.partly : exitCodes.done;
}

/** The number of calls at once; by default, one for each core that has 1 GB of memory. */
function jobsOf(text: string | undefined): number {
  if (text === undefined) return workThreads(maxJobs, bytesPerJob);
  if (/^\d{1,3}$/.test(text) && Number(text) > 0 && Number(text) <= maxJobs) return Number(text);
  throw new UsageError(`--jobs ${JSON.stringify(text)} is not a number from 1 to ${maxJobs}`);
}

/** Resolves when the work is done or the signal is aborted. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  await orAborted(work, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

interface Answer {
  readonly status: "succeeded" | "skipped" | "failed";
  readonly result?: object;
  readonly error?: Problem;
  /** Whether repeating the same call may succeed. */
  readonly retryable?: boolean;
  readonly seconds: number;
  readonly peak_mb: number;
  readonly sha256?: string | null | readonly (string | null)[];
  readonly pdfd_version?: string;
}

/** Codes of failures that aren't the call's fault. */
const retryable: ReadonlySet<ProblemCode> = new Set(["internal", "busy", "too_many_jobs", "cancelled"]);

interface AnswerOptions {
  readonly signal: AbortSignal;
  /** The call may have been made before, so its existing results are no conflict. */
  readonly again: boolean;
  /** The answer says which content it is about, and which version gave it. */
  readonly identify: boolean;
  /** A call has only the limits that it gives. */
  readonly whole: boolean;
}

/** Makes the call in a line. */
async function answerTo(
  { read, input: asked = {} }: Line,
  engines: CommandEngines,
  { signal, again, identify, whole }: AnswerOptions,
): Promise<Answer> {
  const began = performance.now();
  let running: EngineCall | undefined;
  let found = false;
  const digests = new Map<string, string>();

  const measured = () => ({
    seconds: Math.round(performance.now() - began) / 1000,
    peak_mb: Math.round((running?.peakBytes() ?? 0) / 100_000) / 10,
    ...(identify && { sha256: digestsOf(asked, digests), pdfd_version: version }),
  });

  try {
    const { tool, input } = read();
    const onRunning = (call: EngineCall) => {
      running = call;
    };
    const onFound = () => {
      found = true;
    };
    const onInput: OnInput = (field, sha256) => void digests.set(field, sha256);
    const result = await engines.run(tool.name, whole ? withoutLimits(tool, asked, input) : input, {
      signal,
      onRunning,
      ...(again && { onFound }),
      ...(identify && { onInput }),
    });
    return { status: found ? "skipped" : "succeeded", result, ...measured() };
  } catch (thrown) {
    const error = toProblem(thrown, randomUUID());
    return { status: "failed", error, retryable: retryable.has(error.code), ...measured() };
  }
}
