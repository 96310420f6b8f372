/**
 * The listener: node:http, the same on Bun, Deno and Node (RELIABILITY R1), on the loopback address only.
 * It turns a socket's requests into exchanges and responses into bytes, and owns every rule about connections.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ProblemError } from "../core/problem.ts";
import { type Connection, createConnections } from "./connections.ts";
import type { Answer, Exchange, RequestHead } from "./exchange.ts";
import { type Body, createBody, slow } from "./incoming-body.ts";
import { defaultLimits, type ListenerLimits } from "./listener-limits.ts";
import { problemResponse } from "./problem-response.ts";
import { type LogEvent, requestEvent } from "./request-log.ts";
import { linger, send, sendRaw } from "./send.ts";

export interface ListenerDeps {
  /** The app; never rejects. */
  handle(exchange: Exchange): Promise<Answer>;
  log(event: LogEvent): void;
  randomUUID(): string;
  /** Monotonic milliseconds. */
  now(): number;
  readonly limits?: Partial<ListenerLimits>;
}

export interface Listener {
  /** Listens on 127.0.0.1; 0 picks a free port. The port, or the error of the system (EADDRINUSE). */
  listen(port: number): Promise<number>;
  /** Takes no more connections, waits for running requests at most `graceMs`, then closes what is left. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

/** A request whose head has come. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Body;
  /** Why it is refused before the gate. */
  readonly refusal: ProblemError | undefined;
}

/** Requests that one connection may have sent without waiting for answers. */
const maxPipelined = 32;

/** node's own limit on a head is the same in the three runtimes; stated here so that it cannot drift. */
const maxHeadBytes = 16_384;

