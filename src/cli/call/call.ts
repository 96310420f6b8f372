/**
 * The hidden command that the command of a tool starts for itself: `pdfd call <parent> <command> [flags]`. It reads the
 * documents. Its parent, or the guard, can end this process whatever a document does.
 */
import { maxEngineBytes } from "../../core/limits.ts";
import { keepMemoryOutOfDumps } from "../../host/process/core-dumps.ts";
import { ignoreStopSignals, onUncaught, silenceConsole } from "../../host/process/engine-io.ts";
import { keptFromOutside } from "../../host/process/kept.ts";
import { volunteerForOutOfMemory } from "../../host/process/memory.ts";
import { parentLives } from "../../host/process/self.ts";
import { readersLeaveRejections } from "../../run/lazy-readers.ts";
import { asProblem, complain, complainOf } from "../flags/complaint.ts";
import { UsageError } from "../flags/flags.ts";
import { flagsOf } from "../flags/is-call.ts";
import { runTool } from "../tools/tool-command.ts";

/** Runs the call and returns the exit code. It prints what is wrong, and throws nothing. */
export async function runCall([parent = "", command = "", ...args]: readonly string[]): Promise<number> {
  try {
    return await run(Number(parent), command, args);
  } catch (error) {
    return complainOf(error, args);
  }
}

async function run(parent: number, command: string, args: readonly string[]): Promise<number> {
  if (!parentLives(parent)) throw new UsageError("call is started by pdfd alone; leave it out");
  // The parent handles signals: it ends this process, unless files are just getting their names.
  ignoreStopSignals();
  silenceConsole();
  // A program that collects core dumps ignores the limit on their size.
  keepMemoryOutOfDumps();
  volunteerForOutOfMemory();
  onUncaught((error, awaited) => {
    if (awaited && readersLeaveRejections()) return;
    process.exit(complain(asProblem(error), flagsOf(args).includes("--json")));
  });
  if (!keptFromOutside) {
    const { startWatchdog } = await import("../../host/process/watchdog.ts");
    startWatchdog(parent, maxEngineBytes).busy();
  }
  const code = await runTool(command, args, parent);
  // The user has the answer. What commands left that were killed goes now.
  (await import("../../files/temporary/stale.ts")).removeNotedTemps();
  return code;
}
