/**
 * `pdfd --jsonl`: one call per line of standard input, one answer line each, in the same order, until the input ends. The
 * stream continues whatever a line contains: this is how another program processes many documents in one process.
 */
import { randomUUID } from "node:crypto";
import { jsonFault } from "../../core/json/strict.ts";
import { validate } from "../../core/json/validate.ts";
import { maxBodyBytes } from "../../core/limits.ts";
import { toolMeant } from "../../core/nearest.ts";
import {
  invalid,
  orAborted,
  type Problem,
  type ProblemCode,
  ProblemError,
  toProblem,
} from "../../core/problem.ts";
import type { Tool } from "../../core/tool.ts";
import { onStopSignal } from "../../host/process/signals.ts";
import { inputPieces, print } from "../../host/terminal/terminal.ts";
import type { EngineCall } from "../../run/engine-process.ts";
import { callSettings } from "../../settings.ts";
import { findTool, tools } from "../../tools/index.ts";
import { type Command, commandName } from "../flags/command.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { type FlagTable, type GivenFlags, readFlags } from "../flags/flags.ts";
import { scopeOf, settingFlags, settingsOf } from "../flags/setting-flags.ts";
import { digestOf, openAnswers } from "./answers-file.ts";
import { type CommandEngines, openEngines } from "./engine-pool.ts";
import { splitLines } from "./lines.ts";

export const lineFlags: FlagTable = {
  jsonl: { kind: "switch", description: "Read calls from standard input" },
  resume: {
    kind: "text",
    hint: "file",
    description: "Continue after the answers in this file, and append to it; it need not exist yet",
  },
  ...settingFlags(callSettings),
};

/** `pdfd --jsonl [options]`. */
export const linesCommand: Command = {
  name: "--jsonl",
  description: "Read one call per line of standard input, answer with one line each",
  flags: lineFlags,
  examples: [
    'echo \'{"tool":"pdf_info","input":{"input":"report.pdf"}}\' | pdfd --jsonl',
    "pdfd --jsonl --allow-dir /data/pdf < calls.jsonl > answers.jsonl",
    "pdfd --jsonl --resume answers.jsonl < calls.jsonl",
  ],
  notes:
    "Exits with 0 if every call succeeded, and with 1 if some failed. After SIGTERM it finishes the running call and exits with 75; SIGINT ends it at once, with 130.\n",
  run: (args) => runLines(readFlags("--jsonl", lineFlags, args)),
};

/** A line of input that is a call. */
interface LineCall {
  readonly tool: Tool;
  readonly input: object;
}

/**
 * Answers every line; the exit code says whether all calls succeeded. `only` is the tool for lines that name none. After
 * SIGTERM, finishes the current line and starts no other; SIGINT, or a second signal, ends it at once.
 */
export async function runLines(given: GivenFlags, only?: Tool): Promise<number> {
  const settings = settingsOf(callSettings, given);
  const resumed = given.texts.get("resume");
  using answers = resumed === undefined ? undefined : await openAnswers(resumed);
  using engines = openEngines(scopeOf(settings.allowDirs), settings);
  const stop = new AbortController();
  const end = new AbortController();
  using _signals = onStopSignal((signal, count) => {
    if (signal === "SIGINT" || count > 1) end.abort();
    stop.abort();
  });
  let failures = 0;
  let number = 0;
  const lines = splitLines(inputPieces(), maxBodyBytes);

  for (;;) {
    const next = await orAborted(lines.next(), stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
      return undefined;
    });
    if (end.signal.aborted) return exitCodes.interrupted;
    if (!next || stop.signal.aborted) return exitCodes.stopped;
    if (next.done) return failures > 0 ? exitCodes.partly : exitCodes.done;
    number += 1;
    if (typeof next.value === "string" && next.value.trim() === "") continue;
    const line = readLine(next.value, only);
    if (line.call !== undefined && answers?.isDone(line.call)) continue;
    const answer = await answerTo(line, engines, { signal: end.signal, again: answers !== undefined });
    if (end.signal.aborted) return exitCodes.interrupted;
    if (answer.status === "failed") failures += 1;
    const { id, tool, call } = line;
    const text = `${JSON.stringify({ id, tool, line: number, ...answer, call })}\n`;
    answers?.append(text);
    // Nobody reads the answers any more, so stop producing them.
    if (!print(1, text)) return exitCodes.partly;
  }
}

