/**
 * The HTTP service as a Hono app on web-standard Request and Response. Every call passes through its middleware (request id,
 * log, common headers, gate, errors); routes do the rest. It judges a request by its raw head, see `request-head.ts`.
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { toolMeant } from "../core/nearest.ts";
import { ProblemError } from "../core/problem.ts";
import type { Secret } from "../core/secret.ts";
import type { Tool } from "../core/tool.ts";
import { corsHeaders, isPreflight, preflightHeaders } from "./cors.ts";
import {
  checkLength,
  firstProblem,
  type GateRules,
  gateChecks,
  preflightChecks,
  tokenComparer,
} from "./gate.ts";
import { isEventStream } from "./json-list.ts";
import { ownServer } from "./openapi/openapi.ts";
import { commonHeaders, problemResponse } from "./problem-response.ts";
import { type Env, headOf, type Incoming, pathOf, targetOf } from "./request-head.ts";
import { clientGone, type LogEvent, requestEvent } from "./request-log.ts";
import { createRoutes, type Route, type RouteDeps } from "./routes.ts";

export interface AppDeps extends RouteDeps {
  /** The port the service listens on; queried for each request, because it is known only after listening. */
  readonly port: () => number;
  /** Host headers to accept instead of loopback and that port; see `GateRules`. */
  readonly hosts?: readonly string[] | undefined;
  readonly token: Secret;
  /** Origins of --allow-origin in normal form. */
  readonly allowOrigins: readonly string[];
  log(event: LogEvent): void;
  randomUUID(): string;
  /** Monotonic milliseconds. */
  now(): number;
}

export type App = Hono<Env>;

export function createApp(deps: AppDeps): App {
  const { basePath = "" } = deps;
  const allowOrigins = new Set(deps.allowOrigins);
  const app = new Hono<Env>({
    // The raw path: an encoded or doubled variant is a different path, and so unknown.
    getPath: (request, options) => pathOf({ target: targetOf(request, incomingOf(options?.env), basePath) }),
  });
  app.use(attend(deps, basePath, allowOrigins));
  app.use(gate(deps, allowOrigins));
  const server = () => deps.server ?? ownServer(deps.port());
  for (const route of createRoutes({ ...deps, server })) app.all(route.path, (c) => operate(route, c));
  app.notFound((c) => refuse(c, notFound(c.req.path, deps.tools)));
  app.onError((error, c) => {
    const requestId = c.get("requestId");
    if (!(error instanceof ProblemError) && !c.req.raw.signal.aborted)
      deps.log({ kind: "failure", requestId, error });
    return refuse(c, error);
  });

  return app;
}

/** Shows a page to a model, which takes MCP. */
const viewTool = "pdf_view_page";

function notFound(path: string, tools: readonly Tool[]): ProblemError {
  const name = path.split("/v1/tools/").at(1) ?? "";
  if (name === viewTool)
    return new ProblemError(
      "not_found",
      `${viewTool} is available over MCP only; pdf_render_pages writes pictures of pages.`,
    );
  return new ProblemError(
    "not_found",
    `No such path or tool${toolMeant(name, tools, "; GET /v1/tools lists the tools.")}`,
  );
}

/** Without our own listener there are no bindings, whatever Hono's types say. */
const incomingOf = (env: Env["Bindings"] | undefined): Incoming | undefined => env?.incoming;

/** Wraps everything: the request's id, the common headers, and one log line. A stream's call may fail after its head is sent. */
function attend(deps: AppDeps, basePath: string, allowOrigins: ReadonlySet<string>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = deps.now();
    const head = headOf(c.req.raw, incomingOf(c.env), basePath);
    const requestId = deps.randomUUID();

    c.set("head", head);
    c.set("requestId", requestId);
    await next();
    const { headers, status } = c.res;
    const common = { ...commonHeaders(requestId), ...corsHeaders(head, allowOrigins) };

    for (const [name, value] of Object.entries(common)) headers.set(name, value);

    const log = () => {
      const seen = c.req.raw.signal.aborted ? clientGone : status;
      const [tool, code] = [c.get("tool"), c.get("code")];
      deps.log(requestEvent({ head, status: seen, ms: deps.now() - started, requestId, tool, code }));
    };

    if (c.res.body && isEventStream(c.res)) c.res = new Response(watched(c.res.body, log), c.res);
    else log();
  };
}

/** A stream that calls `onEnd` once, when it has ended or nobody reads it any more. */
function watched(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({ flush: onEnd });
  body.pipeTo(writable).catch(onEnd);
  return readable;
}

/** Checks the head; a preflight that passes the first three checks is answered here. */
function gate(deps: AppDeps, allowOrigins: ReadonlySet<string>): MiddlewareHandler<Env> {
  const tokenMatches = tokenComparer(deps.token);
  return async (c, next) => {
    const rules: GateRules = { port: deps.port(), hosts: deps.hosts, allowOrigins, tokenMatches };
    const head = c.get("head");
    const preflight = isPreflight(head);
    const refusal = firstProblem(preflight ? preflightChecks : gateChecks, head, rules);
    if (refusal) throw refusal;
    if (preflight) return c.body(null, 204, preflightHeaders(head));
    return next();
  };
}

/** Turns the problem into the response, and keeps its code for the log. */
function refuse(c: Context<Env>, error: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  c.set("code", error instanceof ProblemError ? error.code : "internal");
  return problemResponse(error, c.get("requestId"), headers);
}

/** Errors that the head alone determines: 405, then 413. HEAD is GET without the body (RFC 9110, 9.3.2). */
async function operate(route: Route, c: Context<Env>): Promise<Response> {
  const head = c.get("head");
  const asked = route.methods.get(head.method);
  const operation = asked ?? (head.method === "HEAD" ? route.methods.get("GET") : undefined);

  if (!operation) {
    const allow = [...route.methods.keys()].join(", ");
    const refusal = new ProblemError("method_not_allowed", `This path only accepts ${allow}.`);
    return refuse(c, refusal, { allow });
  }

  const refusal = checkLength(head);
  if (refusal) throw refusal;

  try {
    const response = await operation(c);
    return asked ? response : withoutBody(response);
  } catch (error) {
    // Hono accepts only Error instances, but a signal's abort reason may be anything.
    throw error instanceof Error ? error : new Error("not an error was thrown", { cause: error });
  }
}

function withoutBody({ status, headers, body }: Response): Response {
  // Nobody reads the body that was about to be streamed.
  void body?.cancel();
  return new Response(null, { status, headers });
}
