/** The child's side of its standard streams: lines out without waiting, pieces in, and an end that nothing can stop. */
import { constants, setPriority } from "node:os";
import process from "node:process";
import { lineReader } from "../../core/json/lines.ts";
import { print } from "../terminal/terminal.ts";
import { volunteerForOutOfMemory } from "./memory.ts";

/**
 * Writes text to standard output before it returns: what was announced has been announced even if the next
 * instruction loops for ever. Ends the process when nobody reads.
 */
export function writeOutput(text: string): void {
  if (!print(1, text)) endProcess();
}

/** Standard output carries the protocol; libraries that print there would break it. Their text goes nowhere: it may quote a document. */
export function silenceConsole(): void {
  for (const method of ["log", "info", "debug", "warn", "error"] as const) console[method] = () => {};
}

/** Stop signals are the parent's business: it lets running calls end, and then ends this process. */
export function ignoreStopSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    try {
      process.on(signal, () => {});
    } catch {
      // Not known on this system.
    }
  }
}

/**
 * The life of a process that works for this program: it prints nothing of its own, lets its parent decide when it ends, and takes
 * its parent's lines, of at most so many bytes. The parent keeps to the protocol, so its lines are not checked. Never
 * resolves.
 */
export function serveParent<Message>(
  maxLineBytes: number,
  onMessage: (message: Message) => void,
): Promise<never> {
  silenceConsole();
  ignoreStopSignals();
  volunteerForOutOfMemory();
  const onPiece = lineReader(maxLineBytes, (line) => onMessage(JSON.parse(line)), endProcess);
  process.stdin.on("data", onPiece);
  process.stdin.once("end", endProcess);
  process.stdin.once("error", endProcess);
  return new Promise(() => {});
}

/** Lets everything else on this computer go first: what is done here may take all cores for minutes. */
export function beNice(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed, or not known on this system.
  }
}

/** Ends this process and what it started, at once. */
export function endProcess(): void {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    // Not the leader of a group (started by hand), or groups are unknown here.
  }
  process.kill(process.pid, "SIGKILL");
}

/**
 * Calls `onError` for errors that no call caught, instead of letting the runtime print them (they may quote a document) and
 * end; `awaited`: a promise was rejected that somebody may still wait for.
 */
export function onUncaught(onError: (error: unknown, awaited: boolean) => void): void {
  process.on("uncaughtException", (error) => onError(error, false));
  process.on("unhandledRejection", (error) => onError(error, true));
}
