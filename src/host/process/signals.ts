/** Signals that ask the service to stop. */
import process from "node:process";
import { variable } from "../environment.ts";

export type StopSignal = "SIGINT" | "SIGTERM";

/**
 * Calls `onSignal` for every SIGINT and SIGTERM, with the count so far: the first requests an orderly stop, the second an
 * immediate one. Disposing restores the default handling.
 */
export function onStopSignal(onSignal: (signal: StopSignal, count: number) => void): Disposable {
  let count = 0;
  const listeners = (["SIGINT", "SIGTERM"] as const).map((signal) => {
    const listener = () => onSignal(signal, ++count);
    process.on(signal, listener);
    return { signal, listener };
  });

  return {
    [Symbol.dispose]() {
      for (const { signal, listener } of listeners) process.off(signal, listener);
    },
  };
}

/** Interval for checking whether this process's parent is gone, in milliseconds. */
const orphanMs = 250;

/**
 * Calls `onOrphan` when the npm that started this process (`npm start`, `npx`) is gone: it signals the shell between them,
 * which ends without notifying this process. If started in any other way, a process may outlive its parent.
 */
export function onOrphanOfNpm(onOrphan: () => void): Disposable | undefined {
  if (!["start", "npx"].includes(variable("npm_lifecycle_event") ?? "") || process.platform === "win32")
    return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphan();
  }, orphanMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** A closed terminal or pipe must not end the service (Node dies of an unhandled EPIPE): unprintable output is dropped. */
export function surviveClosedStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
