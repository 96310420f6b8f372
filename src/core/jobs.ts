/** Jobs as every face sees them (SPEC 2.8): the shape of one, and what a face may ask of the queue. */
import type { Problem } from "./problem.ts";
import type { Progress } from "./tool.ts";

export type JobStatus = "queued" | "running" | "succeeded" | "failed";

/** Delivery of the completion event (SPEC 3.2), present when a callback_url was given. */
export interface JobCallback {
  readonly url: string;
  readonly status: "pending" | "delivering" | "delivered" | "failed";
  readonly attempts: number;
  /** HTTP status of the last attempt; null before the first, and when the receiver could not be reached. */
  readonly last_status: number | null;
}

/** SPEC 2.8. The members stand in this order in every answer. */
export interface Job {
  /** `job_<uuid>` */
  readonly id: string;
  readonly tool: string;
  readonly status: JobStatus;
  readonly progress: Progress | null;
  /** ISO 8601 timestamps, UTC. */
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Present once succeeded: the body of the tool's own endpoint. */
  readonly result?: unknown;
  /** Present when failed. */
  readonly error?: Problem;
  readonly callback?: JobCallback;
}

export interface JobRequest {
  readonly tool: string;
  /** The tool's own input fields; their shape has been checked. */
  readonly input: object;
  readonly callback_url: string | undefined;
}

/** The queue as faces use it. */
export interface JobsPort {
  /**
   * Queues a call and answers at once. Throws 422 on `callback_url` when it may not be called, 429 `too_many_jobs`
   * when the queue is full.
   */
  submit(request: JobRequest): Job | Promise<Job>;
  /** Newest first. */
  list(): readonly Job[];
  /** Undefined when unknown or forgotten. */
  get(id: string): Job | undefined;
  /** Ends a job that is waiting or running, and answers what it is now; a finished one stays as it is. */
  cancel(id: string): Job | undefined | Promise<Job | undefined>;
  /** The job when it has finished, or as it is after `ms` milliseconds, or when `signal` aborts. */
  wait(id: string, ms: number, signal: AbortSignal): Promise<Job | undefined>;
}
