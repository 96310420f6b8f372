/**
 * The HTTP face on web-standard values: gate, routing, errors and the request log around the routes.
 * Hono's router goes by the raw path; the listener and `fetch` hand over the same kind of exchange, so both get the same answers.
 */
import { RegExpRouter } from "hono/router/reg-exp-router";
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

type Handler = (exchange: Exchange) => Answer | Promise<Answer>;

/** MCP's messages. There are no sessions, so none to listen to (GET) or to end (DELETE): clients expect 405 for both. */
const mcpMethods = ["POST"];

/** Methods are told apart behind the router: a path has the same handler for all of them. */
const anyMethod = "ALL";

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

  const router = new RegExpRouter<Handler>();

  const serve =
    (route: Route): Handler =>
    (exchange) => {
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

  for (const route of createRoutes(deps)) router.add(anyMethod, route.path, serve(route));
  const { mcp } = deps;
  if (mcp) {
    router.add(anyMethod, "/v1/mcp", async (exchange) => {
      if (!mcpMethods.includes(exchange.head.method)) return notAllowed(mcpMethods, exchange);
      const refusal = checkLength(exchange.head, rules());
      if (refusal) return problem(refusal, exchange);
      const { status, headers, body } = await mcp(await requestOf(exchange));
      const ours = { ...commonHeaders(exchange.requestId), ...cors(exchange) };
      return { status, headers: { ...Object.fromEntries(headers), ...ours }, body };
    });
  }
  const notFound: Handler = (exchange) =>
    problem(new ProblemError("not_found", "No such path or tool; GET /v1/tools lists the tools."), exchange);
  const handlerOf = (path: string): Handler => router.match(anyMethod, path)[0][0]?.[0] ?? notFound;

  const pass = async (exchange: Exchange): Promise<Answer> => {
    const { head } = exchange;
    const preflight = isPreflight(head);
    const refusal = firstProblem(preflight ? preflightChecks : gateChecks, head, rules());
    if (refusal) return problem(refusal, exchange);
    if (preflight) {
      const headers = { ...commonHeaders(exchange.requestId), ...cors(exchange), ...preflightHeaders };
      return { status: 204, headers, body: null };
    }
    return handlerOf(pathOf(head))(exchange);
  };

  const handle = async (exchange: Exchange): Promise<Answer> => {
    const started = deps.now();
    // Whatever is thrown has an answer.
    const answered = await pass(exchange).catch((error: unknown) => problem(error, exchange));
    const status = exchange.signal.aborted ? clientGone : answered.status;
    deps.log(requestEvent(exchange.head, status, deps.now() - started, exchange.requestId));
    return answered;
  };

  const fetch = async (request: Request) => {
    const { body, ...rest } = await handle(exchangeOf(request, deps.randomUUID()));
    return new Response(body, rest);
  };

  return { handle, fetch };
}
