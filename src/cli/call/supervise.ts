/**
 * The main thread of a tool's command: it runs the call in a separate thread and reads no document itself. So Ctrl+C, the
 * deadline and the memory limit end the call whatever a document does, and the main thread then removes the call's temporary
 * files.
 */
import { maxEngineBytes, stopGraceMs } from "../../core/limits.ts";
import type { ProblemError } from "../../core/problem.ts";
import { onStopSignal } from "../../host/process/signals.ts";
import { exitDespiteThread, startThread, type Thread } from "../../host/process/thread.ts";
import { deadline, systemTimers } from "../../host/process/timers.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { flagsOf } from "../flags/is-call.ts";
import { CallPhase } from "../tools/call-phase.ts";
import type { CallMessage } from "./call.ts";

/** Interval for measuring the process's memory, in milliseconds. */
const sampleMs = 250;

/** The thread's module: next to this one, or at its path in the bundles. */
const callModule = new URL(import.meta.url.endsWith(".ts") ? "call.ts" : "call.js", import.meta.url);

/** Runs a tool's command line in a thread; returns the exit code. `maxBytes`: resident memory of this process. */
export async function supervise(args: readonly string[], maxBytes = maxEngineBytes): Promise<number> {
  try {
    const code = await run(args, maxBytes);
    if (code >= 0) return code;

    const { askPassword } = await import("./ask-password.ts");
    const password = await askPassword(code);
    return password === undefined ? exitCodes.interrupted : await run(args, maxBytes, password);
  } catch (error) {
    return (await import("../flags/complaint.ts")).complainOf(error, args);
  }
}

async function run(args: readonly string[], maxBytes: number, password?: string): Promise<number> {
  const flags = flagsOf(args);
  const phase = new CallPhase();
  /** The reason why this thread ends the call, if it does. */
  let verdict: ProblemError | undefined;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });

  const end = (problem: ProblemError) => {
    if (verdict) return;
    verdict = problem;
    if (phase.end()) stop();
    // A file being published is completed. No document can make that take long.
    else systemTimers.after(stopGraceMs, stop);
  };

  using _signals = onStopSignal(async (_, count) => {
    if (count > 1) stop();
    else end(await problem("cancelled", "interrupted"));
  });
  const message: CallMessage = { args, phase: phase.memory, password };
  const thread = startThread(callModule);
  const answered = thread.ask(message).catch(() => undefined);
  using _deadline = watchTime(await deadlineOf(flags), end);
  using _memory = watchMemory(maxBytes, end);
  const code = await Promise.race([answered, stopped]);
  if (typeof code === "number") return code;

  return await answerFor(thread, verdict ?? (await unexpectedEnd()), flags);
}

async function problem(code: "cancelled" | "internal", detail: string): Promise<ProblemError> {
  const { ProblemError } = await import("../../core/problem.ts");
  return new ProblemError(code, detail);
}

async function unexpectedEnd(): Promise<ProblemError> {
  return await problem(
    "internal",
    "the thread reading the documents ended unexpectedly; only files listed as results were written. Try again",
  );
}

/** `--deadline` in milliseconds; undefined if absent. The call itself rejects invalid values. */
async function deadlineOf(flags: readonly string[]): Promise<number | undefined> {
  const joined = flags.find((flag) => flag.startsWith("--deadline="));
  const at = flags.indexOf("--deadline");
  const text = joined?.slice("--deadline=".length) ?? (at < 0 ? undefined : flags[at + 1]);
  if (text === undefined) return undefined;
  const { safeParse } = await import("valibot");
  const { basicSettings } = await import("../../settings.ts");
  const read = safeParse(basicSettings.deadlineMs.schema, text);
  return read.success ? read.output : undefined;
}

type End = (problem: ProblemError) => void;

function watchTime(deadlineMs: number | undefined, end: End): Disposable | undefined {
  if (deadlineMs === undefined) return undefined;
  return deadline(systemTimers, deadlineMs, async () => {
    const { overdue } = await import("../../run/engine-failure.ts");
    end(overdue(deadlineMs));
  });
}

function watchMemory(maxBytes: number, end: End): Disposable {
  return systemTimers.every(sampleMs, async () => {
    const { ownResidentBytes } = await import("../../host/process/memory.ts");
    if (ownResidentBytes() <= maxBytes) return;
    const { outOfMemory } = await import("../../run/engine-failure.ts");
    end(outOfMemory(maxBytes, performance.now()));
  });
}

/** Ends a call, prints the reason, and removes its temporary files; returns the exit code. */
async function answerFor(thread: Thread, problem: ProblemError, flags: readonly string[]): Promise<number> {
  const { quietly } = await import("../../files/disk/disk.ts");
  const { groupsOf } = await import("../../files/temporary/temp-registry.ts");
  const { killGroup } = await import("../../host/process/process-group.ts");
  const { removeTempsOf } = await import("../../files/temporary/stale.ts");
  const { isTerminal, print } = await import("../../host/terminal/terminal.ts");
  const { complain } = await import("../flags/complaint.ts");
  const ended = await thread.end();
  // The call may have drawn a progress bar.
  if (await isTerminal(2)) print(2, "\r\x1b[K");
  const code = complain(problem, flags.includes("--json"));
  quietly(() => {
    // Its processes end before its files are removed, so that nothing is written there any more.
    groupsOf(process.pid).forEach(killGroup);
    removeTempsOf(process.pid);
  });
  if (!ended) exitDespiteThread(code, problem.code === "cancelled");

  return code;
}
