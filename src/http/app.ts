/**
 * The HTTP face on web-standard values: gate, routing, errors and the request log around the routes.
 * Hono routes by the raw path; the listener and `fetch` hand over the same kind of exchange, so both get the same answers.
 */
import { type Context, Hono } from "hono";
import { ProblemError } from "../core/problem.ts";
import type { Secret } from "../core/secret.ts";
import { corsHeaders, isPreflight, preflightHeaders } from "./cors.ts";
import { type Exchange, pathOf } from "./exchange.ts";
import {
  checkLength,
  firstProblem,
  type GateRules,
  gateChecks,
  preflightChecks,
  tokenComparer,
} from "./gate.ts";
import { commonHeaders, problemResponse } from "./problem-response.ts";
import { clientGone, type LogEvent, requestEvent } from "./request-log.ts";
import { createRoutes, type Operation, type Route, type RouteDeps } from "./routes.ts";
import { exchangeOf, requestOf } from "./web-exchange.ts";

export interface AppDeps extends RouteDeps {
  /** The port the service listens on; asked at every request, because it is known only after listening. */
  readonly port: () => number;
  /** Host headers to take instead of loopback and that port; see `GateRules`. */
  readonly hosts?: readonly string[] | undefined;
  readonly token: Secret;
  /** Origins of --allow-origin in their normal form. */
  readonly allowOrigins: readonly string[];
  log(event: LogEvent): void;
  randomUUID(): string;
  /** Monotonic milliseconds. */
  now(): number;
}

export interface App {
  /** For embedding: the whole face as one function. The Host header, or else the URL's host, passes the gate. */
  fetch(request: Request): Promise<Response>;
  /** The same for a head and a body that are already at hand. Never rejects. */
  handle(exchange: Exchange): Promise<Response>;
}

interface Env {
  Bindings: { readonly exchange: Exchange };
}

/** MCP's messages. There are no sessions, so none to listen to (GET) or to end (DELETE): clients expect 405 for both. */
const mcpMethods = ["POST"];

/** Hono wants a Request to start from; ours is read through the exchange, so one stands for all. */
const placeholder = new Request("http://127.0.0.1/");

export function createApp(deps: AppDeps): App {
  const allowOrigins = new Set(deps.allowOrigins);
  const tokenMatches = tokenComparer(deps.token);
  const rules = (): GateRules => ({ port: deps.port(), hosts: deps.hosts, allowOrigins, tokenMatches });
  const cors = ({ head }: Exchange) => corsHeaders(head, allowOrigins);

  const problem = (error: unknown, exchange: Exchange, headers: Readonly<Record<string, string>> = {}) => {
    if (!(error instanceof ProblemError) && !exchange.signal.aborted)
      deps.log({ kind: "failure", requestId: exchange.requestId, error });
    return problemResponse(error, exchange.requestId, { ...cors(exchange), ...headers });
  };

  const hono = new Hono<Env>({
    getPath: (_, options) => (options?.env ? pathOf(options.env.exchange.head) : "/"),
  });

  const serve = (route: Route) => async (c: Context<Env>) => {
    const { exchange } = c.env;
    const operation = route.methods.get(exchange.head.method);
    if (!operation) return notAllowed([...route.methods.keys()], exchange);
    const refusal = checkLength(exchange.head, rules());
    if (refusal) return problem(refusal, exchange);
    return answer(operation, exchange);
  };
  const notAllowed = (methods: readonly string[], exchange: Exchange) => {
    const allow = methods.join(", ");
    return problem(new ProblemError("method_not_allowed", `This path answers ${allow} only.`), exchange, {
      allow,
    });
  };
  const answer = async (operation: Operation, exchange: Exchange) => {
    const { status, body, headers } = await operation(exchange);
    return new Response(body, {
      status,
      headers: {
        "content-type": "application/json",
        ...commonHeaders(exchange.requestId),
        ...cors(exchange),
        ...headers,
      },
    });
  };

  for (const route of createRoutes(deps)) hono.all(route.path, serve(route));
  const { mcp } = deps;
  if (mcp) {
    hono.all("/v1/mcp", async ({ env: { exchange } }) => {
      if (!mcpMethods.includes(exchange.head.method)) return notAllowed(mcpMethods, exchange);
      const refusal = checkLength(exchange.head, rules());
      if (refusal) return problem(refusal, exchange);
      const reply = await mcp(await requestOf(exchange));
      return withHeaders(reply, { ...commonHeaders(exchange.requestId), ...cors(exchange) });
    });
  }
  hono.notFound(({ env: { exchange } }) =>
    problem(new ProblemError("not_found", "No such path or tool; GET /v1/tools lists the tools."), exchange),
  );
  hono.onError((error, { env: { exchange } }) => problem(error, exchange));

  const pass = async (exchange: Exchange): Promise<Response> => {
    const { head } = exchange;
    const preflight = isPreflight(head);
    const refusal = firstProblem(preflight ? preflightChecks : gateChecks, head, rules());
    if (refusal) return problem(refusal, exchange);
    if (preflight) {
      const headers = { ...commonHeaders(exchange.requestId), ...cors(exchange), ...preflightHeaders };
      return new Response(null, { status: 204, headers });
    }
    return hono.fetch(placeholder, { exchange });
  };

  const handle = async (exchange: Exchange): Promise<Response> => {
    const started = deps.now();
    // Whatever is thrown outside a route has an answer too.
    const response = await pass(exchange).catch((error: unknown) => problem(error, exchange));
    const status = exchange.signal.aborted ? clientGone : response.status;
    deps.log(requestEvent(exchange.head, status, deps.now() - started, exchange.requestId));
    return response;
  };

  return { handle, fetch: (request) => handle(exchangeOf(request, deps.randomUUID())) };
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const merged = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) merged.set(name, value);
  return new Response(response.body, { status: response.status, headers: merged });
}
