/**
 * The listener: node:http on node:net, the same on Bun, Deno and Node, on the loopback address only. It turns a socket's
 * requests into web Requests and Responses into bytes, and owns every rule about connections and nothing else.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { ProblemError } from "../../core/problem.ts";
import { problemResponse } from "../problem-response.ts";
import type { Env } from "../request-head.ts";
import { type LogEvent, requestEvent } from "../request-log.ts";
import { type Connection, createConnections } from "./connections.ts";
import { watchHalfClosed } from "./half-closed.ts";
import { defaultLimits, type ListenerLimits } from "./limits.ts";
import { isEventStream, linger, send, sendRaw } from "./send.ts";
import { type Body, createBody, cut, slow, webRequest } from "./web-request.ts";

export interface ListenerDeps {
  /** The app. */
  fetch(request: Request, env: Env["Bindings"]): Response | Promise<Response>;
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
  readonly connection: Connection;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Body;
  /** Why it is refused before the gate. */
  readonly refusal: ProblemError | undefined;
}

/** node's own limit on a head is the same in the three runtimes; stated here so that it cannot drift. */
const maxHeadBytes = 16_384;

export function createListener(deps: ListenerDeps): Listener {
  const limits = { ...defaultLimits, ...deps.limits };
  const connections = createConnections(limits, deps.now, (socket) => refuse(socket, slow()));
  /** Sockets answered outside any request. Deno hands errors a socket that is not the connection's own. */
  const refused = new WeakSet<Socket>();
  let closing = false;

  const http = createHttpServer(
    {
      // A missing Host is the gate's to answer, with a problem.
      requireHostHeader: false,
      insecureHTTPParser: false,
      maxHeaderSize: maxHeadBytes,
      keepAliveTimeout: limits.keepAliveMs,
    },
    (request, response) => receive(request, response),
  );
  // Other times are the sweep's, which is the same on every runtime.
  http.timeout = 0;
  // node drops headers beyond a count without a word, a second Host among them; their bytes are bounded above.
  http.maxHeadersCount = 0;
  // A client may end its side once its request is whole: without this its answer is thrown away. It is not in the types.
  Object.assign(http, { httpAllowHalfOpen: true });
  http.on("checkContinue", (request: IncomingMessage, response: ServerResponse) =>
    receive(request, response),
  );
  http.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    const expectation = new ProblemError("bad_request", "The Expect header may only say 100-continue.");
    receive(request, response, expectation);
  });
  http.on("connect", (request: IncomingMessage, socket: Socket) => void tunnel(request, socket));
  http.on("clientError", (error: Error & { code?: string }, socket: Socket) => {
    // Deno reports the same error until the socket is destroyed.
    if (socket.destroyed) return;
    const connection = connections.of(socket);
    if (error.code === "ECONNRESET" || error.code === "EPIPE") socket.destroy();
    else if (connection?.answering()) {
      // Its answer is on the way, or the request itself was sound and only what follows is broken.
      connection.endsAfterOpen = true;
    } else refuse(socket, malformed(error));
  });

  // Sockets are accepted here and handed over: a server of node:http tells neither Bun's connections before their first
  // bytes, nor on Bun that a client has ended its side.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    connections.add(socket);
    if (!socket.destroyed) http.emit("connection", socket);
  });

  /** Answers outside any request: what the parser could not read, or what came too slowly. */
  function refuse(socket: Socket, problem: ProblemError): void {
    if (socket.destroyed || refused.has(socket)) return;
    refused.add(socket);
    const requestId = deps.randomUUID();
    const response = problemResponse(problem, requestId);
    deps.log(requestEvent({ method: "-", target: "-" }, response.status, 0, requestId));
    void sendRaw(socket, response, limits.lingerMs);
  }

  /** One request after the other, so that nothing behind an early answer is ever acted on. */
  function receive(request: IncomingMessage, response: ServerResponse, refusal?: ProblemError): void {
    const { socket } = request;
    const connection = connections.of(socket) ?? connections.add(socket);
    if (connection.endsAfterOpen || connection.open >= limits.maxPipelined) {
      connection.endsAfterOpen = true;
      socket.pause();
      return;
    }
    connection.open++;
    const body = createBody(request, response, {
      took: (bytes) => connection.took(bytes),
      whole: () => connection.begin("working"),
    });
    if (connection.open === 1) connection.body = body;
    // What came in one piece is counted before any of it is answered, on every runtime.
    connection.turn = Promise.all([connection.turn, setImmediate()])
      .then(() => serve({ connection, request, response, body, refusal }))
      .catch((error: unknown) => {
        deps.log({ kind: "failure", requestId: "-", error });
        socket.destroy();
      })
      .then(() => {
        connection.open--;
      });
  }

  async function serve({ connection, request, response, body, refusal }: Arrival): Promise<void> {
    const { socket } = request;
    if (connection.last || response.destroyed || refused.has(socket)) return;
    connection.begin(body.awaited ? "receiving" : "working");
    connection.body = body;
    const gone = new AbortController();
    response.on("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    const halfClosed = watchHalfClosed(request, response, limits.probeMs, () => {
      if (!body.arrived()) body.fail(cut());
    });
    const answer = await answerOf(request, body, gone.signal, refusal);
    if (isEventStream(answer)) halfClosed.streams();
    else halfClosed.answered();
    if (response.destroyed || refused.has(socket)) return;
    connection.begin("sending");
    // After a malformed request nothing that follows on the connection can be trusted.
    const lastServed = () => connection.endsAfterOpen && connection.open === 1;
    connection.last ||= closing || body.unread() || answer.status === 400 || lastServed();
    const unread = body.unread() || lastServed();
    await send(response, answer, {
      last: connection.last,
      beforeEnd: unread ? () => linger(request, limits.lingerMs) : undefined,
      writing: () => connection.begin("sending"),
      waiting: () => connection.begin("working"),
    });
    if (connection.last || lastServed()) socket.end();
    connection.begin("idle");
  }

  /** What the app says, or why it is not asked. */
  async function answerOf(
    request: IncomingMessage,
    body: Body | undefined,
    signal: AbortSignal,
    refusal: ProblemError | undefined,
  ): Promise<Response> {
    const asked = refusal ?? wrongVersion(request) ?? readable(() => webRequest(request, body, signal));
    if (asked instanceof Request) return deps.fetch(asked, { incoming: request });
    const requestId = deps.randomUUID();
    const answer = problemResponse(asked, requestId);
    deps.log(requestEvent({ method: request.method ?? "", target: request.url ?? "" }, 400, 0, requestId));
    return answer;
  }

  /** CONNECT gets the gate's answer like any method; there is no tunnel. */
  async function tunnel(request: IncomingMessage, socket: Socket): Promise<void> {
    const answer = await answerOf(request, undefined, new AbortController().signal, undefined);
    await sendRaw(socket, answer, limits.lingerMs);
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
          clearTimeout(deadline);
          connections.stop();
          closed();
        };
        const deadline = setTimeout(() => {
          connections.destroyAll();
          finish();
        }, graceMs);
        server.close(finish);
        connections.destroyIdle();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the listener has no TCP address");
  return address.port;
}

/** A head that no Request can have is no head of HTTP. */
function readable(make: () => Request): Request | ProblemError {
  try {
    return make();
  } catch {
    return malformed({});
  }
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
