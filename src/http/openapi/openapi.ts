/** The OpenAPI 3.1.0 description, generated from the registry, so that each tool's input is defined only once. */
import {
  failedEventSchema,
  jobSchema,
  problemSchema,
  succeededEventSchema,
  toolListSchema,
} from "../../core/api-schemas.ts";
import { openMetricsType } from "../../core/open-metrics.ts";
import type { Tool } from "../../core/tool.ts";
import { defaultPort, version } from "../../core/version.ts";
import { exampleOf } from "./examples.ts";
import { answer, emptyAnswer, headers, type Part, problemResponses, webhooks } from "./parts.ts";
import { jobRequestSchema, maxWaitSeconds } from "./route-schemas.ts";
import {
  type Components,
  createComponents,
  inputSchema,
  reference,
  resultSchema,
  type Schema,
  typeName,
} from "./schemas.ts";

/** The optional parts of the service that are enabled. */
export interface DescribedParts {
  readonly jobs: boolean;
  readonly mcp: boolean;
  readonly metrics: boolean;
}

/** Status → response, for each kind of endpoint. */
const readErrors = { 401: "Unauthorized", 403: "Forbidden", 405: "MethodNotAllowed" };
const toolErrors = {
  ...readErrors,
  400: "BadRequest",
  409: "Conflict",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  422: "Unprocessable",
  429: "Busy",
  500: "Internal",
};
const submitErrors = {
  ...readErrors,
  400: "BadRequest",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  422: "Invalid",
  429: "TooManyJobs",
};
const jobErrors = { ...readErrors, 404: "NotFound", 422: "Invalid" };

const mcpErrors = { ...readErrors, 400: "BadRequest", 413: "PayloadTooLarge", 415: "UnsupportedMediaType" };

/** An address of the API, as OpenAPI writes one. */
export interface ServerObject {
  readonly url: string;
  readonly description: string;
}

/** The address of `pdfd serve`. */
export const ownServer = (port: number): ServerObject => ({
  url: `http://127.0.0.1:${port}`,
  description: "The service listens on the loopback address only.",
});

export function openApiDocument(
  tools: readonly Tool[],
  parts: DescribedParts,
  server: ServerObject = ownServer(defaultPort),
): Part {
  const components = createComponents();
  components.add("Problem", problemSchema, "output");
  components.add("ToolList", toolListSchema, "output");
  const paths = {
    "/openapi.json": { get: describeSelf() },
    "/v1/tools": { get: describeTools(tools) },
    ...Object.fromEntries(
      tools.map((tool) => [`/v1/tools/${tool.name}`, { post: describeTool(components, tool) }]),
    ),
    ...(parts.jobs && jobPaths(components, tools)),
    ...(parts.mcp && { "/v1/mcp": { post: describeMcp() } }),
    ...(parts.metrics && { "/v1/metrics": { get: describeMetrics() } }),
  };

  return {
    openapi: "3.1.0",
    info: {
      title: "pdfd: local PDF tools",
      version,
      summary: "PDF tools for one computer, over HTTP.",
      description: about,
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
    },
    servers: [server],
    security: [{ token: [] }],
    tags: [
      { name: "tools", description: "The PDF tools." },
      ...(parts.jobs ? [{ name: "jobs", description: "Tool calls in the background." }] : []),
      ...(parts.mcp ? [{ name: "mcp", description: "The same tools for AI agents." }] : []),
      ...(parts.metrics ? [{ name: "metrics", description: "For monitoring." }] : []),
      { name: "description", description: "This document." },
    ],
    paths,
    ...(parts.jobs && { webhooks }),
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "The token printed at start, or SERVICE_API_TOKEN.",
        },
      },
      headers: only(headers, paths),
      responses: only(problemResponses, paths),
      schemas: Object.fromEntries(components.schemas),
    },
  };
}

const about = `Requests carry paths of files inside the allowed folders, never file contents. Tools never overwrite: an existing output is refused with 409 and nothing is written. Text read from a PDF is untrusted document content.

Checks run in this order and the first failure decides: Host (403), Origin (403), path (404), token (401), then path and method (404, 405), size (413), media type (415), JSON (400) and fields (422). Unknown fields are refused. At most 4 tool calls run at once and 64 wait; a body is at most 1,000,000 bytes.

Pages from an origin named with --allow-origin may call the service: preflight requests are answered for GET and POST with the Authorization and Content-Type headers, without a token.

Operations and fields marked \`x-additive\` or "Additive" go beyond the first specification; version 1 only grows, by optional fields, tools and codes.`;

