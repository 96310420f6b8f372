/** Wires up the parts that every server needs: the allowed folders, the lanes, the engines, and the job queue. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { gauge, type Metric } from "./core/open-metrics.ts";
import { version } from "./core/version.ts";
import { identityOf, openScope, type Scope } from "./files/scope/scope.ts";
import { removeStaleTemps, removeTemp, removeTempsOf } from "./files/temporary/stale.ts";
import type { Child } from "./host/process/child.ts";
import { ownResidentBytes, residentBytes } from "./host/process/memory.ts";
import type { Deliverer } from "./jobs/delivery.ts";
import type { JobEvent, JobQueue } from "./jobs/queue.ts";
import { createJobQueue } from "./jobs/queue.ts";
import { openReading } from "./models/reading/reading.ts";
import type { ModelEvent } from "./models/reading/worker-process.ts";
import { type Caller, createCaller } from "./run/call.ts";
import { CallCounts } from "./run/call-counts.ts";
import { createEarlierCalls } from "./run/earlier-calls.ts";
import type { EngineEvent } from "./run/engine-process.ts";
import { createEngines, type Engines } from "./run/engines.ts";
import { createLanes, type Lanes } from "./run/lanes.ts";
import { createRepeaters } from "./run/repeaters.ts";
import type { CallSettings } from "./settings.ts";
import { findAnyTool } from "./tools/index.ts";

export { ScopeError } from "./files/scope/scope.ts";

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
  /** Counts and measurements, never anything from a document. */
  metrics(): Metric[];
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
  const { pid: parent } = deps;
  let engineStarts = 0;
  const log: CallsDeps["log"] = (event) => {
    if (event.event === "engine" && event.what === "ready") engineStarts += 1;
    deps.log(event);
  };
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
  const counts = new CallCounts(elapsed);
  /** Only names of tools become labels. */
  const counted: Caller["call"] = (tool, input, context) => {
    const run = () => caller.call(tool, input, context);
    return findAnyTool(tool) ? counts.counted(tool, run) : run();
  };
  const jobs = createJobQueue({
    run: (tool, input, context) => counts.counted(tool, () => caller.job(tool, input, context)),
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
    call: counted,
    jobs,
    metrics: () => metricsOf({ counts, engineStarts, lanes, jobs, engines }),
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

interface Measured {
  readonly counts: CallCounts;
  readonly engineStarts: number;
  readonly lanes: Lanes;
  readonly jobs: JobQueue;
  readonly engines: Engines;
}

function metricsOf({ counts, engineStarts, lanes, jobs, engines }: Measured): Metric[] {
  const kept = jobs.list(false);
  const { pids } = engines;
  const resident = pids.reduce((sum, pid) => sum + (residentBytes(pid) ?? 0), 0);
  const statuses = tally(kept.map(({ status }) => status));
  const callbacks = tally(kept.flatMap(({ callback }) => callback?.status ?? []));

  return [
    {
      name: "pdfd",
      type: "info",
      help: "The program.",
      samples: [{ suffix: "_info", labels: { version }, value: 1 }],
    },
    ...counts.metrics(),
    {
      name: "pdfd_engine_starts",
      type: "counter",
      help: "Engine processes started.",
      samples: [{ suffix: "_total", value: engineStarts }],
    },
    gauge("pdfd_calls_running", "Running calls, without the job.", lanes.running),
    gauge("pdfd_calls_waiting", "Calls that wait for others to end.", lanes.waiting),
    gauge("pdfd_calls_paused", "Long calls that yield to others.", lanes.paused),
    gauge("pdfd_jobs", "Jobs that are kept, by status.", statuses),
    gauge("pdfd_job_callbacks", "Callbacks of kept jobs, by status.", callbacks),
    gauge("pdfd_engines", "Engine processes.", pids.length),
    gauge("pdfd_engines_resident_bytes", "Resident memory of all engine processes.", resident),
    gauge("process_resident_memory_bytes", "Resident memory of the service itself.", ownResidentBytes()),
  ];
}

function tally(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** For servers whose jobs have no callbacks. */
const noDeliverer: Deliverer = {
  prepare() {
    throw new Error("a job with a callback on a server that has none");
  },
  close() {},
};
