/** Background jobs: one at a time in the order received, kept for a while after they finish. */
import type { Job, JobRequest, Jobs } from "../core/jobs.ts";
import { finishedJobTtlMs, maxFinishedJobBytes, maxFinishedJobs, maxOpenJobs } from "../core/limits.ts";
import { ProblemError, toProblem } from "../core/problem.ts";
import type { Progress } from "../core/tool.ts";
import { checkCallbackUrl } from "./callback.ts";
import type { Deliverer, Delivery } from "./delivery.ts";
import { eventBody } from "./event.ts";

/** Runs a tool call in the job lane. */
export type RunJob = (
  tool: string,
  input: object,
  options: { readonly signal: AbortSignal; readonly onProgress: (state: Progress) => void },
) => Promise<object>;

/** A finished job, or an abandoned callback: for the log. */
export type JobEvent =
  | {
      readonly event: "job";
      readonly id: string;
      readonly tool: string;
      readonly status: "succeeded" | "failed";
      /** Running time in milliseconds. */
      readonly ms: number;
      readonly code: string | undefined;
    }
  | {
      readonly event: "callback";
      readonly id: string;
      readonly attempts: number;
      /** Of the last attempt; null if the receiver couldn't be reached. */
      readonly status: number | null;
    };

export interface QueueDeps {
  readonly run: RunJob;
  readonly deliverer: Deliverer;
  /** Origins of `--webhook-allow`. */
  readonly webhookOrigins: ReadonlySet<string>;
  /** Unix time in milliseconds, for timestamps. */
  now(): number;
  /** Milliseconds from a monotonic clock, for retention: setting the clock must not drop or keep jobs. */
  elapsed(): number;
  /** Resolves after `ms` milliseconds, or when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  randomUUID(): string;
  /** Bytes of results that finished jobs keep together, as JSON. */
  readonly keptBytes?: number;
  /** An internal failure of the run, for the log. */
  onInternal(error: unknown): void;
  log(event: JobEvent): void;
}

interface JobRecord {
  /** Without its callback, which the delivery provides. */
  job: Job;
  /** Dropped once the job has run: it may contain a password. */
  input: object | undefined;
  /** `elapsed()` when it finished. */
  finishedAt: number;
  /** `elapsed()` when it started. */
  startedAt: number;
  /** Size of the result as JSON. */
  resultBytes: number;
  readonly delivery: Delivery | undefined;
  readonly stop: AbortController;
  readonly waiters: Set<() => void>;
}

export const createJobQueue = (deps: QueueDeps): JobQueue => new JobQueue(deps);

export type { JobQueue };

class JobQueue implements Jobs {
  readonly #deps: QueueDeps;
  /** In the order received. */
  readonly #records = new Map<string, JobRecord>();
  readonly #queue: JobRecord[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  submit({ tool, input, callback_url }: JobRequest): Job {
    const { webhookOrigins, deliverer, randomUUID, elapsed } = this.#deps;
    const url = callback_url === undefined ? undefined : checkCallbackUrl(callback_url, webhookOrigins);
    if (this.#queue.length + (this.#running ? 1 : 0) >= maxOpenJobs)
      throw new ProblemError(
        "too_many_jobs",
        `${maxOpenJobs} jobs are already waiting or running; try again when one has finished`,
      );

    const id = `job_${randomUUID()}`;
    const record: JobRecord = {
      job: {
        id,
        tool,
        status: "queued",
        progress: null,
        created_at: this.#stamp(),
        started_at: null,
        finished_at: null,
      },
      input,
      finishedAt: 0,
      startedAt: elapsed(),
      resultBytes: 0,
      delivery: url && deliverer.prepare(url),
      stop: new AbortController(),
      waiters: new Set(),
    };
    this.#records.set(id, record);
    this.#queue.push(record);
    this.#startNext();

    return view(record);
  }

  list(results = true): readonly Job[] {
    this.purge();
    return [...this.#records.values()].reverse().map(results ? view : withoutResult);
  }

  get(id: string): Job | undefined {
    const record = this.#find(id);
    return record && view(record);
  }

  cancel(id: string): Job | undefined {
    const record = this.#find(id);
    if (!record) return undefined;

    const place = this.#queue.indexOf(record);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      this.#fail(record, cancelled());
    } else if (record.job.finished_at === null) {
      record.stop.abort(new ProblemError("cancelled", cancelledText));
    }

    return view(record);
  }

  async wait(id: string, ms: number, signal?: AbortSignal): Promise<Job | undefined> {
    const record = this.#find(id);
    if (!record) return undefined;

    if (record.job.finished_at === null) {
      const stop = new AbortController();
      const stopWaiting = () => stop.abort();
      signal?.addEventListener("abort", stopWaiting, { once: true });
      record.waiters.add(stopWaiting);
      if (!signal?.aborted) await this.#deps.wait(ms, stop.signal);
      record.waiters.delete(stopWaiting);
      signal?.removeEventListener("abort", stopWaiting);
    }

    return view(record);
  }

