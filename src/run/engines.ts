/**
 * The pool of engine processes (docs/decisions/0002): a few started ahead, more when calls arrive, fewer when idle, and a new
 * one for each that was killed or became doubtful. This process never parses documents.
 */
import {
  defaultDeadlineMs,
  defaultOfficeDeadlineMs,
  maxEngineBytes,
  maxPaused,
  maxRunning,
  stopGraceMs,
} from "../core/limits.ts";
import { codeOf, ProblemError } from "../core/problem.ts";
import { publishes } from "../files/temporary/temp-registry.ts";
import { spawnSelf } from "../host/process/child.ts";
import { processorMs, residentBytes } from "../host/process/memory.ts";
import { atMost, systemTimers } from "../host/process/timers.ts";
import { currentFolder } from "../host/programs.ts";
import { unusable } from "./engine-failure.ts";
import { type CallOptions, type EngineDeps, EngineProcess } from "./engine-process.ts";

/** The options passed through from an engine's dependencies, and the pool's limits. */
export interface EnginesOptions
  extends Pick<
      EngineDeps,
      "scope" | "parent" | "removeTemp" | "removeTempsOf" | "publishes" | "log" | "reading"
    >,
    Partial<Pick<EngineDeps, "spawn" | "timers" | "residentBytes" | "processorMs">> {
  /** Time limit per call, in milliseconds. */
  readonly deadlineMs?: number;
  /** Absolute path of the office converter; found automatically if omitted. */
  readonly soffice?: string | undefined;
  /** Time limit per office conversion, in milliseconds. */
  readonly officeDeadlineMs?: number | undefined;
  /** Absolute paths of folders with fonts for characters that the built-in fonts lack, searched before the system's. */
  readonly fontDirs?: readonly string[] | undefined;
  /** Memory limit of one engine, in resident bytes. */
  readonly maxBytes?: number;
  /** Maximum number of engines. */
  readonly size?: number;
  /** Number of engines started ahead. */
  readonly warm?: number;
  /** How long an engine may be idle while another one is too, in milliseconds. */
  readonly idleMs?: number;
  /** Calls after which an engine is replaced, which bounds any leak. */
  readonly maxCalls?: number;
}

export interface Engines extends Disposable {
  /** Runs a call in an engine. Throws the tool's problem, or the engine's. */
  run(tool: string, input: object, options?: CallOptions): Promise<object>;
  /** Starts engines ahead, in the background. */
  warm(): void;
  /** Process ids of the live engines. */
  readonly pids: readonly number[];
  /** Takes no more calls; running ones get this long, in milliseconds, and are then cancelled. Resolves when all engines have ended. */
  close(graceMs?: number): Promise<void>;
}

/** The running calls, one job, and the paused calls. */
const specSize = maxRunning + 1 + maxPaused;
/** An engine that holds more than this is replaced after this many idle milliseconds: WASM memory never shrinks. */
const heavyBytes = 350_000_000;
const heavyIdleMs = 10_000;
/** One that holds this fraction of its limit is replaced at once: the next call might not have enough left. */
const heaviest = 0.5;
/** A killed process is gone in milliseconds; stopping the service waits no longer than this for it. */
const lastWaitMs = 2000;

