/** Every path of the API and what each of its methods does (SPEC 4). Gate and errors are the app's matter. */
import type { Jobs } from "../core/jobs.ts";
import { invalid, ProblemError } from "../core/problem.ts";
import type { Tool } from "../core/tool.ts";
import { validate } from "../core/validate.ts";
import { readJson } from "./body.ts";
import { type Exchange, pathOf, queryOf } from "./exchange.ts";
import { openApiDocument } from "./openapi.ts";
import { jobRequestSchema, maxWaitSeconds } from "./route-schemas.ts";

/** What a route answers; the app adds the common headers. */
export interface Result {
  readonly status: number;
  /** JSON text, or its UTF-8 bytes. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Operation = (exchange: Exchange) => Result | Promise<Result>;

export interface Route {
  /** The path as sent; `:id` stands for one segment. */
  readonly path: string;
  /** In the order the Allow header lists them. */
  readonly methods: ReadonlyMap<string, Operation>;
}

export interface RouteDeps {
  readonly tools: readonly Tool[];
  call(
    tool: string,
    input: unknown,
    context: { readonly signal: AbortSignal; readonly requestId: string },
  ): Promise<object>;
  /** Without it the job paths do not exist. */
  readonly jobs?: Jobs | undefined;
  /** The MCP face of /v1/mcp, behind the same gate; without it the path does not exist. */
  readonly mcp?: ((request: Request) => Promise<Response>) | undefined;
}

export function createRoutes(deps: RouteDeps): Route[] {
  const { tools, jobs, mcp } = deps;
  const parts = { jobs: jobs !== undefined, mcp: mcp !== undefined };
  const described = once(() => openApiDocument(tools, parts));
  const listed = once(() => ({ tools: tools.map(toolDescriptor) }));
  return [
    route("/openapi.json", { GET: () => ({ status: 200, body: described() }) }),
    route("/v1/tools", { GET: () => ({ status: 200, body: listed() }) }),
    ...tools.map(({ name }) => route(`/v1/tools/${name}`, { POST: callTool(deps, name) })),
    ...(jobs ? jobRoutes(tools, jobs) : []),
  ];
}

/** SPEC 2.3. */
export function toolDescriptor(tool: Tool) {
  const { name, title, description, reportsProgress, annotations } = tool;
  return { name, title, description, reports_progress: reportsProgress, annotations };
}

function route(path: string, methods: Record<string, Operation>): Route {
  return { path, methods: new Map(Object.entries(methods)) };
}

/** JSON that never changes while the service runs, made at the first request and kept as bytes. */
function once(make: () => object): () => Uint8Array<ArrayBuffer> {
  let made: Uint8Array<ArrayBuffer> | undefined;
  return () => {
    made ??= new TextEncoder().encode(JSON.stringify(make()));
    return made;
  };
}

function callTool(deps: RouteDeps, name: string): Operation {
  return async (exchange) => {
    const input = await readJson(exchange);
    const result = await deps.call(name, input, { signal: exchange.signal, requestId: exchange.requestId });
    return { status: 200, body: JSON.stringify(result) };
  };
}

const jobsPath = "/v1/jobs";

function jobRoutes(tools: readonly Tool[], jobs: Jobs): Route[] {
  return [
    route(jobsPath, { GET: () => json(200, { jobs: jobs.list() }), POST: submitJob(tools, jobs) }),
    route(`${jobsPath}/:id`, { GET: readJob(jobs), DELETE: cancelJob(jobs) }),
  ];
}

function json(status: number, body: object, headers?: Readonly<Record<string, string>>): Result {
  return { status, body: JSON.stringify(body), ...(headers && { headers }) };
}

function submitJob(tools: readonly Tool[], jobs: Jobs): Operation {
  return async (exchange) => {
    const request = validate(jobRequestSchema, await readJson(exchange));
    const tool = tools.find(({ name }) => name === request.tool);
    if (!tool) throw invalid("tool", "is not a known tool; GET /v1/tools lists them");
    // What the schema gives, not what was sent: defaults apply to jobs too.
    const job = jobs.submit({ ...request, input: validate(tool.input, request.input, "input") });
    return json(202, job, { location: `${jobsPath}/${job.id}` });
  };
}

function readJob(jobs: Jobs): Operation {
  return async (exchange) => {
    const id = jobId(exchange);
    const wait = waitSeconds(exchange);
    // An unknown job is answered at once, also with a wait.
    const known = jobs.get(id);
    const job = known && wait > 0 ? await jobs.wait(id, wait * 1000, exchange.signal) : known;
    return json(200, job ?? notFound());
  };
}

function cancelJob(jobs: Jobs): Operation {
  return (exchange) => json(200, jobs.cancel(jobId(exchange)) ?? notFound());
}

/** The segment as sent: ids are never decoded, so an encoded one is simply unknown. */
function jobId(exchange: Exchange): string {
  return pathOf(exchange.head).slice(jobsPath.length + 1);
}

function waitSeconds(exchange: Exchange): number {
  const waits = queryOf(exchange.head).getAll("wait");
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
    "No such job; jobs are forgotten one hour after they finish and when the service stops.",
  );
}
