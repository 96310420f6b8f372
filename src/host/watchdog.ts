/**
 * The guard inside an engine process. The main thread may loop in WASM for ever and then sees neither a closed pipe
 * nor a signal handler, so a thread of its own looks at what matters and ends the process (RELIABILITY R4).
 */
import { Worker } from "node:worker_threads";
import { runtime } from "./runtime.ts";

/** The signal by which the guard ends a process that took too much memory. Nothing else sends it, so the parent knows why. */
export const memorySignal = runtime.windows ? "SIGKILL" : "SIGALRM";

export interface Watchdog {
  /** A call begins: look often. */
  busy(): void;
  /** It ended: look seldom. */
  idle(): void;
}

/**
 * Ends the process when `parent` (a process id) is no longer its parent, and when its resident memory exceeds
 * `maxBytes`. Costs about 20 ms to start and 10 MB.
 */
export function startWatchdog(parent: number, maxBytes: number): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(guard, { eval: true, workerData: { parent, maxBytes, state, memorySignal } });
  worker.unref();
  const set = (value: number) => {
    Atomics.store(state, 0, value);
    Atomics.notify(state, 0);
  };
  return { busy: () => set(1), idle: () => set(0) };
}

/**
 * Text and not a file: it runs alike under Bun, Deno, Node and in the executable, where there is no file to name.
 * It asks every 100 ms during a call, else every 500 ms. On Windows a child keeps its parent's number, so the guard
 * also asks whether that process lives.
 */
const guard = `
const { workerData } = require("node:worker_threads");
const process = require("node:process");
const { parent, maxBytes, state, memorySignal } = workerData;
const parentLives = () => {
  if (process.platform !== "win32") return process.ppid === parent;
  try { process.kill(parent, 0); return true; } catch { return false; }
};
for (;;) {
  if (!parentLives()) {
    try { process.kill(-process.pid, "SIGKILL"); } catch {}
    process.kill(process.pid, "SIGKILL");
  }
  const busy = Atomics.load(state, 0);
  if (busy === 1 && process.memoryUsage.rss() > maxBytes) process.kill(process.pid, memorySignal);
  Atomics.wait(state, 0, busy, busy === 1 ? 100 : 500);
}
`;
