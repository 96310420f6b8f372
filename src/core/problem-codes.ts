/** The codes; `cancelled` is for jobs ended by DELETE. `type` is `urn:service:problem:<code>`. */
export const problemCodes = {
  bad_request: { status: 400, title: "Malformed request" },
  unauthorized: { status: 401, title: "Authentication required" },
  forbidden: { status: 403, title: "Request not allowed" },
  not_found: { status: 404, title: "Resource not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  conflict: { status: 409, title: "Output already exists" },
  payload_too_large: { status: 413, title: "Request body too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  validation: { status: 422, title: "Invalid input" },
  operation_failed: { status: 422, title: "Operation failed" },
  too_many_jobs: { status: 429, title: "Too many jobs" },
  busy: { status: 429, title: "Too many tool calls" },
  cancelled: { status: 499, title: "Job cancelled" },
  internal: { status: 500, title: "Internal error" },
} as const;

export type ProblemCode = keyof typeof problemCodes;

/** Kinds of `operation_failed` that a program can respond to. */
export const failureReasons = ["password", "not_a_pdf", "damaged", "limit", "missing_part"] as const;
export type FailureReason = (typeof failureReasons)[number];
