/** This program's reading models: a separate process holds one of them and is started on demand. */
import type { ModelName, ModelPage, Reading, ReadRequest } from "../../core/page-reading.ts";
import { cancellation, type ProblemError } from "../../core/problem.ts";
import { atMost } from "../../host/process/timers.ts";
import type { InstalledModel } from "../store/store.ts";
import { tooLittleMemory } from "./problems.ts";
import { pageDeadlineMs as defaultDeadlineMs, maxTokens, prompt } from "./prompt.ts";
import { Worker, type WorkerOptions } from "./worker-process.ts";

/** An available model. */
type ModelPlace = Pick<InstalledModel, "folder" | "bytes">;

export interface OwnEngineOptions
  extends Pick<WorkerOptions, "spawn" | "timers" | "log" | "parent" | "threads"> {
  /** Checked on every call, so that a finished download is seen without a restart. Throws 422 if the model isn't installed. */
  readonly installed: (model: ModelName) => Promise<ModelPlace>;
  /** Why this system has no native runtime; undefined if it has. */
  readonly withoutRuntime: (model: ModelName) => ProblemError | undefined;
  /** The program's data folder, absolute: the runtime may have to be unpacked there. */
  readonly dataFolder: () => string;
  /** Memory still available, in bytes. */
  readonly availableBytes: () => number;
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

export const createOwnEngine = (options: OwnEngineOptions): Reading => new OwnEngine(options);

/** Reads one page at a time. A read settles once the next may begin, even if its signal aborts. */
class OwnEngine implements Reading {
  readonly #options: OwnEngineOptions;
  #worker: Worker | undefined;
  #idle: Disposable | undefined;
  #closed = false;

  constructor(options: OwnEngineOptions) {
    this.#options = options;
  }

  async ready(model: ModelName): Promise<void> {
    const { bytes } = await this.#placeOf(model);
    // A running one already has its memory, which the next one will take over.
    if (!this.#worker || this.#worker.over) this.#checkMemory(model, bytes);
  }

  async read({ model, png, page }: ReadRequest, signal?: AbortSignal): Promise<ModelPage> {
    const { timers, idleMs, pageDeadlineMs: deadlineMs = defaultDeadlineMs[model] } = this.#options;
    this.#idle?.[Symbol.dispose]();

    const worker = await this.#take(model);
    try {
      return await worker.read({ png, page, prompt, signal, maxTokens: maxTokens[model], deadlineMs });
    } finally {
      this.#idle?.[Symbol.dispose]();
      if (!this.#closed) this.#idle = timers.after(idleMs, () => this.#stop());
    }
  }

  async close(): Promise<void> {
    const last = this.#worker?.ended;
    this[Symbol.dispose]();
    if (last) await atMost(this.#options.timers, goneMs, last);
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.#stop();
  }

  #stop(): void {
    this.#idle?.[Symbol.dispose]();
    this.#idle = undefined;
    this.#worker?.[Symbol.dispose]();
  }

  /** Folder and size of a loadable model. Throws 422. */
  async #placeOf(model: ModelName): Promise<ModelPlace> {
    const problem = this.#options.withoutRuntime(model);
    if (problem) throw problem;
    return await this.#options.installed(model);
  }

  #checkMemory(model: ModelName, bytes: number): void {
    const needed = reckoned(bytes);
    const free = this.#options.availableBytes();
    if (free < needed) throw tooLittleMemory(model, needed, free);
  }

  async #take(model: ModelName): Promise<Worker> {
    const before = this.#worker;
    if (before?.model === model && !before.over) return before;

    this.#worker = undefined;
    before?.[Symbol.dispose]();
    // Its memory becomes available to the next one.
    await before?.ended;
    const { folder, bytes } = await this.#placeOf(model);
    this.#checkMemory(model, bytes);
    if (this.#closed) throw cancellation(undefined);

    const { timers, parent, threads, spawn, log, dataFolder } = this.#options;
    const maxBytes = reckoned(bytes) * outOfHand;
    const start = { model, folder, parent, threads, maxBytes, dataFolder: dataFolder() };
    this.#worker = new Worker({ ...start, timers, spawn, log });
    return this.#worker;
  }
}

/** Estimated memory for a model with files of this size. */
const reckoned = (bytes: number): number => bytes * loadedShare + workingBytes;
