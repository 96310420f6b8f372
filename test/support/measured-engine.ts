/** An engine process of our own, measuring processor time and memory per call (Linux). */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { lineReader } from "../../src/core/json/lines.ts";
import { openScope } from "../../src/files/scope/scope.ts";
import { type CallMessage, encode, type FromEngine, type StartMessage } from "../../src/run/messages.ts";
import { findTool } from "../../src/tools/index.ts";
import { memoryOf, peakMemoryOf, processorTimeOf } from "./processes.ts";

const checkout = resolve(import.meta.dirname, "../..");
const fromSource = [
  join(checkout, "node_modules/.bin/bun"),
  "--no-env-file",
  join(checkout, "src/main.ts"),
  "engine",
];

/** The cost of one call. */
export interface Measured {
  /** `result`, or a problem's code and detail; `ended`: the engine died or was killed for exceeding its limits. */
  readonly end: "result" | "problem" | "ended";
  readonly detail: string;
  /** The call's processor time, in seconds. */
  readonly seconds: number;
  /** The peak of resident bytes, beyond those before the engine's first call. */
  readonly bytes: number;
}

export interface MeasuredEngine {
  call(tool: string, input: object): Promise<Measured>;
  stop(): void;
}

export interface Bounds {
  /** A call that exceeds one of these is killed. */
  readonly seconds: number;
  readonly bytes: number;
}

/** How often a call is checked, in milliseconds. */
const lookEveryMs = 100;
/** A call that gives no answer within this time is killed, in milliseconds. */
const maxWallMs = 120_000;

/** An engine that works in `folder`; a new process replaces one that a call ended. */
export function measuredEngine(
  folder: string,
  bounds: Bounds,
  command: readonly string[] = fromSource,
): MeasuredEngine {
  const scope = openScope([folder]);
  let running: ReturnType<typeof startProcess> | undefined;
  let id = 0;

  function startProcess() {
    const [program = "", ...args] = command;
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"], cwd: folder });
    child.stdin.on("error", () => {});
    let onMessage: (message: FromEngine | undefined) => void = () => {};
    const onLine = (line: string) => onMessage(JSON.parse(line));
    child.stdout.on(
      "data",
      lineReader(64_000_000, onLine, () => onMessage(undefined)),
    );
    child.on("exit", () => onMessage(undefined));
    const start: StartMessage = {
      start: {
        scope,
        parent: process.pid,
        maxBytes: 4_000_000_000,
        office: { deadlineMs: 60_000, avoid: [folder] },
        fonts: [],
      },
    };
    const next = (until: (message: FromEngine) => boolean) =>
      new Promise<FromEngine | undefined>((resolve) => {
        onMessage = (message) => {
          if (message === undefined || until(message)) resolve(message);
        };
      });
    const ready = next((message) => "ready" in message);
    child.stdin.write(encode(start));
    return { child, pid: child.pid ?? 0, ready, next };
  }

  async function call(tool: string, input: object): Promise<Measured> {
    running ??= startProcess();
    const { child, pid, ready, next } = running;
    await ready;
    const base = memoryOf(pid);
    forgetPeak(pid);
    const before = processorTimeOf(pid);
    const known = findTool(tool);
    if (!known) throw new Error(`no tool ${tool}`);
    const message: CallMessage = { call: { id: ++id, tool, input: Object(v.parse(known.input, input)) } };
    const done = next((answer) => "done" in answer);
    child.stdin.write(encode(message));
    let seconds = 0;
    let bytes = 0;
    let over = "";
    const look = () => {
      seconds = Math.max(seconds, processorTimeOf(pid) - before);
      bytes = Math.max(bytes, peakMemoryOf(pid) - base);
      if (seconds > bounds.seconds) over ||= `more than ${bounds.seconds} s of processor time`;
      if (bytes > bounds.bytes) over ||= `more than ${bounds.bytes} bytes`;
      if (over !== "") child.kill("SIGKILL");
    };
    const timer = setInterval(look, lookEveryMs);
    const late = setTimeout(() => {
      over ||= "no answer";
      child.kill("SIGKILL");
    }, maxWallMs);
    const answer = await done;
    clearInterval(timer);
    clearTimeout(late);
    if (answer && "done" in answer) {
      look();
      const { result, problem, fault, recycle } = answer.done;
      if (fault || recycle || bytes > bounds.bytes / 4) stop();
      if (over === "")
        return problem
          ? { end: "problem", detail: `${problem.code}: ${problem.detail}`, seconds, bytes }
          : { end: "result", detail: JSON.stringify(result).slice(0, 300), seconds, bytes };
    }
    stop();
    return { end: "ended", detail: over || "the engine died", seconds, bytes };
  }

  function stop(): void {
    running?.child.kill("SIGKILL");
    running = undefined;
  }

  return { call, stop };
}

/** Resets the peak memory. */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
