/** The reading models of this program: a process of its own that has one of them, started when a page comes. */
import type { ModelName, Reading } from "../../core/page-reading.ts";
import { cancellation, type ProblemError } from "../../core/problem.ts";
import type { Child } from "../../host/process/child.ts";
import { atMost, type Timers } from "../../host/process/timers.ts";
import type { InstalledModel } from "../store/store.ts";
import { tooLittleMemory } from "./problems.ts";
import { maxTokens, pageDeadlineMs, prompt } from "./prompt.ts";
import { type ModelEvent, startWorker, type Worker } from "./worker-process.ts";

/** A model that is there. */
type ModelPlace = Pick<InstalledModel, "folder" | "bytes">;

export interface OwnEngineOptions {
  /** Looked at anew for every call: a finished download is seen without a restart. Throws 422 where the model is not there. */
  readonly installed: (model: ModelName) => Promise<ModelPlace>;
  /** Why no native runtime can be had on this system; undefined where it can. */
  readonly withoutRuntime: (model: ModelName) => ProblemError | undefined;
  /** The program's data folder, absolute: the runtime may have to be laid out there. */
  readonly dataFolder: () => string;
  readonly spawn: () => Child;
  readonly timers: Timers;
  readonly log: (event: ModelEvent) => void;
  /** Id of this process. */
  readonly parent: number;
  /** Memory that can still be had, in bytes. */
  readonly availableBytes: () => number;
  readonly threads: number;
  /** Time limit of one page; the model's own where omitted. */
  readonly pageDeadlineMs?: number | undefined;
  /** How long a process without work stays, in milliseconds. */
  readonly idleMs: number;
}

/** Beside its files a model takes about this much while it reads a page, in bytes. */
const workingBytes = 2_000_000_000;
/** Of a model's files, loaded. */
const loadedShare = 1.25;
/** A process that holds this many times what was reckoned is out of hand. */
const outOfHand = 3;
/** A killed process is gone in milliseconds; nobody waits longer for it. */
const goneMs = 2000;

/** Reads one page at a time. A read settles once the next may come, also when its signal aborts. */
export function createOwnEngine(options: OwnEngineOptions): Reading {
  const { timers } = options;
  let worker: Worker | undefined;
  let idle: Disposable | undefined;
  let closed = false;

  /** The folder and size of a model that can be loaded. Throws 422. */
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
    // Its memory is the next one's.
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
      // One that runs has its memory, and its place is the next one's.
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

/** Memory for a model whose files have this many bytes. */
function reckoned(bytes: number): number {
  return bytes * loadedShare + workingBytes;
}
