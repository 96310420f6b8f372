/** The parts of the description that belong to no tool: problems, headers, jobs and events. */
import { type ProblemCode, ProblemError, problemCodes, toProblem } from "../../core/problem.ts";
import { serviceName, version } from "../../core/version.ts";
import type { Schema } from "./schemas.ts";
import { reference } from "./schemas.ts";

/** OpenAPI objects are open-ended: keys are names, values depend on the key. */
export type Part = Readonly<Record<string, unknown>>;

const exampleId = "7b0d8f0a-4f0f-4c83-9a53-0c2f3f6b1c55";
const exampleJob = "job_2f9c1f57-6d0c-4a0e-8f1b-1c9a3d7e5b42";
const time: Schema = { type: "string", format: "date-time" };
const timeOrNull: Schema = { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] };

const codeTable = Object.entries(problemCodes)
  .map(([code, { status, title }]) => `- \`${code}\` (${status}): ${title}`)
  .join("\n");

export const sharedSchemas: Readonly<Record<string, Schema>> = {
  Problem: {
    type: "object",
    description: `Problem details (RFC 9457). Codes are stable, details may be reworded:\n\n${codeTable}`,
    properties: {
      type: { type: "string", description: `urn:${serviceName}:problem:<code>` },
      title: { type: "string", description: "Fixed for each code." },
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: { type: "string", description: "For people; may be reworded; not to be parsed." },
      instance: { type: "string", description: `urn:${serviceName}:request:<request_id>` },
      code: { type: "string", enum: Object.keys(problemCodes) },
      request_id: { type: "string", format: "uuid", description: "Equal to the X-Request-Id header." },
      errors: {
        type: "array",
        description: "The faulty fields, in validation and conflict problems.",
        items: reference("FieldError"),
      },
      hint: {
        ...reference("Hint"),
        description: "Additive: the component missing on this computer and the command that installs it.",
      },
      outputs: {
        type: "array",
        description:
          "Additive: files that the call had completely written before it failed or was cancelled; they stay.",
        items: { type: "string" },
      },
    },
    required: ["type", "title", "status", "detail", "instance", "code", "request_id"],
  },
  FieldError: {
    type: "object",
    properties: {
      field: {
        type: "string",
        description: "JSON path of the field, such as `inputs[2]` or `steps[0].options.angle`.",
      },
      message: { type: "string", description: "The fault, and the allowed values." },
    },
    required: ["field", "message"],
  },
  Hint: {
    type: "object",
    description: "Additive.",
    properties: { kind: { type: "string" }, command: { type: "string" } },
    required: ["kind", "command"],
  },
  ToolDescriptor: {
    type: "object",
    properties: {
      name: { type: "string" },
      title: { type: "string" },
      description: { type: "string" },
      reports_progress: { type: "boolean" },
      annotations: reference("ToolAnnotations"),
    },
    required: ["name", "title", "description", "reports_progress", "annotations"],
  },
  ToolAnnotations: {
    type: "object",
    description: "Tools whose readOnlyHint is true only read; the others write new files.",
    properties: Object.fromEntries(
      ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].map((name) => [
        name,
        { type: "boolean" as const },
      ]),
    ),
    required: ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"],
  },
  ToolList: {
    type: "object",
    properties: { tools: { type: "array", items: reference("ToolDescriptor") } },
    required: ["tools"],
  },
};

