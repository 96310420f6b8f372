/** All paths of the API and the operation of each method. The app handles the gate and errors. */

import type { Context } from "hono";
import * as v from "valibot";
import type { Jobs } from "../core/jobs.ts";
import { validate } from "../core/json/validate.ts";
import { toolMeant } from "../core/nearest.ts";
import { once } from "../core/once.ts";
import { type Metric, openMetrics, openMetricsType } from "../core/open-metrics.ts";
import { invalid, ProblemError } from "../core/problem.ts";
import type { Tool } from "../core/tool.ts";
import { readJson } from "./body.ts";
import { jsonList, streamedHeader } from "./json-list.ts";
import { openApiDocument, type ServerObject } from "./openapi/openapi.ts";
import { jobRequestSchema, maxWaitSeconds } from "./openapi/route-schemas.ts";
import { type Env, pathOf, queryOf } from "./request-head.ts";

export type Operation = (c: Context<Env>) => Response | Promise<Response>;

export interface Route {
  /** The path as sent; `:id` represents one segment. */
  readonly path: string;
  /** In the order of the Allow header. */
  readonly methods: ReadonlyMap<string, Operation>;
}

export interface RouteDeps {
  readonly tools: readonly Tool[];
  call(
    tool: string,
    input: unknown,
    context: { readonly signal: AbortSignal; readonly requestId: string },
  ): Promise<object>;
  /** Without it, the job paths don't exist. */
  readonly jobs?: Jobs | undefined;
  /** Answers /v1/mcp, protected by the same gate, given the parsed body; without it, the path doesn't exist. */
  readonly mcp?:
    | ((
        request: Request,
        message: unknown,
        logged: { readonly requestId: string; onProblem(code: string): void },
      ) => Promise<Response>)
    | undefined;
  /** Answers /v1/metrics; without it, the path doesn't exist. */
  readonly metrics?: (() => readonly Metric[]) | undefined;
  /** The path under which the caller's own server mounts the app, such as `/pdfs`; links back here begin with it. */
  readonly basePath?: string | undefined;
  /** The address in the description; by default, this service's own. */
  readonly server?: ServerObject | undefined;
}

/** `server`: the address in the description, known once the service listens. */
export function createRoutes(deps: Omit<RouteDeps, "server"> & { server(): ServerObject }): Route[] {
  const { tools, jobs, mcp, metrics, server } = deps;
  const parts = { jobs: jobs !== undefined, mcp: mcp !== undefined, metrics: metrics !== undefined };
  return [
    route("/openapi.json", { GET: constant(() => openApiDocument(tools, parts, server())) }),
    route("/v1/tools", { GET: constant(() => ({ tools: tools.map(toolDescriptor) })) }),
    ...tools.map(({ name }) => route(`/v1/tools/${name}`, { POST: callTool(deps, name) })),
    ...(jobs ? jobRoutes(deps, jobs) : []),
    // There are no sessions to listen to (GET) or end (DELETE): clients expect 405 for both.
    ...(mcp ? [route("/v1/mcp", { POST: answerMcp(mcp) })] : []),
    ...(metrics ? [route("/v1/metrics", { GET: (c) => showMetrics(c, metrics()) })] : []),
  ];
}

/** A tool's entry in `GET /v1/tools`. */
export function toolDescriptor(tool: Tool) {
  const { name, title, description, reportsProgress, annotations } = tool;
  return { name, title, description, reports_progress: reportsProgress, annotations };
}

function route(path: string, methods: Record<string, Operation>): Route {
  return { path, methods: new Map(Object.entries(methods)) };
}

/** JSON that never changes while the service runs, built on the first request and kept as bytes. */
function constant(make: () => object): Operation {
  const made = once(() => new TextEncoder().encode(JSON.stringify(make())));
  return (c) =>
    c.body(made(), 200, { "content-type": "application/json", "content-length": String(made().length) });
}

const mcpCall = v.looseObject({
  method: v.literal("tools/call"),
  params: v.looseObject({ name: v.string() }),
});

function answerMcp(mcp: NonNullable<RouteDeps["mcp"]>): Operation {
  return async (c) => {
    const message = await readJson(c);
    if (v.is(mcpCall, message)) c.set("tool", message.params.name);
    const onProblem = (code: string) => c.set("code", code);
    return await mcp(c.req.raw, message, { requestId: c.get("requestId"), onProblem });
  };
}

function showMetrics(c: Context<Env>, metrics: readonly Metric[]): Response {
  return c.body(openMetrics(metrics), 200, { "content-type": openMetricsType });
}

function callTool(deps: Omit<RouteDeps, "server">, name: string): Operation {
  return async (c) => {
    c.set("tool", name);
    const input = await readJson(c);
    return c.json(await deps.call(name, input, { signal: c.req.raw.signal, requestId: c.get("requestId") }));
  };
}

const jobsPath = "/v1/jobs";

function jobRoutes(deps: Omit<RouteDeps, "server">, jobs: Jobs): Route[] {
  return [
    route(jobsPath, { GET: listJobs(jobs), POST: submitJob(deps, jobs) }),
    route(`${jobsPath}/:id`, {
      GET: readJob(jobs),
      DELETE: (c) => c.json(jobs.cancel(jobId(c)) ?? notFound()),
    }),
  ];
}

function listJobs(jobs: Jobs): Operation {
  return (c) => {
    const [results = "true", ...more] = queryOf(c.get("head")).getAll("results");
    if (more.length > 0 || (results !== "true" && results !== "false"))
      throw invalid("results", "must be true or false");
    if (results === "false") return c.json({ jobs: jobs.list(false) });
    const headers = { "content-type": "application/json", [streamedHeader]: "1" };
    return c.body(jsonList("jobs", jobs.list()), 200, headers);
  };
}

function submitJob({ tools, basePath = "" }: Omit<RouteDeps, "server">, jobs: Jobs): Operation {
  return async (c) => {
    const request = validate(jobRequestSchema, await readJson(c));
    c.set("tool", request.tool);
    const tool = tools.find(({ name }) => name === request.tool);
    if (!tool) {
      const near = toolMeant(request.tool, tools, "; GET /v1/tools lists them");
      throw invalid("tool", `is not a known tool${near}`);
    }
    // The schema's output, not the request: defaults apply to jobs too.
    const job = jobs.submit({ ...request, input: validate(tool.input, request.input, "input") });
    return c.json(job, 202, { location: `${basePath}${jobsPath}/${job.id}` });
  };
}

function readJob(jobs: Jobs): Operation {
  return async (c) => {
    const id = jobId(c);
    const wait = waitSeconds(c);
    // An unknown job is answered at once, even with a wait.
    const known = jobs.get(id);
    const job = known && wait > 0 ? await jobs.wait(id, wait * 1000, c.req.raw.signal) : known;
    return c.json(job ?? notFound());
  };
}

/** The segment as sent: ids are never decoded, so an encoded one is simply unknown. */
const jobId = (c: Context<Env>): string => pathOf(c.get("head")).slice(jobsPath.length + 1);

function waitSeconds(c: Context<Env>): number {
  const waits = queryOf(c.get("head")).getAll("wait");
  if (waits.length === 0) return 0;
  const text = waits[0] ?? "";
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (waits.length > 1 || seconds > maxWaitSeconds)
    throw invalid("wait", `must be a whole number of seconds from 0 to ${maxWaitSeconds}`);
  return seconds;
}

function notFound(): never {
  throw new ProblemError(
    "not_found",
    "No such job; jobs are deleted one hour after they finish and when the service stops.",
  );
}
