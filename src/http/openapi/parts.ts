/** The parts of the description that belong to no tool: headers, problem responses and webhooks. */
import { exampleJob } from "../../core/api-schemas.ts";
import { type ProblemCode, ProblemError, toProblem } from "../../core/problem.ts";
import { serviceName, version } from "../../core/version.ts";
import type { Schema } from "./schemas.ts";
import { reference } from "./schemas.ts";

/** OpenAPI objects are open-ended: keys are names, values depend on the key. */
export type Part = Readonly<Record<string, unknown>>;

const exampleId = "7b0d8f0a-4f0f-4c83-9a53-0c2f3f6b1c55";
const text: Schema = { type: "string" };

export const headers: Readonly<Record<string, Part>> = {
  XRequestId: {
    description: "UUID of this request, minted by the service; equal to a problem's request_id.",
    required: true,
    schema: { type: "string", format: "uuid" },
  },
  AccessControlAllowOrigin: {
    description: "Only for an origin in --allow-origin: that origin.",
    schema: text,
  },
  AccessControlExposeHeaders: {
    description: "Only for an origin in --allow-origin.",
    schema: { type: "string", const: "Location, X-Request-Id" },
  },
  Vary: { description: "Only for an origin in --allow-origin.", schema: { type: "string", const: "Origin" } },
  Location: {
    description: "Path of the new job.",
    required: true,
    schema: text,
    example: `/v1/jobs/${exampleJob}`,
  },
  Allow: { description: "The methods of this path.", required: true, schema: text, example: "POST" },
  WWWAuthenticate: {
    description: "The scheme to use.",
    required: true,
    schema: { type: "string", const: `Bearer realm="${serviceName}"` },
  },
  RetryAfter: {
    description: "Seconds to wait before the next attempt.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
};

function headerReferences(names: readonly string[]): Part {
  const wire: Record<string, string> = {
    XRequestId: "X-Request-Id",
    AccessControlAllowOrigin: "Access-Control-Allow-Origin",
    AccessControlExposeHeaders: "Access-Control-Expose-Headers",
    WWWAuthenticate: "WWW-Authenticate",
    RetryAfter: "Retry-After",
  };
  return Object.fromEntries(
    names.map((name) => [wire[name] ?? name, { $ref: `#/components/headers/${name}` }]),
  );
}

const everyAnswer = ["XRequestId", "AccessControlAllowOrigin", "AccessControlExposeHeaders", "Vary"];

/** A JSON response. */
export function answer(
  description: string,
  schema: Schema,
  example?: unknown,
  extra: readonly string[] = [],
): Part {
  return {
    ...emptyAnswer(description, extra),
    content: { "application/json": { schema, ...(example !== undefined && { example }) } },
  };
}

/** A response without a body. */
export function emptyAnswer(description: string, extra: readonly string[] = []): Part {
  return { description, headers: headerReferences([...everyAnswer, ...extra]) };
}

interface Sample {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly field?: string;
}

function problem(description: string, samples: readonly Sample[], extra: readonly string[] = []): Part {
  const examples = samples.map(({ code, detail, field }) => {
    const errors = field === undefined ? {} : { errors: [{ field, message: detail }] };
    return [code, { value: toProblem(new ProblemError(code, detail, errors), exampleId) }] as const;
  });
  return {
    description,
    headers: headerReferences([...everyAnswer, ...extra]),
    content: {
      "application/problem+json": { schema: reference("Problem"), examples: Object.fromEntries(examples) },
    },
  };
}

/** Responses by name; `statuses` in openapi.ts lists the endpoints of each. */
export const problemResponses: Readonly<Record<string, Part>> = {
  BadRequest: problem("The body is not valid JSON.", [
    { code: "bad_request", detail: "The body is not valid JSON." },
  ]),
  Unauthorized: problem(
    "The token is missing, not a bearer token, or wrong.",
    [{ code: "unauthorized", detail: "The token is missing; send it as Authorization: Bearer <token>." }],
    ["WWWAuthenticate"],
  ),
  Forbidden: problem("The Host header is not this service's, or the Origin is not allowed.", [
    { code: "forbidden", detail: "The Origin of this page is not allowed." },
  ]),
  NotFound: problem("No such path, tool or job.", [{ code: "not_found", detail: "No such job." }]),
  MethodNotAllowed: problem(
    "The path exists with another method.",
    [{ code: "method_not_allowed", detail: "This path only accepts POST." }],
    ["Allow"],
  ),
  Conflict: problem("The output already exists; nothing was written.", [
    { code: "conflict", detail: "result.pdf already exists", field: "output" },
  ]),
  PayloadTooLarge: problem("The body is over 1 MB (1,000,000 bytes).", [
    { code: "payload_too_large", detail: "The body is over 1000000 bytes." },
  ]),
  UnsupportedMediaType: problem("The body was not sent as application/json.", [
    { code: "unsupported_media_type", detail: "Send the body with Content-Type: application/json." },
  ]),
  Unprocessable: problem("A field is invalid, or the document could not be processed.", [
    { code: "validation", detail: "can't select page 9: the document has 5 pages", field: "pages" },
    { code: "operation_failed", detail: "report.pdf is damaged" },
  ]),
  Invalid: problem("A field is invalid.", [
    { code: "validation", detail: "is not a known tool", field: "tool" },
  ]),
  Busy: problem(
    "4 tool calls are running and 64 are waiting.",
    [{ code: "busy", detail: "4 tool calls are running and 64 are waiting; try again." }],
    ["RetryAfter"],
  ),
  TooManyJobs: problem(
    "100 jobs are waiting or running.",
    [{ code: "too_many_jobs", detail: "100 jobs are waiting or running; try again later." }],
    ["RetryAfter"],
  ),
  Internal: problem("Unexpected failure of the service.", [
    { code: "internal", detail: "The server failed unexpectedly; nothing was written. Try again." },
  ]),
};

/** Job callbacks as OpenAPI webhooks. */
export const webhooks: Part = {
  "job.succeeded": webhook("jobSucceeded", "A job succeeded", "JobSucceededEvent"),
  "job.failed": webhook("jobFailed", "A job failed", "JobFailedEvent"),
};

function webhook(operationId: string, summary: string, schema: string): Part {
  const parameter = (name: string, description: string, shape: Schema, example: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: shape,
    example,
  });
  return {
    post: {
      operationId,
      summary,
      tags: ["jobs"],
      security: [],
      description:
        "Sent to the job's callback_url when it finishes (Standard Webhooks). At most 5 attempts, after waits of 1, 2, 4 and 8 seconds; network errors, time-outs (10 seconds), 408, 429 and 5xx are retried, anything else but 2xx is not.",
      parameters: [
        parameter("user-agent", "The sender.", { type: "string" }, `${serviceName}/${version}`),
        parameter(
          "webhook-id",
          "Identical for every attempt of one event; skip ids already handled.",
          { type: "string" },
          `msg_${exampleId}`,
        ),
        parameter(
          "webhook-timestamp",
          "Unix time in seconds; reject events more than five minutes off.",
          { type: "string", pattern: "^[0-9]+$" },
          "1769851800",
        ),
        parameter(
          "webhook-signature",
          "`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` under the decoded secret; several values are separated by spaces.",
          { type: "string" },
          "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
        ),
      ],
      requestBody: { required: true, content: { "application/json": { schema: reference(schema) } } },
      responses: {
        "2XX": { description: "Delivered." },
        "4XX": { description: "Failed; only 408 and 429 are retried." },
        "5XX": { description: "Retried." },
      },
    },
  };
}
