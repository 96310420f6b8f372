/**
 * The HTTP face on web-standard values: gate, routing, errors and the request log around the routes.
 * Hono goes by the raw path; the listener and `fetch` hand over the same kind of exchange, so both get the same answers.
 */
import { type Context, Hono } from "hono";
import { ProblemError } from "../core/problem.ts";
import type { Secret } from "../core/secret.ts";
import { corsHeaders, isPreflight, preflightHeaders } from "./cors.ts";
import { type Answer, type Exchange, pathOf } from "./exchange.ts";
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
  handle(exchange: Exchange): Promise<Answer>;
}

interface Env {
  Bindings: { readonly exchange: Exchange; answer?: Answer };
}

/** MCP's messages. There are no sessions, so none to listen to (GET) or to end (DELETE): clients expect 405 for both. */
const mcpMethods = ["POST"];

/** Hono goes from a Request to a Response. Ours are in the bindings, cheaper to make and to send: one of each stands for all. */
const placeholder = new Request("http://127.0.0.1/");
const answered = new Response(null);

/** A handler of Hono's that leaves its answer in the bindings. */
const leaves =
  (handler: (exchange: Exchange) => Answer | Promise<Answer>) =>
  async ({ env }: Context<Env>): Promise<Response> => {
    env.answer = await handler(env.exchange);
    return answered;
  };

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

  const serve = (route: Route) => (exchange: Exchange) => {
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
  const answer = async (operation: Operation, exchange: Exchange): Promise<Answer> => {
    const { status, body, headers } = await operation(exchange);
    return {
      status,
      headers: {
        "content-type": "application/json",
        ...commonHeaders(exchange.requestId),
        ...cors(exchange),
        ...headers,
      },
      body,
    };
  };

  for (const route of createRoutes(deps)) hono.all(route.path, leaves(serve(route)));
  const { mcp } = deps;
  if (mcp) {
    const exchangeMcp = async (exchange: Exchange): Promise<Answer> => {
      if (!mcpMethods.includes(exchange.head.method)) return notAllowed(mcpMethods, exchange);
      const refusal = checkLength(exchange.head, rules());
      if (refusal) return problem(refusal, exchange);
      const { status, headers, body } = await mcp(await requestOf(exchange));
      const ours = { ...commonHeaders(exchange.requestId), ...cors(exchange) };
      return { status, headers: { ...Object.fromEntries(headers), ...ours }, body };
    };
    hono.all("/v1/mcp", leaves(exchangeMcp));
  }
  const notFound = new ProblemError("not_found", "No such path or tool; GET /v1/tools lists the tools.");
  hono.notFound(leaves((exchange) => problem(notFound, exchange)));
  // Hono would answer errors itself: they are for `handle`.
  hono.onError((error) => {
    throw error;
  });

  const pass = async (exchange: Exchange): Promise<Answer> => {
    const { head } = exchange;
    const preflight = isPreflight(head);
    const refusal = firstProblem(preflight ? preflightChecks : gateChecks, head, rules());
    if (refusal) return problem(refusal, exchange);
    if (preflight) {
      const headers = { ...commonHeaders(exchange.requestId), ...cors(exchange), ...preflightHeaders };
      return { status: 204, headers, body: null };
    }
    const env: Env["Bindings"] = { exchange };
    await hono.fetch(placeholder, env);
    return env.answer ?? problem(new Error("no route answered"), exchange);
  };

  const handle = async (exchange: Exchange): Promise<Answer> => {
    const started = deps.now();
    // Whatever is thrown has an answer.
    const answer = await pass(exchange).catch((error: unknown) => problem(error, exchange));
    const status = exchange.signal.aborted ? clientGone : answer.status;
    deps.log(requestEvent(exchange.head, status, deps.now() - started, exchange.requestId));
    return answer;
  };

  const fetch = async (request: Request) => {
    const { body, ...rest } = await handle(exchangeOf(request, deps.randomUUID()));
    return new Response(body, rest);
  };

  return { handle, fetch };
}
