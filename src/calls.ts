/** Wires up the parts that every server needs: the allowed folders, the lanes, the engines, and the job queue. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { identityOf, openScope, type Scope } from "./files/scope/scope.ts";
import { removeStaleTemps, removeTemp, removeTempsOf } from "./files/temporary/stale.ts";
import type { Child } from "./host/process/child.ts";
import type { Deliverer } from "./jobs/delivery.ts";
import type { JobEvent, JobQueue } from "./jobs/queue.ts";
import { createJobQueue } from "./jobs/queue.ts";
import { openReading } from "./models/reading/reading.ts";
import type { ModelEvent } from "./models/reading/worker-process.ts";
import { type Caller, createCaller } from "./run/call.ts";
import { createEarlierCalls } from "./run/earlier-calls.ts";
import type { EngineEvent } from "./run/engine-process.ts";
import { createEngines } from "./run/engines.ts";
import { createLanes } from "./run/lanes.ts";
import { createRepeaters } from "./run/repeaters.ts";
import type { CallSettings } from "./settings.ts";
import { findAnyTool } from "./tools/index.ts";

/** This process, and those that it starts. */
export interface Processes {
  /** This process's id: an engine with a different parent ends itself. */
  readonly pid: number;
  /** Starts an engine; by default, this program again. */
  readonly spawnEngine?: (() => Child) | undefined;
  /** Starts the page reading process; by default, this program again. */
  readonly spawnModel?: (() => Child) | undefined;
}

export interface CallsDeps extends Processes {
  /** Sends job events; omitted if no job can have a callback. */
  readonly deliverer?: Deliverer;
  /** Origins other than loopback that callbacks may go to. */
  readonly webhookAllow?: readonly string[];
  log(event: EngineEvent | ModelEvent | JobEvent): void;
  /** An internal failure, for the log. */
  onInternal(error: unknown): void;
}

export interface Calls {
  readonly scope: Scope;
  readonly call: Caller["call"];
  readonly jobs: JobQueue;
  /** Starts engines ahead and removes temporary files of dead processes, once the server can answer. */
  warm(): void;
  /** Takes no more calls; running ones get this long, in milliseconds, then end. */
  close(graceMs: number): Promise<void>;
  /** Ends everything at once. */
  kill(): void;
}

/** Opens the allowed folders and everything that runs calls in them; starts no engine yet. Throws `ScopeError`. */
export function openCalls(settings: CallSettings, deps: CallsDeps): Calls {
  const scope = openScope(settings.allowDirs);
  const lanes = createLanes();
  const { pid: parent, log } = deps;
  const reading = openReading({ settings, parent, log, spawn: deps.spawnModel });
  const engines = createEngines({
    ...settings,
    scope,
    reading,
    parent,
    removeTemp,
    removeTempsOf,
    log,
    ...(deps.spawnEngine && { spawn: deps.spawnEngine }),
  });
  const elapsed = () => performance.now();
  const identify = (path: string) => identityOf(scope, path);
  const caller = createCaller({
    findTool: findAnyTool,
    lanes,
    engines,
    earlier: createEarlierCalls(Date.now),
    repeaters: createRepeaters({ elapsed, now: Date.now, identityOf: identify }),
    identityOf: identify,
  });
  const jobs = createJobQueue({
    run: caller.job,
    deliverer: deps.deliverer ?? noDeliverer,
    webhookOrigins: new Set(deps.webhookAllow),
    now: Date.now,
    elapsed,
    wait: (ms, signal) => sleep(ms, undefined, { ...(signal && { signal }), ref: false }).catch(() => {}),
    randomUUID,
    onInternal: deps.onInternal,
    log,
  });

  return {
    scope,
    call: caller.call,
    jobs,
    warm() {
      engines.warm();
      setImmediate(() => removeStaleTemps(scope));
    },
    async close(graceMs) {
      lanes.close();
      await Promise.all([jobs.close(), engines.close(graceMs)]);
      await reading.close();
    },
    kill() {
      engines[Symbol.dispose]();
      reading[Symbol.dispose]();
    },
  };
}

/** For servers whose jobs have no callbacks. */
const noDeliverer: Deliverer = {
  prepare() {
    throw new Error("a job with a callback on a server that has none");
  },
  close() {},
};
