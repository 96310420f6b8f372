/** Jobs as every interface sees them. `jobs/` implements the port, `http/` and `mcp/` show it. */
import type { Problem } from "./problem.ts";
import type { Progress } from "./tool.ts";

export type JobStatus = "queued" | "running" | "succeeded" | "failed";
export type CallbackStatus = "pending" | "delivering" | "delivered" | "failed";

/** The callback object of a job. */
export interface JobCallback {
  readonly url: string;
  readonly status: CallbackStatus;
  /** Attempts made so far. */
  readonly attempts: number;
  /** HTTP status of the last attempt; null when the receiver could not be reached, and before the first attempt. */
  readonly last_status: number | null;
}

/** A job. The input is never part of it. Timestamps are ISO 8601, UTC. */
export interface Job {
  /** `job_<uuid>` */
  readonly id: string;
  readonly tool: string;
  readonly status: JobStatus;
  readonly progress: Progress | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Present once succeeded: the body the tool's own endpoint returns. */
  readonly result?: object;
  /** In a list without results, in place of `result`: its size in bytes. */
  readonly result_bytes?: number;
  /** Present when failed. */
  readonly error?: Problem;
  /** Present when a callback_url was given. */
  readonly callback?: JobCallback;
}

/** A call to queue. `input` has passed the tool's schema. */
export interface JobRequest {
  readonly tool: string;
  readonly input: object;
  readonly callback_url?: string | undefined;
}

export interface Jobs {
  /** Queues a call. Throws 422 on `callback_url` when it is not allowed, 429 `too_many_jobs` when 100 are open. */
  submit(request: JobRequest): Job;
  /** Newest first; without `results` each has the size of its result instead. */
  list(results?: boolean): readonly Job[];
  get(id: string): Job | undefined;
  /** Ends a queued or running job as failed with code `cancelled`; a finished one stays as it is. */
  cancel(id: string): Job | undefined;
  /** The job once it has finished, or as it is after `ms` milliseconds or when the signal aborts. */
  wait(id: string, ms: number, signal?: AbortSignal): Promise<Job | undefined>;
}
