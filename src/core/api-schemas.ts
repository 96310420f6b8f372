/**
 * API responses other than tool results: problems, the tool list, jobs and job events. The types of `src`,
 * OpenAPI and the printed clients derive from these schemas.
 */
import * as v from "valibot";
import { text } from "./fields.ts";
import { failureReasons, type ProblemCode, problemCodes } from "./problem-codes.ts";
import { serviceName } from "./version.ts";

const time = v.pipe(v.string(), v.isoTimestamp());
const rows = <const Item extends v.GenericSchema>(item: Item, description: string) =>
  v.pipe(v.array(item), v.readonly(), v.description(description));
// Object.keys forgets the type of its keys.
const codes = Object.keys(problemCodes) as ProblemCode[];
const codeTable = Object.entries(problemCodes).map(
  ([code, { status, title }]) => `- \`${code}\` (${status}): ${title}`,
);

/** An entry in `errors`. */
const fieldError = v.pipe(
  v.object({
    field: text("JSON path of the field, such as `inputs[2]` or `steps[0].options.angle`."),
    message: text("The fault, and the allowed values."),
  }),
  v.title("FieldError"),
);

/** For programs (docs/decisions/0021). */
const hint = v.pipe(
  v.object({ kind: v.string(), command: v.string() }),
  v.title("Hint"),
  v.description("Additive: the component missing on this computer and the command that installs it."),
);

/** A broken rule of a standard, in pdf_check's result and in the problem of a conversion that can't be made. */
export const violationSchema = v.pipe(
  v.strictObject({
    rule: text("`<clause>-<test>` as in veraPDF, or a name in lint."),
    clause: v.exactOptional(text("Clause of the standard; absent in lint.")),
    message: text("What is wrong."),
    count: v.pipe(v.number(), v.integer(), v.minValue(0), v.description("How often.")),
    pages: v.exactOptional(text("Selector of the pages.")),
    bbox: v.exactOptional(v.pipe(v.array(v.number()), v.description("[x0, y0, x1, y1]"))),
    object: v.exactOptional(v.pipe(v.number(), v.integer(), v.description("Number of the first object."))),
  }),
  v.title("Violation"),
);

/** The body of every error response. */
export const problemSchema = v.pipe(
  v.object({
    type: text(`urn:${serviceName}:problem:<code>`),
    title: text("Fixed for each code."),
    status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    detail: text("For people. The wording may change; don't parse it."),
    instance: text(`urn:${serviceName}:request:<request_id>`),
    code: v.picklist(codes),
    reason: v.exactOptional(
      v.pipe(
        v.picklist(failureReasons),
        v.description("Additive: the kind of `operation_failed`, if it is one of these."),
      ),
    ),
    request_id: v.pipe(v.string(), v.uuid(), v.description("Equal to the X-Request-Id header.")),
    errors: v.exactOptional(rows(fieldError, "The invalid fields, in validation and conflict problems.")),
    hint: v.exactOptional(hint),
    violations: v.exactOptional(
      rows(violationSchema, "Additive: the rules that a document would break, from pdf_make_pdfa."),
    ),
    smallest: v.exactOptional(
      v.pipe(
        v.number(),
        v.integer(),
        v.description("Additive: the smallest size in bytes that pdf_optimize reached, above its max_bytes."),
      ),
    ),
    outputs: v.exactOptional(
      rows(
        v.string(),
        "Additive: files that the call had completely written before it failed or was cancelled; they stay.",
      ),
    ),
  }),
  v.title("Problem"),
  v.description(
    `Problem details (RFC 9457). Codes are stable; the wording of details may change:\n\n${codeTable.join("\n")}`,
  ),
);

/** MCP's tool annotations. */
const toolAnnotations = v.pipe(
  v.object({
    readOnlyHint: v.boolean(),
    destructiveHint: v.boolean(),
    idempotentHint: v.boolean(),
    openWorldHint: v.boolean(),
  }),
  v.title("ToolAnnotations"),
  v.description("Tools whose readOnlyHint is true only read; the others write new files."),
);

const toolDescriptor = v.pipe(
  v.object({
    name: v.string(),
    title: v.string(),
    description: v.string(),
    reports_progress: v.boolean(),
    annotations: toolAnnotations,
  }),
  v.title("ToolDescriptor"),
);