export function createEngines(options: EnginesOptions): Engines {
  const timers = options.timers ?? systemTimers;
  const size = options.size ?? specSize;
  const ahead = Math.min(options.warm ?? 2, size);
  const idleMs = options.idleMs ?? 60_000;
  const maxCalls = options.maxCalls ?? 20_000;
  const deps: EngineDeps = {
    spawn: () => spawnSelf(["engine"]),
    residentBytes,
    processorMs,
    ...options,
    timers,
    fonts: options.fontDirs ?? [],
    office: {
      program: options.soffice,
      deadlineMs: options.officeDeadlineMs ?? defaultOfficeDeadlineMs,
      avoid: [...options.scope.roots.map(({ path }) => path), currentFolder()],
    },
    publishes: options.publishes ?? publishes,
    limits: {
      deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
      publishGraceMs: stopGraceMs,
      startMs: 60_000,
      maxBytes: options.maxBytes ?? maxEngineBytes,
    },
  };
  /** Live engines that aren't about to be replaced, the most recently used last. */
  let engines: EngineProcess[] = [];
  /** Engines being replaced that haven't ended yet. */
  const leaving = new Set<EngineProcess>();
  const idleTimers = new Map<EngineProcess, Disposable>();
  const runningCalls = new Set<{ readonly engine: EngineProcess; readonly over: Promise<unknown> }>();
  let closing = false;

  const free = (engine: EngineProcess) => engine.state === "idle" || engine.state === "starting";

  function start(): EngineProcess {
    const engine = new EngineProcess(deps);
    engines.push(engine);
    engine.ended.then(({ wasReady }) => {
      forget(engine);
      leaving.delete(engine);
      // If one never got ready, the next probably won't either: try again when a call arrives.
      if (wasReady && !closing) refill();
    });
    return engine;
  }

  function forget(engine: EngineProcess): void {
    engines = engines.filter((other) => other !== engine);
    idleTimers.get(engine)?.[Symbol.dispose]();
    idleTimers.delete(engine);
  }

  function retire(engine: EngineProcess): void {
    forget(engine);
    leaving.add(engine);
    engine[Symbol.dispose]();
  }

  /** Keeps one engine free if the limit allows, so that the next call doesn't wait for a start. */
  function refill(): void {
    if (engines.length < size && !engines.some(free)) tryStart();
  }

  /** Starting ahead is optional: if the system can't start a process, the call that needs one fails with that error. */
  function tryStart(): void {
    try {
      start();
    } catch (error) {
      options.log({ event: "engine", pid: 0, what: "ended", detail: codeOf(error) ?? "unknown error" });
    }
  }

  function take(): EngineProcess {
    // An engine that has grown is left alone, so that it can be replaced.
    const idle =
      engines.findLast((engine) => engine.state === "idle" && engine.rss <= heavyBytes) ??
      engines.findLast((engine) => engine.state === "idle");
    const engine = idle ?? engines.findLast(free) ?? startForCall();
    engines = [...engines.filter((other) => other !== engine), engine];
    idleTimers.get(engine)?.[Symbol.dispose]();
    return engine;
  }

  function startForCall(): EngineProcess {
    if (engines.filter(({ state }) => state !== "ended").length >= size)
      throw unusable("is missing: more calls are running than engines are allowed");
    try {
      return start();
    } catch (error) {
      throw unusable(`did not start: ${codeOf(error) ?? "unknown error"}`);
    }
  }

  function giveBack(engine: EngineProcess): void {
    if (engine.state === "ended" || !engines.includes(engine)) return;

    const replace = () => {
      retire(engine);
      if (!closing) refill();
    };

    if (engine.worn || engine.calls >= maxCalls || engine.rss > heaviest * deps.limits.maxBytes) {
      replace();
      return;
    }
    const isHeavy = engine.rss > heavyBytes;

    const settle = () => {
      if (!free(engine)) return;
      if (isHeavy) replace();
      else if (engines.filter(free).length > 1) retire(engine);
    };

    idleTimers.set(engine, timers.after(isHeavy ? heavyIdleMs : idleMs, settle));
  }

  async function run(tool: string, input: object, options: CallOptions = {}): Promise<object> {
    if (closing) throw new ProblemError("busy", "the service is stopping; the call was not run");
    const engine = take();
    const over = engine.run(tool, input, options);
    const call = { engine, over };
    runningCalls.add(call);
    try {
      return await over;
    } finally {
      runningCalls.delete(call);
      giveBack(engine);
    }
  }

  async function close(graceMs = stopGraceMs): Promise<void> {
    closing = true;
    for (const engine of engines.filter(free)) retire(engine);
    const calls = [...runningCalls];
    const settled = Promise.allSettled(calls.map(({ over }) => over));
    await atMost(timers, graceMs, settled);
    const reason = new ProblemError("cancelled", "the service stopped before the call had finished");
    for (const { engine } of runningCalls) engine.cancel(reason);
    for (const engine of engines) retire(engine);
    await atMost(timers, lastWaitMs, Promise.all([settled, ...[...leaving].map(({ ended }) => ended)]));
  }

  return {
    run,
    warm() {
      while (!closing && engines.length < ahead) {
        const before = engines.length;
        tryStart();
        if (engines.length === before) return;
      }
    },
    get pids() {
      return [...engines, ...leaving].filter(({ state }) => state !== "ended").map(({ pid }) => pid);
    },
    close,
    [Symbol.dispose]() {
      closing = true;
      for (const engine of engines) retire(engine);
    },
  };
}
