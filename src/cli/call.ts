/**
 * The hidden command that the command of a tool starts for itself: `pdfd call <parent> <command> [flags]`. It reads the
 * documents, in a process that its parent, or the guard, ends whatever they do.
 */
import { maxEngineBytes } from "../core/limits.ts";
import { ignoreStopSignals, onUncaught, silenceConsole } from "../host/engine-io.ts";
import { keptFromOutside } from "../host/kept.ts";
import { volunteerForOutOfMemory } from "../host/memory.ts";
import { parentLives } from "../host/self.ts";
import { readersLeaveRejections } from "../run/lazy-readers.ts";
import { asProblem, complain, flagsOf } from "./complaint.ts";
import { UsageError } from "./flags.ts";
import { runTool } from "./tool-command.ts";

export async function runCall([parent = "", command = "", ...args]: readonly string[]): Promise<number> {
  if (!parentLives(Number(parent))) throw new UsageError("call is started by pdfd alone; leave it out");
  // They are the parent's business: it ends this process, unless it is giving files their names.
  ignoreStopSignals();
  silenceConsole();
  volunteerForOutOfMemory();
  onUncaught((error, awaited) => {
    if (awaited && readersLeaveRejections()) return;
    process.exit(complain(asProblem(error), flagsOf(args).includes("--json")));
  });
  if (!keptFromOutside) {
    const { startWatchdog } = await import("../host/watchdog.ts");
    startWatchdog(Number(parent), maxEngineBytes).busy();
  }
  return await runTool(command, args, Number(parent));
}