export const toolListSchema = v.object({ tools: v.array(toolDescriptor) });

/** `total` is known from the start and `progress` never decreases. */
const progress = v.pipe(
  v.object({ progress: v.number(), total: v.number(), message: v.exactOptional(v.string()) }),
  v.title("Progress"),
);

const jobCallback = v.pipe(
  v.object({
    url: v.string(),
    status: v.picklist(["pending", "delivering", "delivered", "failed"]),
    attempts: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5)),
    last_status: v.pipe(
      v.nullable(v.pipe(v.number(), v.integer())),
      v.description("HTTP status of the last attempt; null when the receiver could not be reached."),
    ),
  }),
  v.title("JobCallback"),
  v.description("Present when a callback_url was given."),
);

export const exampleJob = "job_2f9c1f57-6d0c-4a0e-8f1b-1c9a3d7e5b42";
const jobId = v.pipe(v.string(), v.description("`job_<uuid>`"), v.examples([exampleJob]));
const jobTool = v.pipe(v.string(), v.examples(["pdf_merge"]));

/** A job, never including its input. */
export const jobSchema = v.pipe(
  v.object({
    id: jobId,
    tool: jobTool,
    status: v.pipe(v.picklist(["queued", "running", "succeeded", "failed"]), v.examples(["running"])),
    progress: v.pipe(v.nullable(progress), v.description("Latest progress of tools that report it.")),
    created_at: time,
    started_at: v.nullable(time),
    finished_at: v.nullable(time),
    result: v.exactOptional(
      v.pipe(
        v.custom<object>((value) => typeof value === "object"),
        v.description("Once succeeded: the body of the tool's own endpoint."),
      ),
    ),
    result_bytes: v.exactOptional(
      v.pipe(
        v.number(),
        v.integer(),
        v.description(
          "Additive: in a list with `results=false`, the size of `result`, which `GET /v1/jobs/{id}` shows.",
        ),
      ),
    ),
    error: v.exactOptional(problemSchema),
    callback: v.exactOptional(jobCallback),
  }),
  v.description(
    "Fields of all jobs. A job is a tool call in the background. Failed jobs have `error`, with the code `cancelled` after DELETE. Jobs are kept until one hour after they finish, or until the service stops. At most 500 finished jobs and 64 MB of results are kept; the oldest are deleted first.",
  ),
);

type Outcome = "succeeded" | "failed";

/** An event sent to `callback_url`, for these outcomes; `more` are the entries that only these outcomes have. */
function eventSchema(outcomes: readonly Outcome[], data: string, more: v.ObjectEntries = {}) {
  return v.object({
    type: v.picklist(outcomes.map((outcome) => `job.${outcome}`)),
    timestamp: time,
    data: v.pipe(
      v.object({
        job_id: jobId,
        tool: jobTool,
        status: v.picklist(outcomes),
        created_at: time,
        finished_at: time,
        outputs: rows(v.string(), "Paths of the files the job wrote; never their contents."),
        ...more,
      }),
      v.title(data),
    ),
  });
}

const eventError = v.object({ code: v.string(), detail: v.string() });
export const succeededEventSchema = eventSchema(["succeeded"], "JobSucceededData");
export const failedEventSchema = eventSchema(["failed"], "JobFailedData", { error: eventError });
/** Either event, as received. */
export const jobEventSchema = eventSchema(["succeeded", "failed"], "JobEventData", {
  error: v.exactOptional(eventError),
});

export type Problem = Readonly<v.InferOutput<typeof problemSchema>>;
export type FieldError = Readonly<v.InferOutput<typeof fieldError>>;
export type RuleViolation = v.InferOutput<typeof violationSchema>;
export type ProblemHint = Readonly<v.InferOutput<typeof hint>>;
export type ToolAnnotations = Readonly<v.InferOutput<typeof toolAnnotations>>;
export type Progress = Readonly<v.InferOutput<typeof progress>>;
export type JobCallback = Readonly<v.InferOutput<typeof jobCallback>>;
export type Job = Readonly<v.InferOutput<typeof jobSchema>>;
