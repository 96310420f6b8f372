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

/** The size is the running calls, one job, and the paused calls. */
const defaults = { size: maxRunning + 1 + maxPaused, warm: 2, idleMs: 60_000, maxCalls: 20_000 };
/** An engine that holds more than this is replaced after this many idle milliseconds: WASM memory never shrinks. */
const heavyBytes = 350_000_000;
const heavyIdleMs = 10_000;
/** One that holds this fraction of its limit is replaced at once: the next call might not have enough left. */
const heaviest = 0.5;
/** A killed process is gone in milliseconds; stopping the service waits no longer than this for it. */
const lastWaitMs = 2000;

export const createEngines = (options: EnginesOptions): Engines => new Engines(options);

export type { Engines };

class Engines implements Disposable {
  readonly #deps: EngineDeps;
  readonly #limits: typeof defaults;
  /** Live engines that aren't about to be replaced, the most recently used last. */
  #engines: EngineProcess[] = [];
  /** Engines being replaced that haven't ended yet. */
  readonly #leaving = new Set<EngineProcess>();
  readonly #idleTimers = new Map<EngineProcess, Disposable>();
  readonly #running = new Set<{ readonly engine: EngineProcess; readonly over: Promise<unknown> }>();
  #closing = false;

  constructor(options: EnginesOptions) {
    this.#deps = depsOf(options);
    this.#limits = { ...defaults, ...options };
  }

  /** Process ids of the live engines. */
  get pids(): readonly number[] {
    return [...this.#engines, ...this.#leaving]
      .filter(({ state }) => state !== "ended")
      .map(({ pid }) => pid);
  }

  /** Runs a call in an engine. Throws the tool's problem, or the engine's. */
  async run(tool: string, input: object, options: CallOptions = {}): Promise<object> {
    if (this.#closing) throw new ProblemError("busy", "the service is stopping; the call was not run");

    const engine = this.#take();
    const over = engine.run(tool, input, options);
    const call = { engine, over };
    this.#running.add(call);
    try {
      return await over;
    } finally {
      this.#running.delete(call);
      this.#giveBack(engine);
    }
  }

  /** Starts engines ahead, in the background. */
  warm(): void {
    const { size, warm } = this.#limits;
    while (!this.#closing && this.#engines.length < Math.min(warm, size)) if (!this.#tryStart()) return;
  }

  /** Takes no more calls; running ones get this long, in milliseconds, and are then cancelled. Resolves when all engines have ended. */
  async close(graceMs = stopGraceMs): Promise<void> {
    this.#closing = true;
    for (const engine of this.#engines.filter(isFree)) this.#retire(engine);

    const { timers } = this.#deps;
    const settled = Promise.allSettled([...this.#running].map(({ over }) => over));
    await atMost(timers, graceMs, settled);

    const reason = new ProblemError("cancelled", "the service stopped before the call had finished");
    for (const { engine } of this.#running) engine.cancel(reason);
    this[Symbol.dispose]();
    await atMost(timers, lastWaitMs, Promise.all([settled, ...[...this.#leaving].map(({ ended }) => ended)]));
  }

  [Symbol.dispose](): void {
    this.#closing = true;
    for (const engine of this.#engines) this.#retire(engine);
  }

  #start(): EngineProcess {
    const engine = new EngineProcess(this.#deps);
    this.#engines.push(engine);
    engine.ended.then(({ wasReady }) => {
      this.#forget(engine);
      this.#leaving.delete(engine);
      // If one never got ready, the next probably won't either: try again when a call arrives.
      if (wasReady) this.#refill();
    });
    return engine;
  }

  #forget(engine: EngineProcess): void {
    this.#engines = this.#engines.filter((other) => other !== engine);
    this.#idleTimers.get(engine)?.[Symbol.dispose]();
    this.#idleTimers.delete(engine);
  }

  #retire(engine: EngineProcess): void {
    this.#forget(engine);
    this.#leaving.add(engine);
    engine[Symbol.dispose]();
  }

  #replace(engine: EngineProcess): void {
    this.#retire(engine);
    this.#refill();
  }

  /** Keeps one engine free if the limit allows, so that the next call doesn't wait for a start. */
  #refill(): void {
    if (!this.#closing && this.#engines.length < this.#limits.size && !this.#engines.some(isFree))
      this.#tryStart();
  }

  /** Starting ahead is optional: if the system can't start a process, the call that needs one fails with that error. */
  #tryStart(): boolean {
    try {
      this.#start();
      return true;
    } catch (error) {
      const detail = codeOf(error) ?? "unknown error";
      this.#deps.log({ event: "engine", pid: 0, what: "ended", detail });
      return false;
    }
  }

  #take(): EngineProcess {
    // An engine that has grown is left alone, so that it can be replaced.
    const idle = this.#engines.filter(({ state }) => state === "idle");
    const engine =
      idle.findLast(({ rss }) => rss <= heavyBytes) ??
      idle.at(-1) ??
      this.#engines.findLast(isFree) ??
      this.#startForCall();
    this.#engines = [...this.#engines.filter((other) => other !== engine), engine];
    this.#idleTimers.get(engine)?.[Symbol.dispose]();
    return engine;
  }

  #startForCall(): EngineProcess {
    if (this.#engines.filter(({ state }) => state !== "ended").length >= this.#limits.size)
      throw unusable("is missing: more calls are running than engines are allowed");
    try {
      return this.#start();
    } catch (error) {
      throw unusable(`did not start: ${codeOf(error) ?? "unknown error"}`);
    }
  }

  #giveBack(engine: EngineProcess): void {
    if (engine.state === "ended" || !this.#engines.includes(engine)) return;

    const { limits, timers } = this.#deps;
    if (engine.worn || engine.calls >= this.#limits.maxCalls || engine.rss > heaviest * limits.maxBytes) {
      this.#replace(engine);
      return;
    }

    const isHeavy = engine.rss > heavyBytes;
    const settle = () => {
      if (!isFree(engine)) return;
      if (isHeavy) this.#replace(engine);
      else if (this.#engines.filter(isFree).length > 1) this.#retire(engine);
    };
    this.#idleTimers.set(engine, timers.after(isHeavy ? heavyIdleMs : this.#limits.idleMs, settle));
  }
}

function isFree({ state }: EngineProcess): boolean {
  return state === "idle" || state === "starting";
}

function depsOf(options: EnginesOptions): EngineDeps {
  return {
    spawn: () => spawnSelf(["engine"]),
    residentBytes,
    processorMs,
    timers: systemTimers,
    ...options,
    publishes: options.publishes ?? publishes,
    fonts: options.fontDirs ?? [],
    office: {
      program: options.soffice,
      deadlineMs: options.officeDeadlineMs ?? defaultOfficeDeadlineMs,
      avoid: [...options.scope.roots.map(({ path }) => path), currentFolder()],
    },
    limits: {
      deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
      publishGraceMs: stopGraceMs,
      startMs: 60_000,
      maxBytes: options.maxBytes ?? maxEngineBytes,
    },
  };
}
