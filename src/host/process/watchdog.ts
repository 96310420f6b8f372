/**
 * The guard inside an engine process. The main thread may loop in WASM forever and then notices neither a closed pipe nor a
 * signal, so a separate thread checks and ends the process (docs/decisions/0002).
 */
import { Worker } from "node:worker_threads";
import { runtime } from "../runtime.ts";

/** The signal with which the guard ends a process that uses too much memory. Nothing else sends it, so the parent knows the reason. */
export const memorySignal = runtime.windows ? "SIGKILL" : "SIGALRM";

export interface Watchdog {
  /** A call begins: check often. */
  busy(): void;
  /** It ended: check rarely. */
  idle(): void;
}

/**
 * Ends the process when `parent` (a process id) is no longer its parent, and when its resident memory exceeds `maxBytes`.
 * Takes about 20 ms and 10 MB.
 */
export function startWatchdog(parent: number, maxBytes: number): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(guard, { eval: true, workerData: { parent, maxBytes, state, memorySignal } });

  worker.unref();
  return {
    busy() {
      Atomics.add(state, 1, 1);
      // Waking a thread costs more than a short call: only a sleeping guard needs it.
      if (Atomics.exchange(state, 0, busy) === asleep) Atomics.notify(state, 0);
    },
    idle: () => void Atomics.store(state, 0, idle),
  };
}

/** State shared by the guard and the main thread: first whether a call is running, or none has for a while; then how many have begun. */
const idle = 0;
const busy = 1;
const asleep = 2;

/**
 * A string rather than a module: started from JSR, the program's modules have https addresses, which a worker of
 * node:worker_threads doesn't accept on Deno (2.9), although it works with files and in the executable. Checks every 100 ms
 * during and shortly after a call, otherwise every 500 ms: during many short calls it stays awake and needs no waking. On
 * Windows a child keeps its parent's number, so the guard also checks whether that process is alive.
 */
const guard = `
const { workerData } = require("node:worker_threads");
const process = require("node:process");
const { parent, maxBytes, state, memorySignal } = workerData;
const parentLives = () => {
  if (process.platform !== "win32") return process.ppid === parent;
  try { process.kill(parent, 0); return true; } catch { return false; }
};
const nobody = new Int32Array(new SharedArrayBuffer(4));
let quiet = 0;
let seen = 0;
for (;;) {
  if (!parentLives()) {
    try { process.kill(-process.pid, "SIGKILL"); } catch {}
    process.kill(process.pid, "SIGKILL");
  }
  const calls = Atomics.load(state, 1);
  const works = Atomics.load(state, 0) === ${busy};
  if (works && process.memoryUsage.rss() > maxBytes) process.kill(process.pid, memorySignal);
  quiet = works || calls !== seen ? 0 : quiet + 1;
  seen = calls;
  if (quiet > 5 && Atomics.compareExchange(state, 0, ${idle}, ${asleep}) !== ${busy}) Atomics.wait(state, 0, ${asleep}, 500);
  else Atomics.wait(nobody, 0, 0, 100);
}
`;