export function createListener(deps: ListenerDeps): Listener {
  const limits = { ...defaultLimits, ...deps.limits };
  const connections = createConnections(limits, deps.now, (socket) => refuse(socket, slow()));
  /** Sockets answered outside any request. Deno hands errors a socket that is not the connection's own. */
  const refused = new WeakSet<Socket>();
  let closing = false;

  const server = createServer(
    {
      // A missing Host is the gate's to answer, with a problem.
      requireHostHeader: false,
      insecureHTTPParser: false,
      maxHeaderSize: maxHeadBytes,
      keepAliveTimeout: limits.keepAliveMs,
      // Our own sweep is the same on every runtime; node's timers stand behind it.
      headersTimeout: limits.headMs + 2 * limits.sweepMs,
      requestTimeout: limits.headMs + limits.bodyMs + 2 * limits.sweepMs,
      connectionsCheckingInterval: limits.sweepMs,
    },
    (request, response) => receive(request, response),
  );
  server.timeout = 0;
  // node drops headers beyond a count without a word, a second Host among them; their bytes are bounded above.
  server.maxHeadersCount = 0;

  server.on("connection", (socket: Socket) => connections.add(socket));
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) =>
    receive(request, response),
  );
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    const expectation = new ProblemError("bad_request", "The Expect header may only say 100-continue.");
    receive(request, response, expectation);
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => void tunnel(request, socket));
  server.on("clientError", (error: Error & { code?: string }, socket: Socket) => {
    // Deno reports the same error until the socket is destroyed.
    if (socket.destroyed) return;
    const connection = connections.of(socket);
    if (error.code === "ECONNRESET") socket.destroy();
    else if (connection?.answering()) {
      // Its answer is on the way, or the request itself was sound and only what follows is broken.
      connection.brokenBehind = true;
    } else refuse(socket, malformed(error));
  });

  /** Answers outside any request: what the parser could not read, or what came too slowly. */
  function refuse(socket: Socket, problem: ProblemError): void {
    if (socket.destroyed || refused.has(socket)) return;
    refused.add(socket);
    const requestId = deps.randomUUID();
    const response = problemResponse(problem, requestId);
    deps.log(requestEvent({ method: "-", target: "-", headers: [] }, response.status, 0, requestId));
    void sendRaw(socket, response, limits.lingerMs);
  }

  /** One request after the other, so that nothing behind an early answer is ever acted on. */
  function receive(request: IncomingMessage, response: ServerResponse, refusal?: ProblemError): void {
    const { socket } = request;
    const connection = connections.of(socket) ?? connections.add(socket);
    if (++connection.open > maxPipelined) {
      socket.destroy();
      return;
    }
    const body = createBody(request, response);
    if (connection.open === 1) connection.body = body;
    connection.turn = connection.turn
      .then(() => serve(connection, { request, response, body, refusal }))
      .catch((error: unknown) => {
        deps.log({ kind: "failure", requestId: "-", error });
        socket.destroy();
      })
      .then(() => {
        connection.open--;
      });
  }

  async function serve(connection: Connection, { request, response, body, refusal }: Arrival): Promise<void> {
    if (connection.last || response.destroyed || refused.has(request.socket)) return;
    connection.begin(body.awaited ? "receiving" : "working");
    connection.body = body;
    const gone = new AbortController();
    response.on("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    const exchange: Exchange = {
      head: headOf(request),
      requestId: deps.randomUUID(),
      signal: gone.signal,
      readBody: async () => {
        const bytes = await body.read();
        connection.begin("working");
        return bytes;
      },
    };
    const bad = refusal ?? wrongVersion(request);
    const answer = bad
      ? logged(exchange, problemResponse(bad, exchange.requestId))
      : await deps.handle(exchange);
    if (response.destroyed || refused.has(request.socket)) return;
    connection.begin("sending");
    // After a malformed request nothing that follows on the connection can be trusted.
    const lastSound = () => connection.brokenBehind && connection.open === 1;
    connection.last ||= closing || body.unread() || answer.status === 400 || lastSound();
    await send(response, answer, {
      last: connection.last,
      beforeEnd: body.unread() ? () => linger(request, limits.lingerMs) : undefined,
      writing: () => connection.begin("sending"),
      waiting: () => connection.begin("working"),
    });
    if (connection.last || lastSound()) request.socket.end();
    connection.begin("idle");
  }

  /** CONNECT gets the gate's answer like any method; there is no tunnel. */
  async function tunnel(request: IncomingMessage, socket: Socket): Promise<void> {
    const exchange: Exchange = {
      head: headOf(request),
      requestId: deps.randomUUID(),
      signal: new AbortController().signal,
      readBody: () => Promise.resolve(new Uint8Array()),
    };
    await sendRaw(socket, await deps.handle(exchange), limits.lingerMs);
  }

  function logged(exchange: Exchange, response: Answer): Answer {
    deps.log(requestEvent(exchange.head, response.status, 0, exchange.requestId));
    return response;
  }

  return {
    listen: (port) =>
      new Promise((listening, failed) => {
        server.once("error", failed);
        server.listen({ port, host: "127.0.0.1" }, () => {
          server.off("error", failed);
          connections.start();
          listening(portOf(server.address()));
        });
      }),
    close: ({ graceMs }) =>
      new Promise((closed) => {
        closing = true;
        const finish = () => {
          clearTimeout(cut);
          connections.stop();
          closed();
        };
        const cut = setTimeout(() => {
          connections.destroyAll();
          server.closeAllConnections();
          finish();
        }, graceMs);
        server.close(finish);
        connections.destroyIdle();
        // Bun tells of a connection only when its first bytes come.
        server.closeIdleConnections();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the listener has no TCP address");
  return address.port;
}

function headOf(request: IncomingMessage): RequestHead {
  const raw = request.rawHeaders;
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return { method: request.method ?? "", target: request.url ?? "", headers };
}

function wrongVersion(request: IncomingMessage): ProblemError | undefined {
  if (request.httpVersion === "1.1" || request.httpVersion === "1.0") return undefined;
  return new ProblemError("bad_request", "Speak HTTP/1.1 or HTTP/1.0.");
}

function malformed(error: { readonly code?: string }): ProblemError {
  if (error.code === "HPE_HEADER_OVERFLOW")
    return new ProblemError("bad_request", `The request head is over ${maxHeadBytes} bytes.`);
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return slow();
  return new ProblemError("bad_request", "The request is not well-formed HTTP/1.1.");
}
