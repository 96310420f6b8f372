/** Jobs as seen by every interface. `jobs/` implements the port, `http/` and `mcp/` expose it. */
import type { Job } from "./api-schemas.ts";

export type { Job, JobCallback } from "./api-schemas.ts";

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
