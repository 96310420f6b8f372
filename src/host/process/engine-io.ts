/** The child's side of its standard streams: lines out without waiting, pieces in, and an end that nothing can stop. */
import { constants, setPriority } from "node:os";
import process from "node:process";
import { print } from "../terminal/terminal.ts";

/** Input from the parent, in pieces. `onEnd` runs when the parent closed it or is gone. */
export function readInput(onPiece: (piece: Uint8Array) => void, onEnd: () => void): void {
  process.stdin.on("data", onPiece);
  process.stdin.once("end", onEnd);
  process.stdin.once("error", onEnd);
}

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
