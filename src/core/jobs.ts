/** Jobs as seen by every interface. `jobs/` implements the port, `http/` and `mcp/` expose it. */
import type { Problem } from "./problem.ts";
import type { Progress } from "./tool.ts";

export type JobStatus = "queued" | "running" | "succeeded" | "failed";
export type CallbackStatus = "pending" | "delivering" | "delivered" | "failed";

/** A job's callback object. */
export interface JobCallback {
  readonly url: string;
  readonly status: CallbackStatus;
  /** Attempts made so far. */
  readonly attempts: number;
  /** HTTP status of the last attempt; null before the first one and if the receiver couldn't be reached. */
  readonly last_status: number | null;
}

/** A job, never including its input. Timestamps are ISO 8601, UTC. */
export interface Job {
  /** `job_<uuid>` */
  readonly id: string;
  readonly tool: string;
  readonly status: JobStatus;
  readonly progress: Progress | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Present once succeeded: the response body of the tool's own endpoint. */
  readonly result?: object;
  /** Replaces `result` in a list without results: its size in bytes. */
  readonly result_bytes?: number;
  /** Present when failed. */
  readonly error?: Problem;
  /** Present if a callback_url was given. */
  readonly callback?: JobCallback;
}

/** A call to queue; `input` has passed the tool's schema. */
export interface JobRequest {
  readonly tool: string;
  readonly input: object;
  readonly callback_url?: string | undefined;
}

export interface Jobs {
  /** Queues a call. Throws 422 on `callback_url` if it isn't allowed, 429 `too_many_jobs` if 100 are open. */
  submit(request: JobRequest): Job;
  /** Newest first; without `results`, each has its result's size instead. */
  list(results?: boolean): readonly Job[];
  get(id: string): Job | undefined;
  /** Ends a queued or running job as failed with code `cancelled`; finished ones are unaffected. */
  cancel(id: string): Job | undefined;
  /** The job once it has finished, or its state after `ms` milliseconds or when the signal aborts. */
  wait(id: string, ms: number, signal?: AbortSignal): Promise<Job | undefined>;
}
