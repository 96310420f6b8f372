/** The one place where errors become problem details, and the headers of every response. */
import { ProblemError, toProblem } from "../core/problem.ts";
import { serviceName } from "../core/version.ts";

/** Headers of every response. Results contain document text: no cache may keep them, no browser may guess their type. */
export function commonHeaders(requestId: string): Record<string, string> {
  return { "x-request-id": requestId, "cache-control": "no-store", "x-content-type-options": "nosniff" };
}

/** Seconds after which a rejected call is worth retrying; a slot is usually free by then. */
const retryAfterSeconds = "1";
/** Jobs run one at a time, so their queue moves more slowly. */
const retryJobsAfterSeconds = "5";

/** Headers for a code. */
function codeHeaders(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {};
  switch (error.code) {
    case "unauthorized":
      return { "www-authenticate": `Bearer realm="${serviceName}"` };
    case "busy":
      return { "retry-after": retryAfterSeconds };
    case "too_many_jobs":
      return { "retry-after": retryJobsAfterSeconds };
    default:
      return {};
  }
}

/** The problem for an error; anything but a `ProblemError` is 500 and reveals nothing about its cause. */
export function problemResponse(
  error: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const problem = toProblem(error, requestId);
  const body = new TextEncoder().encode(JSON.stringify(problem));

  return new Response(body, {
    status: problem.status,
    headers: {
      "content-type": "application/problem+json",
      // Set explicitly, because the response to HEAD has it without the body.
      "content-length": String(body.length),
      ...commonHeaders(requestId),
      ...codeHeaders(error),
      ...headers,
    },
  });
}