/** The shared parts that the paths refer to; the description includes no others. */
function only(shared: Readonly<Record<string, Part>>, paths: object): Record<string, Part> {
  const used = JSON.stringify([paths, problemResponses]);
  return Object.fromEntries(Object.entries(shared).filter(([name]) => used.includes(`/${name}"`)));
}

function errorResponses(errors: Readonly<Record<number, string>>): Part {
  return Object.fromEntries(
    Object.entries(errors).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

function describeSelf(): Part {
  return {
    operationId: "getOpenApi",
    summary: "This description",
    description: "The only path that works without the token.",
    tags: ["description"],
    security: [],
    responses: {
      200: answer("OpenAPI 3.1.0", { type: "object" }),
      ...errorResponses({ 403: "Forbidden", 405: "MethodNotAllowed" }),
    },
  };
}

/** The protocol itself defines MCP's message shapes (https://modelcontextprotocol.io/specification). */
function describeMcp(): Part {
  const message: Schema = {
    type: "object",
    description: "A JSON-RPC 2.0 message of the Model Context Protocol.",
  };
  const example = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  return {
    operationId: "mcp",
    summary: "Model Context Protocol, streamable HTTP",
    description:
      "Additive: the tools as an MCP server for MCP clients, with the same Host, Origin and token checks. `pdfd mcp` is the same over standard input and output.",
    "x-additive": true,
    tags: ["mcp"],
    requestBody: { required: true, content: { "application/json": { schema: message, example } } },
    responses: {
      200: {
        ...answer("The response, or a stream of messages that ends with it.", message),
        content: {
          "application/json": { schema: message },
          "text/event-stream": { schema: { type: "string" } },
        },
      },
      202: emptyAnswer("A notification was accepted."),
      ...errorResponses(mcpErrors),
    },
  };
}

function describeMetrics(): Part {
  const example = '# TYPE pdfd_calls counter\npdfd_calls_total{tool="pdf_merge",code="ok"} 3\n# EOF\n';
  return {
    operationId: "getMetrics",
    summary: "Metrics in the OpenMetrics format",
    description:
      "Additive: calls by tool and problem code (`ok` for a result), durations, the queue, jobs, engine processes and memory, for Prometheus and others. Nothing of documents or paths.",
    "x-additive": true,
    tags: ["metrics"],
    responses: {
      200: {
        ...emptyAnswer("The metrics."),
        content: { [openMetricsType]: { schema: { type: "string" }, example } },
      },
      ...errorResponses(readErrors),
    },
  };
}

function describeTools(tools: readonly Tool[]): Part {
  const first = tools[0];
  const example = first && {
    tools: [
      {
        name: first.name,
        title: first.title,
        description: first.description,
        reports_progress: first.reportsProgress,
        annotations: first.annotations,
      },
    ],
  };

  return {
    operationId: "listTools",
    summary: "The tools",
    tags: ["tools"],
    responses: { 200: answer("The tools.", reference("ToolList"), example), ...errorResponses(readErrors) },
  };
}

function describeTool(components: Components, tool: Tool): Part {
  const input = inputSchema(components, tool);
  const result = resultSchema(components, tool);
  const name = typeName(tool.name);

  return {
    operationId: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    summary: tool.title,
    description: tool.description,
    tags: ["tools"],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: input, example: exampleOf(input, components.schemas, "input") },
      },
    },
    responses: {
      200: answer("Done.", result, exampleOf(result, components.schemas, "output")),
      ...errorResponses(toolErrors),
    },
  };
}

/** The body of `POST /v1/jobs`: for each tool, its own input fields. */
function jobRequest(components: Components, tools: readonly Tool[]): Schema {
  components.add("JobRequest", jobRequestSchema, "input");
  const one = components.schemas.get("JobRequest") ?? {};
  return perTool(components, tools, "JobRequest", (tool) => ({
    ...one,
    properties: { ...one.properties, tool: constant(tool), input: inputSchema(components, tool) },
  }));
}

