/** The child's side of its standard streams: blocking line output, input in pieces, and an unstoppable exit. */
import { constants, setPriority } from "node:os";
import process from "node:process";
import { lineReader } from "../../core/json/lines.ts";
import { print } from "../terminal/terminal.ts";
import { volunteerForOutOfMemory } from "./memory.ts";

/**
 * Writes text to standard output before returning, so that announcements get out even if the next instruction loops forever.
 * Ends the process if nobody reads.
 */
export function writeOutput(text: string): void {
  if (!print(1, text)) endProcess();
}

/**
 * Standard output carries the protocol, and libraries that print would break it. Their text is discarded, since it may quote a
 * document.
 */
export function silenceConsole(): void {
  for (const method of ["log", "info", "debug", "warn", "error"] as const) console[method] = () => {};
}

/** Stop signals are up to the parent: it lets running calls finish, and then ends this process. */
export function ignoreStopSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    try {
      process.on(signal, () => {});
    } catch {
      // Unknown on this system.
    }
  }
}

/**
 * Main loop of a worker process: prints nothing of its own, lets its parent decide when it ends, and reads its parent's lines
 * up to a maximum length. The parent keeps to the protocol, so its lines aren't checked. Never resolves.
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

/** Gives everything else on this computer priority: this work may occupy all cores for minutes. */
export function beNice(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not permitted, or unknown on this system.
  }
}

/** Ends this process and everything it started, at once. */
export function endProcess(): void {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    // Not a group leader (started by hand), or the system has no groups.
  }
  process.kill(process.pid, "SIGKILL");
}

/**
 * Calls `onError` for uncaught errors, so that the runtime neither prints them (they may quote a document) nor ends;
 * `awaited`: a rejected promise that may still be awaited.
 */
export function onUncaught(onError: (error: unknown, awaited: boolean) => void): void {
  process.on("uncaughtException", (error) => onError(error, false));
  process.on("unhandledRejection", (error) => onError(error, true));
}
