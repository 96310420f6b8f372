/** A job's completion event: its exact bytes, built once and sent unchanged by every attempt. */
import type { Job } from "../core/jobs.ts";

/** Paths of the files named in a result: `output`, and the `output` of each entry in `outputs`. Never text or contents. */
export function outputsOf(result: object | undefined): string[] {
  if (!result) return [];
  const single = "output" in result && typeof result.output === "string" ? [result.output] : [];
  const list = "outputs" in result && Array.isArray(result.outputs) ? result.outputs : [];
  const several = list.flatMap((entry: unknown) =>
    outputsOf(typeof entry === "object" && entry ? entry : undefined),
  );
  return [...single, ...several];
}

/** The body of the event for a finished job, as UTF-8 JSON. `timestamp` is ISO 8601. */
export function eventBody(job: Job, timestamp: string): Uint8Array {
  const body = {
    type: `job.${job.status}`,
    timestamp,
    data: {
      job_id: job.id,
      tool: job.tool,
      status: job.status,
      created_at: job.created_at,
      finished_at: job.finished_at,
      outputs: job.error?.outputs ?? outputsOf(job.result),
      ...(job.error && { error: { code: job.error.code, detail: job.error.detail } }),
    },
  };
  return new TextEncoder().encode(JSON.stringify(body));
}