export const jobSchemas: Readonly<Record<string, Schema>> = {
  JobState: {
    type: "object",
    description:
      "What jobs of all tools have. A job is a tool call in the background. Kept one hour after it finished, and until the service stops. Of finished jobs at most 500 and 64 MB of results are kept; the oldest are forgotten first.",
    properties: {
      id: { type: "string", description: "`job_<uuid>`", examples: [exampleJob] },
      tool: { type: "string", examples: ["pdf_merge"] },
      status: { type: "string", enum: ["queued", "running", "succeeded", "failed"], examples: ["running"] },
      progress: {
        anyOf: [reference("Progress"), { type: "null" }],
        description: "Latest progress of tools that report it.",
      },
      created_at: time,
      started_at: timeOrNull,
      finished_at: timeOrNull,
      result: { description: "Once succeeded: the body of the tool's own endpoint." },
      result_bytes: {
        type: "integer",
        description:
          "Additive: in a list with `results=false`, the size of `result`, which `GET /v1/jobs/{id}` shows.",
      },
      error: {
        ...reference("Problem"),
        description: "When failed. Additive: code `cancelled` after DELETE.",
      },
      callback: reference("JobCallback"),
    },
    required: ["id", "tool", "status", "progress", "created_at", "started_at", "finished_at"],
  },
  Progress: {
    type: "object",
    properties: { progress: { type: "number" }, total: { type: "number" }, message: { type: "string" } },
    required: ["progress", "total"],
  },
  JobCallback: {
    type: "object",
    description: "Present when a callback_url was given.",
    properties: {
      url: { type: "string" },
      status: { type: "string", enum: ["pending", "delivering", "delivered", "failed"] },
      attempts: { type: "integer", minimum: 0, maximum: 5 },
      last_status: {
        anyOf: [{ type: "integer" }, { type: "null" }],
        description: "HTTP status of the last attempt; null when the receiver could not be reached.",
      },
    },
    required: ["url", "status", "attempts", "last_status"],
  },
  JobList: {
    type: "object",
    properties: { jobs: { type: "array", description: "Newest first.", items: reference("Job") } },
    required: ["jobs"],
  },
  JobSucceededEvent: event("succeeded"),
  JobFailedEvent: event("failed"),
  JobSucceededData: eventData("succeeded"),
  JobFailedData: eventData("failed"),
};

function event(outcome: "succeeded" | "failed"): Schema {
  return {
    type: "object",
    properties: {
      type: { type: "string", const: `job.${outcome}` },
      timestamp: time,
      data: reference(outcome === "succeeded" ? "JobSucceededData" : "JobFailedData"),
    },
    required: ["type", "timestamp", "data"],
  };
}

function eventData(outcome: "succeeded" | "failed"): Schema {
  const failed = outcome === "failed";
  return {
    type: "object",
    properties: {
      job_id: { type: "string", examples: [exampleJob] },
      tool: { type: "string", examples: ["pdf_merge"] },
      status: { type: "string", const: outcome },
      created_at: time,
      finished_at: time,
      outputs: {
        type: "array",
        description: "Paths of the files the job wrote; never their contents.",
        items: { type: "string" },
      },
      ...(failed && {
        error: {
          type: "object",
          properties: { code: { type: "string" }, detail: { type: "string" } },
          required: ["code", "detail"],
        } satisfies Schema,
      }),
    },
    required: [
      "job_id",
      "tool",
      "status",
      "created_at",
      "finished_at",
      "outputs",
      ...(failed ? ["error"] : []),
    ],
  };
}

const text: Schema = { type: "string" };

export const headers: Readonly<Record<string, Part>> = {
  XRequestId: {
    description: "UUID of this request, minted by the service; equal to a problem's request_id.",
    required: true,
    schema: { type: "string", format: "uuid" },
  },
  AccessControlAllowOrigin: {
    description: "Only for an origin of --allow-origin: that origin.",
    schema: text,
  },
  AccessControlExposeHeaders: {
    description: "Only for an origin of --allow-origin.",
    schema: { type: "string", const: "Location, X-Request-Id" },
  },
  Vary: { description: "Only for an origin of --allow-origin.", schema: { type: "string", const: "Origin" } },
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
      "application/problem+json": {
        schema: reference("Problem"),
        examples: Object.fromEntries(examples),
      },
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
    [{ code: "method_not_allowed", detail: "This path answers POST only." }],
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
    { code: "validation", detail: "cannot take page 9: the document has 5 pages", field: "pages" },
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
