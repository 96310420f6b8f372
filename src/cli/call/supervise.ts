/**
 * The command of a tool as its user sees it: this process starts the call in a process of its own, on the same streams, and
 * reads no document itself. So Ctrl+C, the deadline and the memory limit end the call whatever a document does, and this
 * process then removes the call's temporary files.
 */
import { maxEngineBytes, stopGraceMs } from "../../core/limits.ts";
import type { ProblemError } from "../../core/problem.ts";
import { variable } from "../../host/environment.ts";
import { type Attached, startAttached } from "../../host/process/attached.ts";
import type { ChildExit } from "../../host/process/child.ts";
import { startKeeper } from "../../host/process/keeper.ts";
import { keptFromOutside } from "../../host/process/kept.ts";
import { ownPid } from "../../host/process/self.ts";
import { onStopSignal } from "../../host/process/signals.ts";
import { deadline, systemTimers } from "../../host/process/timers.ts";
import { flagsOf } from "../flags/is-call.ts";

/** How often the memory of the call is measured, in milliseconds. */
const sampleMs = 250;

/** Runs the command line of a tool in a process of its own; returns the exit code. `maxBytes`: resident memory of that. */
export async function supervise(args: readonly string[], maxBytes = maxEngineBytes): Promise<number> {
  const flags = flagsOf(args);
  try {
    return await run(args, flags, maxBytes);
  } catch (error) {
    return (await import("../flags/complaint.ts")).complainOf(error, args);
  }
}

async function problem(code: "cancelled" | "internal", detail: string): Promise<ProblemError> {
  const { ProblemError } = await import("../../core/problem.ts");
  return new ProblemError(code, detail);
}

async function run(args: readonly string[], flags: readonly string[], maxBytes: number): Promise<number> {
  /** Why this process ends the call, once it does. */
  let verdict: ProblemError | undefined;
  let killed = false;
  let child: Attached | undefined;
  const kill = () => {
    killed = true;
    child?.kill();
  };
  const end = async (problem: ProblemError) => {
    if (verdict) return;
    verdict = problem;
    // A file that gets its name gets it whole. No document can make that take long.
    if (child && (await publishes(child.pid))) systemTimers.after(stopGraceMs, kill);
    else kill();
  };
  using _signals = onStopSignal(async (_, count) => {
    if (count > 1) kill();
    else await end(await problem("cancelled", "interrupted"));
  });
  const deadlineMs = await deadlineOf(flags);
  // The keeper starts before the call, so that it learns of the call at once.
  await using keeping = keptFromOutside ? startKeeping() : undefined;
  child = await startAttached(["call", String(ownPid), ...args], { connects: endpointHost(flags) });
  keeping?.keep(child.pid);
  if (killed) child.kill();
  using _deadline = watchTime(deadlineMs, end);
  using _memory = keptFromOutside ? watchMemory(child, maxBytes, end) : undefined;
  const exit = await child.exited;
  if (exit.code !== null && !killed) return exit.code;
  return await answerFor(child, verdict ?? (await judge(exit)), flags);
}

/** Whether the call has noted that it gives files their names. */
async function publishes(pid: number): Promise<boolean> {
  const journal = await import("../../files/temporary/temp-registry.ts");
  try {
    return journal.publishes(pid, journal.onlyCall);
  } catch {
    // Deno without the permissions to look.
    return false;
  }
}

/** `--deadline` in milliseconds; undefined where there is none. The call itself refuses one that is not a time. */
async function deadlineOf(flags: readonly string[]): Promise<number | undefined> {
  const text = textOf(flags, "--deadline");
  if (text === undefined) return undefined;
  const { safeParse } = await import("valibot");
  const { basicSettings } = await import("../../settings.ts");
  const read = safeParse(basicSettings.deadlineMs.schema, text);
  return read.success ? read.output : undefined;
}

/** The host of the model server. A child of Deno gets permission to connect to it, and to nothing else. */
function endpointHost(flags: readonly string[]): string | undefined {
  const endpoint = textOf(flags, "--model-endpoint") ?? variable("PDFD_OCR_ENDPOINT");
  return endpoint && URL.canParse(endpoint) ? new URL(endpoint).host : undefined;
}

/** The text of a flag, before the call reads all of them strictly. */
function textOf(flags: readonly string[], name: string): string | undefined {
  const joined = flags.find((flag) => flag.startsWith(`${name}=`));
  const at = flags.indexOf(name);
  return joined?.slice(name.length + 1) ?? (at < 0 ? undefined : flags[at + 1]);
}

type End = (problem: ProblemError) => Promise<void>;

function watchTime(deadlineMs: number | undefined, end: End): Disposable | undefined {
  if (deadlineMs === undefined) return undefined;
  return deadline(systemTimers, deadlineMs, async () => {
    const { overdue } = await import("../../run/engine-failure.ts");
    await end(overdue(deadlineMs));
  });
}

/** Starts a process that ends the call when this one dies. Without a shell there is none; the call then looks itself before it publishes. */
function startKeeping(): AsyncDisposable & { keep(pid: number): void } {
  const keeper = startKeeper();
  return {
    keep: (pid) => keeper?.keep([pid]),
    [Symbol.asyncDispose]: async () => await keeper?.dismiss(),
  };
}

function watchMemory(child: Attached, maxBytes: number, end: End): Disposable {
  return systemTimers.every(sampleMs, async () => {
    const { residentBytes } = await import("../../host/process/memory.ts");
    if ((residentBytes(child.pid) ?? 0) <= maxBytes) return;
    const { outOfMemory } = await import("../../run/engine-failure.ts");
    await end(outOfMemory(maxBytes, performance.now()));
  });
}

/** Why a call ended that this process did not end. */
async function judge({ signal }: ChildExit): Promise<ProblemError> {
  const { memorySignal } = await import("../../host/process/watchdog.ts");
  const { outOfMemory } = await import("../../run/engine-failure.ts");
  if (signal === memorySignal && signal !== "SIGKILL") return outOfMemory(maxEngineBytes, performance.now());
  return await problem(
    "internal",
    `the process that read the documents ended unexpectedly (${signal}); a file that was not named as a result is not there. Try once more`,
  );
}

/** Removes the temporary files of a call that was ended, and prints why it was; returns the exit code. */
async function answerFor(child: Attached, problem: ProblemError, flags: readonly string[]): Promise<number> {
  const { quietly } = await import("../../files/disk/disk.ts");
  const { groupsOf } = await import("../../files/temporary/temp-registry.ts");
  const { killGroup } = await import("../../host/process/process-group.ts");
  const { removeTempsOf } = await import("../../files/temporary/stale.ts");
  quietly(() => {
    // Its processes end before its files go, so that nothing is written there any more.
    groupsOf(child.pid).forEach(killGroup);
    removeTempsOf(child.pid);
  });
  const { isTerminal, print } = await import("../../host/terminal/terminal.ts");
  // The call may have drawn a progress bar.
  if (await isTerminal(2)) print(2, "\r\x1b[K");
  const { complain } = await import("../flags/complaint.ts");
  return complain(problem, flags.includes("--json"));
}