/** Jobs, for each tool with its own result, and their events. Returns their list. */
function jobSchemas(components: Components, tools: readonly Tool[]): Schema {
  components.add("JobState", jobSchema, "output");
  components.add("JobSucceededEvent", succeededEventSchema, "output");
  components.add("JobFailedEvent", failedEventSchema, "output");
  // What a job has depends on its status, so that typed clients know.
  const { error = true } = components.schemas.get("JobState")?.properties ?? {};
  components.schemas.set("JobOpen", withStatus(["queued", "running"], {}));
  components.schemas.set("JobFailed", withStatus(["failed"], { error }));
  perTool(components, tools, "Job", (tool) => ({
    allOf: [
      reference("JobState"),
      { type: "object", properties: { tool: constant(tool) }, required: ["tool"] },
      {
        anyOf: [
          reference("JobOpen"),
          reference("JobFailed"),
          withStatus(["succeeded"], { result: resultSchema(components, tool) }),
        ],
      },
    ],
  }));
  // With `results=false`, jobs that succeeded have none.
  const items: Schema = { anyOf: [...(components.schemas.get("Job")?.oneOf ?? []), reference("JobState")] };
  const jobs: Schema = { type: "array", description: "Newest first.", items };
  components.schemas.set("JobList", { type: "object", properties: { jobs }, required: ["jobs"] });

  return reference("JobList");
}

const withStatus = (statuses: readonly string[], more: NonNullable<Schema["properties"]>): Schema => ({
  type: "object",
  properties: { status: { type: "string", enum: [...statuses] }, ...more },
  required: ["status", ...Object.keys(more)],
});

const constant = ({ name }: Tool) => ({ type: "string" as const, const: name });

/** A schema that is another one for each tool. */
function perTool(
  components: Components,
  tools: readonly Tool[],
  suffix: string,
  schemaOf: (tool: Tool) => Schema,
): Schema {
  const names = tools.map((tool) => `${typeName(tool.name)}${suffix}`);
  for (const [k, tool] of tools.entries()) components.schemas.set(names[k] ?? "", schemaOf(tool));
  const mapping = Object.fromEntries(tools.map((tool, k) => [tool.name, reference(names[k] ?? "").$ref]));
  const choice = { oneOf: names.map(reference), discriminator: { propertyName: "tool", mapping } };
  components.schemas.set(suffix, choice);

  return reference(suffix);
}

function jobPaths(components: Components, tools: readonly Tool[]): Part {
  const request = jobRequest(components, tools);
  const list = jobSchemas(components, tools);
  const id = {
    name: "id",
    in: "path",
    required: true,
    description: "The job's id, `job_<uuid>`.",
    schema: { type: "string" },
  };
  const wait = {
    name: "wait",
    in: "query",
    description: "Additive: wait for the job to finish before answering, at most this many seconds.",
    "x-additive": true,
    schema: { type: "integer", minimum: 0, maximum: maxWaitSeconds, default: 0 },
  };
  const results = {
    name: "results",
    in: "query",
    description: "Additive: `false` lists jobs without their results, with `result_bytes` instead.",
    "x-additive": true,
    schema: { type: "boolean", default: true },
  };
  const tool = tools.find(({ name }) => name === "pdf_merge") ?? tools[0];
  const example = tool && {
    tool: tool.name,
    input: exampleOf(inputSchema(components, tool), components.schemas, "input"),
  };

  return {
    "/v1/jobs": {
      get: {
        operationId: "listJobs",
        summary: "The jobs of this server process",
        tags: ["jobs"],
        parameters: [results],
        responses: { 200: answer("Newest first.", list), ...errorResponses(readErrors) },
      },
      post: {
        operationId: "submitJob",
        summary: "Queue a tool call",
        description:
          "Jobs run one at a time, in the order received. The input is discarded when the job has run.",
        tags: ["jobs"],
        requestBody: {
          required: true,
          content: { "application/json": { schema: request, ...(example && { example }) } },
        },
        responses: {
          202: answer("Queued.", reference("Job"), undefined, ["Location"]),
          ...errorResponses(submitErrors),
        },
      },
    },
    "/v1/jobs/{id}": {
      parameters: [id],
      get: {
        operationId: "getJob",
        summary: "One job",
        tags: ["jobs"],
        parameters: [wait],
        responses: {
          200: answer("The job's current state.", reference("Job")),
          ...errorResponses(jobErrors),
        },
      },
      delete: {
        operationId: "cancelJob",
        summary: "Cancel a job",
        description:
          "Additive: a queued or running job becomes failed with code `cancelled`; a finished one is unchanged.",
        "x-additive": true,
        tags: ["jobs"],
        responses: {
          200: answer("The job's current state.", reference("Job")),
          ...errorResponses({ ...readErrors, 404: "NotFound" }),
        },
      },
    },
  };
}