interface Answer {
  readonly status: "succeeded" | "skipped" | "failed";
  readonly result?: object;
  readonly error?: Problem;
  /** Whether repeating the same call may succeed. */
  readonly retryable?: boolean;
  readonly seconds: number;
  readonly peak_mb: number;
}

/** Codes of failures that aren't the call's fault. */
const retryable: ReadonlySet<ProblemCode> = new Set(["internal", "busy", "too_many_jobs", "cancelled"]);

/** Makes the call in a line. `again`: it may have been made before, so its existing results are no conflict. */
async function answerTo(
  { read }: Line,
  engines: CommandEngines,
  { signal, again }: { readonly signal: AbortSignal; readonly again: boolean },
): Promise<Answer> {
  const began = performance.now();
  let running: EngineCall | undefined;
  let found = false;

  const measured = () => ({
    seconds: Math.round(performance.now() - began) / 1000,
    peak_mb: Math.round((running?.peakBytes() ?? 0) / 100_000) / 10,
  });

  try {
    const { tool, input } = read();
    const onRunning = (call: EngineCall) => {
      running = call;
    };
    const onFound = () => {
      found = true;
    };
    const result = await engines.run(tool.name, input, { signal, onRunning, ...(again && { onFound }) });
    return { status: found ? "skipped" : "succeeded", result, ...measured() };
  } catch (thrown) {
    const error = toProblem(thrown, randomUUID());
    return { status: "failed", error, retryable: retryable.has(error.code), ...measured() };
  }
}

/** A line, as far as it could be read. */
interface Line {
  readonly id?: string | number | null;
  readonly tool?: string;
  /** Identifies the call (docs/decisions/0031). */
  readonly call?: string;
  /** The call. Throws the line's problem. */
  read(): LineCall;
}

function readLine(line: string | ProblemError, only: Tool | undefined): Line {
  const fault = (error: unknown): Line => ({
    read() {
      throw error;
    },
  });
  if (typeof line !== "string") return fault(line);

  let members: Readonly<Record<string, unknown>>;
  try {
    members = parse(line);
  } catch (error) {
    return fault(error);
  }

  const { id } = members;
  const named = typeof members.tool === "string" ? members.tool.slice(0, 60).toWellFormed() : undefined;
  const name = named ?? (members.tool === undefined ? only?.name : undefined);

  return {
    ...((typeof id === "string" || typeof id === "number" || id === null) && { id }),
    ...(name !== undefined && { tool: name }),
    call: digestOf({ ...members, tool: name }),
    read: () => readCall(members, only),
  };
}

function readCall(call: Readonly<Record<string, unknown>>, only: Tool | undefined): LineCall {
  const { id = null } = call;
  if (!(typeof id === "string" || typeof id === "number" || id === null))
    throw invalid("id", "must be a string or a number; the answer repeats it");
  const unknown = Object.keys(call).find((key) => !["id", "tool", "input"].includes(key));
  if (unknown !== undefined)
    throw invalid(unknown.slice(0, 60).toWellFormed(), "is not a known field; known fields: id, tool, input");
  const tool = call.tool === undefined ? only : toolNamed(call.tool);
  if (!tool) {
    const near = toolMeant(String(call.tool), tools, "; pdfd tools lists them");
    throw invalid("tool", `must name a tool${near}`);
  }

  return { tool, input: validate(tool.input, call.input ?? {}, "input") };
}

function parse(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ProblemError("bad_request", `the line is not JSON: ${jsonFault(line)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ProblemError("bad_request", 'the line is not an object like {"tool":"pdf_info","input":{…}}');
  return { ...value };
}

function toolNamed(name: unknown): Tool | undefined {
  if (typeof name !== "string") return undefined;
  return findTool(name) ?? tools.find((tool) => commandName(tool) === name);
}
