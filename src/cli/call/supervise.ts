/**
 * The command of a tool as its user sees it: the main thread starts the call in a thread of its own, and reads no document
 * itself. So Ctrl+C, the deadline and the memory limit end the call whatever a document does, and the main thread then removes
 * the call's temporary files.
 */
import { maxEngineBytes, stopGraceMs } from "../../core/limits.ts";
import type { ProblemError } from "../../core/problem.ts";
import { onStopSignal } from "../../host/process/signals.ts";
import { exitDespiteThread, startThread, type Thread } from "../../host/process/thread.ts";
import { deadline, systemTimers } from "../../host/process/timers.ts";
import { flagsOf } from "../flags/is-call.ts";
import { CallPhase } from "../tools/call-phase.ts";
import type { CallMessage } from "./call.ts";

/** How often the memory of the process is measured, in milliseconds. */
const sampleMs = 250;

/** The module of the thread: beside this one, or where the bundles have it. */
const callModule = new URL(import.meta.url.endsWith(".ts") ? "call.ts" : "call.js", import.meta.url);

/** Runs the command line of a tool in a thread; returns the exit code. `maxBytes`: resident memory of this process. */
export async function supervise(args: readonly string[], maxBytes = maxEngineBytes): Promise<number> {
  try {
    return await run(args, flagsOf(args), maxBytes);
  } catch (error) {
    return (await import("../flags/complaint.ts")).complainOf(error, args);
  }
}

async function run(args: readonly string[], flags: readonly string[], maxBytes: number): Promise<number> {
  const phase = new CallPhase();
  /** Why this thread ends the call, once it does. */
  let verdict: ProblemError | undefined;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const end = (problem: ProblemError) => {
    if (verdict) return;
    verdict = problem;
    if (phase.end()) stop();
    // A file that gets its name gets it whole. No document can make that take long.
    else systemTimers.after(stopGraceMs, stop);
  };
  using _signals = onStopSignal(async (_, count) => {
    if (count > 1) stop();
    else end(await problem("cancelled", "interrupted"));
  });
  const message: CallMessage = { args, phase: phase.memory };
  const thread = startThread(callModule, message);
  using _deadline = watchTime(await deadlineOf(flags), end);
  using _memory = watchMemory(maxBytes, end);
  const code = await Promise.race([thread.answered.catch(() => undefined), stopped]);
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
    "the thread that read the documents ended unexpectedly; a file that was not named as a result is not there. Try once more",
  );
}

/** `--deadline` in milliseconds; undefined where there is none. The call itself refuses one that is not a time. */
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

/** Ends a call, prints why, and removes its temporary files; returns the exit code. */
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
    // Its processes end before its files go, so that nothing is written there any more.
    groupsOf(process.pid).forEach(killGroup);
    removeTempsOf(process.pid);
  });
  if (!ended) exitDespiteThread(code, problem.code === "cancelled");
  return code;
}
