/** Background jobs: one at a time in the order received, kept for a while when finished. */
import type { Job, JobRequest, JobStatus, Jobs } from "../core/jobs.ts";
import {
  finishedJobTtlMs,
  maxFinishedJobBytes,
  maxFinishedJobs,
  maxListedResultBytes,
  maxOpenJobs,
} from "../core/limits.ts";
import { type Problem, ProblemError, toProblem } from "../core/problem.ts";
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

export interface QueueDeps {
  readonly run: RunJob;
  readonly deliverer: Deliverer;
  /** Origins of `--webhook-allow`. */
  readonly webhookOrigins: ReadonlySet<string>;
  /** Unix time in milliseconds, for time stamps. */
  now(): number;
  /** Milliseconds that only grow, for the retention: a clock that is set must not drop or keep jobs. */
  elapsed(): number;
  /** Resolves after `ms` milliseconds or when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  randomUUID(): string;
  /** A failure of the run that has no answer, for the log. */
  onInternal(error: unknown): void;
}

interface JobRecord {
  readonly id: string;
  readonly tool: string;
  /** Dropped once the job has run: it may hold a password. */
  input: object | undefined;
  status: JobStatus;
  progress: Progress | null;
  readonly created: string;
  started: string | null;
  finished: string | null;
  /** `elapsed()` when it finished. */
  finishedAt: number;
  result: object | undefined;
  /** Of the result as JSON. */
  resultBytes: number;
  error: Problem | undefined;
  readonly delivery: Delivery | undefined;
  readonly stop: AbortController;
  readonly waiters: Set<() => void>;
}

export interface JobQueue extends Jobs {
  /** Forgets finished jobs that are old or too many. Called on every look; a timer may call it too. */
  purge(): void;
  /** Starts no further job and drops deliveries once the running job has ended; how long that may take is the caller's to bound. */
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
      .filter((record) => record.finished !== null)
      .sort((a, b) => b.finishedAt - a.finishedAt);
    const oldest = deps.elapsed() - finishedJobTtlMs;
    let bytes = 0;
    newestFirst.forEach((record, k) => {
      bytes += record.resultBytes;
      // The newest can be fetched, however large.
      const tooMany = k >= maxFinishedJobs || (k > 0 && bytes > maxFinishedJobBytes);
      if (record.finishedAt <= oldest || tooMany) records.delete(record.id);
    });
  }

  function finish(
    record: JobRecord,
    outcome: { readonly result: object } | { readonly error: unknown },
  ): void {
    record.input = undefined;
    record.finished = stamp();
    record.finishedAt = deps.elapsed();
    if ("result" in outcome) {
      record.status = "succeeded";
      record.result = outcome.result;
      record.resultBytes = new TextEncoder().encode(JSON.stringify(outcome.result)).length;
      if (record.progress) record.progress = { ...record.progress, progress: record.progress.total };
    } else {
      record.status = "failed";
      record.error = toProblem(outcome.error, deps.randomUUID());
      if (record.error.code === "internal") deps.onInternal(outcome.error);
    }
    for (const wake of record.waiters) wake();
    record.waiters.clear();
    // A delivery that the stop of the service drops is nobody's error.
    record.delivery?.run(eventBody(view(record), record.finished)).catch(() => {});
    purge();
  }

  async function runOne(record: JobRecord): Promise<void> {
    record.status = "running";
    record.started = stamp();
    const onProgress = (state: Progress) => {
      if (record.finished === null) record.progress = later(record.progress, state);
    };
    try {
      const input = record.input ?? {};
      const result = await deps.run(record.tool, input, { signal: record.stop.signal, onProgress });
      finish(record, { result });
    } catch (error) {
      finish(record, { error: record.stop.signal.aborted ? afterCancel(error) : error });
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
        id: `job_${deps.randomUUID()}`,
        tool: request.tool,
        input: request.input,
        status: "queued",
        progress: null,
        created: stamp(),
        started: null,
        finished: null,
        finishedAt: 0,
        result: undefined,
        resultBytes: 0,
        error: undefined,
        delivery: url && deps.deliverer.prepare(url),
        stop: new AbortController(),
        waiters: new Set(),
      };
      records.set(record.id, record);
      queue.push(record);
      startNext();
      return view(record);
    },
    list() {
      purge();
      return [...records.values()].reverse().map(listed);
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
        finish(record, { error: cancelled() });
      } else if (record.finished === null) {
        record.stop.abort(new ProblemError("cancelled", cancelledText));
      }
      return view(record);
    },
    async wait(id, ms, signal) {
      purge();
      const record = records.get(id);
      if (!record) return undefined;
      if (record.finished === null) {
        const stop = new AbortController();
        const leave = () => stop.abort();
        signal?.addEventListener("abort", leave, { once: true });
        record.waiters.add(leave);
        if (!signal?.aborted) await deps.wait(ms, stop.signal);
        record.waiters.delete(leave);
        signal?.removeEventListener("abort", leave);
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

/** The job as callers see it. */
function view(record: JobRecord): Job {
  return {
    id: record.id,
    tool: record.tool,
    status: record.status,
    progress: record.progress,
    created_at: record.created,
    started_at: record.started,
    finished_at: record.finished,
    ...(record.result && { result: record.result }),
    ...(record.error && { error: record.error }),
    ...(record.delivery && { callback: record.delivery.callback }),
  };
}

/** The job as the list shows it. */
function listed(record: JobRecord): Job {
  if (record.resultBytes <= maxListedResultBytes) return view(record);
  const { result, ...job } = view(record);
  return { ...job, result_bytes: record.resultBytes };
}

/** The later of two states: progress never falls, never passes its total, and is always a number. */
function later(known: Progress | null, state: Progress): Progress | null {
  if (!Number.isFinite(state.progress) || !Number.isFinite(state.total)) return known;
  const progress = Math.min(Math.max(state.progress, known?.progress ?? 0), state.total);
  return { ...state, progress };
}

const cancelledText = "the job was cancelled before it finished";

function cancelled(): ProblemError {
  return new ProblemError("cancelled", `${cancelledText}; nothing was written`);
}

/** The error of a job that was cancelled while it ran: it says what had been written before. */
function afterCancel(error: unknown): ProblemError {
  return error instanceof ProblemError && error.outputs ? error : cancelled();
}
