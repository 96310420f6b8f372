/**
 * `pdfd --jsonl`: one call per line of standard input, one answer line each, in the same order, until the input ends.
 * Whatever a line holds, the stream goes on: this is how another program drives many documents through one process.
 */
import { randomUUID } from "node:crypto";
import { validate } from "../../core/json/validate.ts";
import { maxBodyBytes } from "../../core/limits.ts";
import { invalid, ProblemError, toProblem } from "../../core/problem.ts";
import type { Tool } from "../../core/tool.ts";
import { onStopSignal } from "../../host/process/signals.ts";
import { inputPieces, print } from "../../host/terminal/terminal.ts";
import { callSettings } from "../../settings.ts";
import { findTool, tools } from "../../tools/index.ts";
import { type Command, commandName } from "../flags/command.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { type FlagTable, type GivenFlags, readFlags } from "../flags/flags.ts";
import { scopeOf, settingFlags, settingsOf } from "../flags/setting-flags.ts";
import { openEngines } from "./engine-pool.ts";
import { splitLines } from "./lines.ts";

export const lineFlags: FlagTable = {
  jsonl: { kind: "switch", description: "Read calls from standard input" },
  ...settingFlags(callSettings),
};

/** `pdfd --jsonl [options]`. */
export const linesCommand: Command = {
  name: "--jsonl",
  description: "Read one call per line of standard input, answer each with one line",
  flags: lineFlags,
  examples: [
    'echo \'{"tool":"pdf_info","input":{"input":"report.pdf"}}\' | pdfd --jsonl',
    "pdfd --jsonl --allow-dir /data/pdf < calls.jsonl > answers.jsonl",
  ],
  notes: "It ends with 0 where every call succeeded, and with 1 where some failed.\n",
  run: (args) => runLines(readFlags("--jsonl", lineFlags, args)),
};

/** A line of input that is a call. */
interface LineCall {
  readonly tool: Tool;
  readonly input: object;
}

/** Answers every line; the exit code tells whether all calls succeeded. `only` is the tool of lines that name none. */
export async function runLines(given: GivenFlags, only?: Tool): Promise<number> {
  const settings = settingsOf(callSettings, given);
  using engines = openEngines(scopeOf(settings.allowDirs), settings);
  const stop = new AbortController();
  using _signals = onStopSignal(() => stop.abort());
  const stopped = new Promise<undefined>((done) => {
    stop.signal.addEventListener("abort", () => done(undefined));
  });
  let failures = 0;
  const lines = splitLines(inputPieces(), maxBodyBytes);
  for (;;) {
    const next = await Promise.race([lines.next(), stopped]);
    if (stop.signal.aborted) return exitCodes.interrupted;
    if (!next || next.done) return failures > 0 ? exitCodes.partly : exitCodes.done;
    const line = next.value;
    if (typeof line === "string" && line.trim() === "") continue;
    const echoed: { id?: unknown; tool?: unknown } = {};
    let answer: object;
    try {
      const { tool, input } = readCall(line, echoed, only);
      const result = await engines.run(tool.name, input, { signal: stop.signal });
      answer = { ...echoed, status: "succeeded", result };
    } catch (error) {
      if (stop.signal.aborted) return exitCodes.interrupted;
      failures += 1;
      answer = { ...echoed, status: "failed", error: toProblem(error, randomUUID()) };
    }
    // Nobody reads the answers any more, so there is no reason to make more of them.
    if (!print(1, `${JSON.stringify(answer)}\n`)) return exitCodes.partly;
  }
}

/** Reads a line. It fills `echoed` with what the answer repeats as soon as that is known, for the answer to a faulty line. */
function readCall(
  line: string | ProblemError,
  echoed: { id?: unknown; tool?: unknown },
  only: Tool | undefined,
): LineCall {
  if (typeof line !== "string") throw line;
  const call = parse(line);
  if (Object.hasOwn(call, "id")) {
    const { id } = call;
    if (!(typeof id === "string" || typeof id === "number" || id === null))
      throw invalid("id", "must be a string or a number; the answer repeats it");
    echoed.id = id;
  }
  if (typeof call.tool === "string") echoed.tool = call.tool.slice(0, 60).toWellFormed();
  const unknown = Object.keys(call).find((key) => !["id", "tool", "input"].includes(key));
  if (unknown !== undefined)
    throw invalid(unknown.slice(0, 60).toWellFormed(), "is not a known field; known fields: id, tool, input");
  const tool = call.tool === undefined ? only : toolNamed(call.tool);
  if (!tool) throw invalid("tool", "must name a tool; pdfd tools lists them");
  echoed.tool ??= tool.name;
  return { tool, input: validate(tool.input, call.input ?? {}, "input") };
}

function parse(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ProblemError("bad_request", "the line is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ProblemError("bad_request", 'the line is not an object like {"tool":"pdf_info","input":{…}}');
  return { ...value };
}

function toolNamed(name: unknown): Tool | undefined {
  if (typeof name !== "string") return undefined;
  return findTool(name) ?? tools.find((tool) => commandName(tool) === name);
}
