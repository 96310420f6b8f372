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

export interface JobQueue extends Jobs {
  /** Drops finished jobs that are old or too many. Called on every read; a timer may call it too. */
  purge(): void;
  /** Starts no more jobs, and drops deliveries once the running job has ended; the caller bounds that time. */
  close(): Promise<void>;
}

export function createJobQueue(deps: QueueDeps): JobQueue {
  /** In the order received. */
  const records = new Map<string, JobRecord>();
  const queue: JobRecord[] = [];
  let running: Promise<void> | undefined;
  let closed = false;
  const stamp = () => new Date(deps.now()).toISOString();

  function purge(): void {
    const newestFirst = [...records.values()]
      .filter(({ job }) => job.finished_at !== null)
      .sort((a, b) => b.finishedAt - a.finishedAt);
    const oldest = deps.elapsed() - finishedJobTtlMs;
    let bytes = 0;
    newestFirst.forEach((record, k) => {
      bytes += record.resultBytes;
      // The newest can always be fetched, however large.
      const tooMany = k >= maxFinishedJobs || (k > 0 && bytes > maxFinishedJobBytes);
      if (record.finishedAt <= oldest || tooMany) records.delete(record.job.id);
    });
  }

  /** `outcome` is the job's final result or error. */
  function finish(record: JobRecord, outcome: Pick<Job, "result" | "error">): void {
    const { progress } = record.job;
    const { result } = outcome;
    const finished_at = stamp();
    record.input = undefined;
    record.finishedAt = deps.elapsed();
    record.job = {
      ...record.job,
      status: result ? "succeeded" : "failed",
      progress: result && progress ? { ...progress, progress: progress.total } : progress,
      finished_at,
      ...outcome,
    };
    if (result) record.resultBytes = new TextEncoder().encode(JSON.stringify(result)).length;
    for (const wake of record.waiters) wake();
    record.waiters.clear();
    const { id, tool } = record.job;
    const ms = record.finishedAt - record.startedAt;
    deps.log({
      ...{ event: "job", id, tool, ms, code: outcome.error?.code },
      status: result ? "succeeded" : "failed",
    });
    // If stopping the service drops a delivery, that is no error.
    deliver(record, finished_at).catch(() => {});
    purge();
  }

  async function deliver(record: JobRecord, finishedAt: string): Promise<void> {
    const { job, delivery } = record;
    if (!delivery) return;
    await delivery.run(eventBody(view(record), finishedAt));
    const { status, attempts, last_status } = delivery.callback;
    if (status === "failed") deps.log({ event: "callback", id: job.id, attempts, status: last_status });
  }

  function fail(record: JobRecord, thrown: unknown): void {
    const error = toProblem(thrown, deps.randomUUID());
    if (error.code === "internal") deps.onInternal(thrown);
    finish(record, { error });
  }

  async function runOne(record: JobRecord): Promise<void> {
    record.startedAt = deps.elapsed();
    record.job = { ...record.job, status: "running", started_at: stamp() };

    const onProgress = (state: Progress) => {
      const { job } = record;
      if (job.finished_at === null) record.job = { ...job, progress: later(job.progress, state) };
    };

    try {
      const { signal } = record.stop;
      finish(record, { result: await deps.run(record.job.tool, record.input ?? {}, { signal, onProgress }) });
    } catch (error) {
      fail(record, record.stop.signal.aborted ? afterCancel(error) : error);
    }
  }

  function startNext(): void {
    if (running || closed) return;
    const record = queue.shift();
    if (!record) return;
    running = runOne(record).finally(() => {
      running = undefined;
      startNext();
    });
  }

  return {
    submit(request: JobRequest): Job {
      const url =
        request.callback_url === undefined
          ? undefined
          : checkCallbackUrl(request.callback_url, deps.webhookOrigins);

      if (queue.length + (running ? 1 : 0) >= maxOpenJobs) {
        throw new ProblemError(
          "too_many_jobs",
          `${maxOpenJobs} jobs are already waiting or running; try again when one has finished`,
        );
      }

      const record: JobRecord = {
        job: {
          id: `job_${deps.randomUUID()}`,
          tool: request.tool,
          status: "queued",
          progress: null,
          created_at: stamp(),
          started_at: null,
          finished_at: null,
        },
        input: request.input,
        finishedAt: 0,
        startedAt: deps.elapsed(),
        resultBytes: 0,
        delivery: url && deps.deliverer.prepare(url),
        stop: new AbortController(),
        waiters: new Set(),
      };
      records.set(record.job.id, record);
      queue.push(record);
      startNext();

      return view(record);
    },
    list(results = true) {
      purge();
      return [...records.values()].reverse().map(results ? view : withoutResult);
    },
    get(id) {
      purge();
      const record = records.get(id);
      return record && view(record);
    },
    cancel(id) {
      purge();
      const record = records.get(id);
      if (!record) return undefined;
      const place = queue.indexOf(record);
      if (place >= 0) {
        queue.splice(place, 1);
        fail(record, cancelled());
      } else if (record.job.finished_at === null) {
        record.stop.abort(new ProblemError("cancelled", cancelledText));
      }
      return view(record);
    },
    async wait(id, ms, signal) {
      purge();
      const record = records.get(id);
      if (!record) return undefined;

      if (record.job.finished_at === null) {
        const stop = new AbortController();
        const stopWaiting = () => stop.abort();
        signal?.addEventListener("abort", stopWaiting, { once: true });
        record.waiters.add(stopWaiting);
        if (!signal?.aborted) await deps.wait(ms, stop.signal);
        record.waiters.delete(stopWaiting);
        signal?.removeEventListener("abort", stopWaiting);
      }

      return view(record);
    },
    purge,
    async close() {
      closed = true;
      queue.length = 0;
      await running;
      deps.deliverer.close();
    },
  };
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