  /** Drops finished jobs that are old or too many. Called on every read; a timer may call it too. */
  purge(): void {
    const newestFirst = [...this.#records.values()]
      .filter(({ job }) => job.finished_at !== null)
      .sort((a, b) => b.finishedAt - a.finishedAt);
    const { elapsed, keptBytes = maxFinishedJobBytes } = this.#deps;
    const oldest = elapsed() - finishedJobTtlMs;
    let bytes = 0;

    for (const [k, { job, finishedAt, resultBytes }] of newestFirst.entries()) {
      bytes += resultBytes;
      // The newest can always be fetched, however large.
      const tooMany = k >= maxFinishedJobs || (k > 0 && bytes > keptBytes);
      if (finishedAt <= oldest || tooMany) this.#records.delete(job.id);
    }
  }

  /** Starts no more jobs, and drops deliveries once the running job has ended; the caller bounds that time. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.length = 0;
    await this.#running;
    this.#deps.deliverer.close();
  }

  #stamp(): string {
    return new Date(this.#deps.now()).toISOString();
  }

  #find(id: string): JobRecord | undefined {
    this.purge();
    return this.#records.get(id);
  }

  #startNext(): void {
    if (this.#running || this.#closed) return;
    const record = this.#queue.shift();
    if (!record) return;
    this.#running = this.#run(record).finally(() => {
      this.#running = undefined;
      this.#startNext();
    });
  }

  async #run(record: JobRecord): Promise<void> {
    record.startedAt = this.#deps.elapsed();
    record.job = { ...record.job, status: "running", started_at: this.#stamp() };

    const { signal } = record.stop;
    const onProgress = (state: Progress) => {
      const { job } = record;
      if (job.finished_at === null) record.job = { ...job, progress: later(job.progress, state) };
    };

    try {
      const result = await this.#deps.run(record.job.tool, record.input ?? {}, { signal, onProgress });
      this.#finish(record, { result });
    } catch (error) {
      this.#fail(record, signal.aborted ? afterCancel(error) : error);
    }
  }

  #fail(record: JobRecord, thrown: unknown): void {
    const error = toProblem(thrown, this.#deps.randomUUID());
    if (error.code === "internal") this.#deps.onInternal(thrown);
    this.#finish(record, { error });
  }

  /** `outcome` is the job's final result or error. */
  #finish(record: JobRecord, outcome: Pick<Job, "result" | "error">): void {
    const { id, tool, progress } = record.job;
    const { result, error } = outcome;
    const status = result ? "succeeded" : "failed";
    const finished_at = this.#stamp();
    record.input = undefined;
    record.finishedAt = this.#deps.elapsed();
    record.job = {
      ...record.job,
      status,
      progress: result && progress ? { ...progress, progress: progress.total } : progress,
      finished_at,
      ...outcome,
    };
    if (result) record.resultBytes = new TextEncoder().encode(JSON.stringify(result)).length;
    for (const wake of record.waiters) wake();
    record.waiters.clear();

    const ms = record.finishedAt - record.startedAt;
    this.#deps.log({ event: "job", id, tool, ms, code: error?.code, status });
    // If stopping the service drops a delivery, that is no error.
    this.#deliver(record, finished_at).catch(() => {});
    this.purge();
  }

  async #deliver(record: JobRecord, finishedAt: string): Promise<void> {
    const { job, delivery } = record;
    if (!delivery) return;
    await delivery.run(eventBody(view(record), finishedAt));
    const { status, attempts, last_status } = delivery.callback;
    if (status === "failed") this.#deps.log({ event: "callback", id: job.id, attempts, status: last_status });
  }
}

/** The job as shown to callers. */
function view({ job, delivery }: JobRecord): Job {
  return delivery ? { ...job, callback: delivery.callback } : job;
}

/** The job with the size of its result instead of the result. */
function withoutResult(record: JobRecord): Job {
  const { result, ...job } = view(record);
  return result ? { ...job, result_bytes: record.resultBytes } : job;
}

/** The later of two progress states: never decreases, never exceeds its total, and is always a number. */
function later(known: Progress | null, state: Progress): Progress | null {
  if (!Number.isFinite(state.progress) || !Number.isFinite(state.total)) return known;
  const progress = Math.min(Math.max(state.progress, known?.progress ?? 0), state.total);
  return { ...state, progress };
}

const cancelledText = "the job was cancelled before it finished";

function cancelled(): ProblemError {
  return new ProblemError("cancelled", `${cancelledText}; nothing was written`);
}

/** The error of a job cancelled while running; it names the files already written. */
function afterCancel(error: unknown): ProblemError {
  return error instanceof ProblemError && error.outputs ? error : cancelled();
}
