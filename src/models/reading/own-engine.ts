/** This program's reading models: a separate process holds one of them and is started on demand. */
import type { ModelName, Reading } from "../../core/page-reading.ts";
import { cancellation, type ProblemError } from "../../core/problem.ts";
import type { Child } from "../../host/process/child.ts";
import { atMost, type Timers } from "../../host/process/timers.ts";
import type { InstalledModel } from "../store/store.ts";
import { tooLittleMemory } from "./problems.ts";
import { maxTokens, pageDeadlineMs, prompt } from "./prompt.ts";
import { type ModelEvent, startWorker, type Worker } from "./worker-process.ts";

/** An available model. */
type ModelPlace = Pick<InstalledModel, "folder" | "bytes">;

export interface OwnEngineOptions {
  /** Checked on every call, so that a finished download is seen without a restart. Throws 422 if the model isn't installed. */
  readonly installed: (model: ModelName) => Promise<ModelPlace>;
  /** Why this system has no native runtime; undefined if it has. */
  readonly withoutRuntime: (model: ModelName) => ProblemError | undefined;
  /** The program's data folder, absolute: the runtime may have to be unpacked there. */
  readonly dataFolder: () => string;
  readonly spawn: () => Child;
  readonly timers: Timers;
  readonly log: (event: ModelEvent) => void;
  /** Id of this process. */
  readonly parent: number;
  /** Memory still available, in bytes. */
  readonly availableBytes: () => number;
  readonly threads: number;
  /** Time limit per page; by default, the model's own. */
  readonly pageDeadlineMs?: number | undefined;
  /** How long an idle process stays, in milliseconds. */
  readonly idleMs: number;
}

/** Memory that a model needs to read a page in addition to its files, approximately, in bytes. */
const workingBytes = 2_000_000_000;
/** Memory of a loaded model relative to its files. */
const loadedShare = 1.25;
/** A process that uses this multiple of the estimate is out of control. */
const outOfHand = 3;
/** A killed process is gone in milliseconds; nothing waits longer for it. */
const goneMs = 2000;

/** Reads one page at a time. A read settles once the next may begin, even if its signal aborts. */
export function createOwnEngine(options: OwnEngineOptions): Reading {
  const { timers } = options;
  let worker: Worker | undefined;
  let idle: Disposable | undefined;
  let closed = false;

  /** Folder and size of a loadable model. Throws 422. */
  async function placeOf(model: ModelName): Promise<ModelPlace> {
    const problem = options.withoutRuntime(model);
    if (problem) throw problem;
    return await options.installed(model);
  }

  const serves = (model: ModelName) => worker?.model === model && !worker.over;

  function checkMemory(model: ModelName, bytes: number): void {
    const needed = reckoned(bytes);
    const free = options.availableBytes();
    if (free < needed) throw tooLittleMemory(model, needed, free);
  }

  async function take(model: ModelName): Promise<Worker> {
    if (worker && serves(model)) return worker;

    const before = worker;
    worker = undefined;
    before?.[Symbol.dispose]();
    // Its memory becomes available to the next one.
    await before?.ended;
    const { folder, bytes } = await placeOf(model);
    checkMemory(model, bytes);
    if (closed) throw cancellation(undefined);
    worker = startWorker({
      ...{ model, folder, timers },
      dataFolder: options.dataFolder(),
      parent: options.parent,
      threads: options.threads,
      maxBytes: reckoned(bytes) * outOfHand,
      spawn: options.spawn,
      log: options.log,
    });

    return worker;
  }

  function stop(): void {
    idle?.[Symbol.dispose]();
    idle = undefined;
    worker?.[Symbol.dispose]();
  }

  return {
    async ready(model) {
      const { bytes } = await placeOf(model);
      // A running one already has its memory, which the next one will take over.
      if (!worker || worker.over) checkMemory(model, bytes);
    },
    async read({ model, png, page }, signal) {
      idle?.[Symbol.dispose]();

      const reader = await take(model);
      try {
        return await reader.read({
          ...{ png, page, prompt, signal },
          maxTokens: maxTokens[model],
          deadlineMs: options.pageDeadlineMs ?? pageDeadlineMs[model],
        });
      } finally {
        idle?.[Symbol.dispose]();
        if (!closed) idle = timers.after(options.idleMs, stop);
      }
    },
    async close() {
      closed = true;
      const last = worker?.ended;
      stop();
      if (last) await atMost(timers, goneMs, last);
    },
    [Symbol.dispose]() {
      closed = true;
      stop();
    },
  };
}

/** Estimated memory for a model with files of this size. */
const reckoned = (bytes: number): number => bytes * loadedShare + workingBytes;
