/**
 * The listener: node:http on node:net, the same on Bun, Deno and Node, on the loopback address only. It turns socket input
 * into web Requests and Responses into bytes, and owns all connection rules and nothing else.
 */
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { ProblemError } from "../../core/problem.ts";
import { isEventStream } from "../json-list.ts";
import { problemResponse } from "../problem-response.ts";
import type { Env, RequestHead } from "../request-head.ts";
import { type LogEvent, requestEvent } from "../request-log.ts";
import { type Connection, Connections } from "./connections.ts";
import { watchHalfClosed } from "./half-closed.ts";
import { defaultLimits, type ListenerLimits } from "./limits.ts";
import { linger, send, sendRaw } from "./send.ts";
import { Body, cut, slow, webRequest } from "./web-request.ts";

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
  /** Listens on 127.0.0.1; 0 picks a free port. Returns the port, or rejects with the system's error (EADDRINUSE). */
  listen(port: number): Promise<number>;
  /** Accepts no more connections, waits at most `graceMs` for running requests, then closes all others. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

/** A request whose head has arrived. */
interface Arrival {
  readonly connection: Connection;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Body;
  /** Why it was rejected before the gate. */
  readonly refusal: ProblemError | undefined;
}

/** node's default limit on heads is the same in all three runtimes; set here so that it can't drift. */
const maxHeadBytes = 16_384;

export const createListener = (deps: ListenerDeps): Listener => new NodeListener(deps);

class NodeListener implements Listener {
  readonly #deps: ListenerDeps;
  readonly #limits: ListenerLimits;
  readonly #connections: Connections;
  readonly #http: HttpServer;
  readonly #server: Server;
  /** Sockets answered outside any request. Deno passes errors with a socket other than the connection's own. */
  readonly #refused = new WeakSet<Socket>();
  #closing = false;

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
    this.#limits = { ...defaultLimits, ...deps.limits };
    this.#connections = new Connections(this.#limits, deps.now, (socket) => this.#refuse(socket, slow()));
    this.#http = httpServer(this.#limits);
    this.#http.on("request", (request, response) => this.#receive(request, response));
    this.#http.on("checkContinue", (request, response) => this.#receive(request, response));
    this.#http.on("checkExpectation", (request, response) => {
      const expectation = new ProblemError("bad_request", "The Expect header may only be 100-continue.");
      this.#receive(request, response, expectation);
    });
    this.#http.on(
      "connect",
      (request: IncomingMessage, socket: Socket) => void this.#tunnel(request, socket),
    );
    this.#http.on("clientError", (error: Error, socket: Socket) => this.#fail(error, socket));
    // Sockets are accepted here and handed over: an http server on Bun reports connections only after their first bytes, and
    // never reports that a client has ended its side.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      this.#connections.add(socket);
      if (!socket.destroyed) this.#http.emit("connection", socket);
    });
  }

  listen(port: number): Promise<number> {
    return new Promise((listening, failed) => {
      this.#server.once("error", failed);
      this.#server.listen({ port, host: "127.0.0.1" }, () => {
        this.#server.off("error", failed);
        this.#connections.start();
        listening(portOf(this.#server.address()));
      });
    });
  }

  close({ graceMs }: { readonly graceMs: number }): Promise<void> {
    return new Promise((closed) => {
      this.#closing = true;

      const finish = () => {
        clearTimeout(end);
        this.#connections.stop();
        closed();
      };

      const end = setTimeout(() => {
        this.#connections.destroyAll();
        finish();
      }, graceMs);
      this.#server.close(finish);
      this.#connections.destroyIdle();
    });
  }

  /** Unparsable input, or a broken socket. */
  #fail(error: Error & { readonly code?: string }, socket: Socket): void {
    // Deno reports the same error until the socket is destroyed.
    if (socket.destroyed) return;
    const connection = this.#connections.of(socket);
    if (error.code === "ECONNRESET" || error.code === "EPIPE") socket.destroy();
    else if (connection?.answering()) {
      // Its response is being sent, or the request itself was sound and only the data after it is broken.
      connection.endsAfterOpen = true;
    } else this.#refuse(socket, malformed(error));
  }

  /** Answers outside any request: unparsable input, or a request that arrived too slowly. */
  #refuse(socket: Socket, problem: ProblemError): void {
    if (socket.destroyed || this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const answer = this.#problem({ method: "-", target: "-" }, problem);
    void sendRaw(socket, answer, this.#limits.lingerMs);
  }

  /** A response from the listener itself, with a log line. */
  #problem(head: Pick<RequestHead, "method" | "target">, problem: ProblemError): Response {
    const requestId = this.#deps.randomUUID();
    const answer = problemResponse(problem, requestId);
    const { status } = answer;
    this.#deps.log(requestEvent({ head, status, ms: 0, requestId, tool: undefined, code: problem.code }));
    return answer;
  }

  /** Handles one request at a time, so that nothing after an early response is ever acted on. */
  #receive(request: IncomingMessage, response: ServerResponse, refusal?: ProblemError): void {
    const { socket } = request;
    const connection = this.#connections.of(socket) ?? this.#connections.add(socket);

    if (connection.endsAfterOpen || connection.open >= this.#limits.maxPipelined) {
      connection.endsAfterOpen = true;
      socket.pause();
      return;
    }

    connection.open++;
    const body = new Body(request, response, {
      took: (bytes) => connection.took(bytes),
      whole: () => connection.begin("working"),
    });
    if (connection.open === 1) connection.body = body;
    // Requests that arrived together are counted before any of them is answered, on every runtime.
    connection.turn = Promise.all([connection.turn, setImmediate()])
      .then(() => this.#serve({ connection, request, response, body, refusal }))
      .catch((error: unknown) => {
        this.#deps.log({ kind: "failure", requestId: "-", error });
        socket.destroy();
      })
      .then(() => {
        connection.open--;
      });
  }

  async #serve({ connection, request, response, body, refusal }: Arrival): Promise<void> {
    const { socket } = request;
    const over = () => response.destroyed || this.#refused.has(socket);
    if (connection.last || over()) return;

    connection.begin(body.awaited ? "receiving" : "working");
    connection.body = body;
    const gone = new AbortController();
    response.on("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    const halfClosed = watchHalfClosed(request, response, this.#limits.probeMs, () => {
      if (!body.arrived()) body.fail(cut());
    });
    const answer = await this.#answer(request, body, gone.signal, refusal);
    if (isEventStream(answer)) halfClosed.streams();
    else halfClosed.answered();
    if (over()) return;
    connection.begin("sending");
    // After a malformed request, nothing else on the connection can be trusted.
    const lastServed = () => connection.endsAfterOpen && connection.open === 1;
    connection.last ||= this.#closing || body.unread() || answer.status === 400 || lastServed();
    const unread = body.unread() || lastServed();
    await send(response, answer, {
      last: connection.last,
      beforeEnd: unread ? () => linger(request, this.#limits.lingerMs) : undefined,
      writing: () => connection.begin("sending"),
      waiting: () => connection.begin("working"),
    });
    if (connection.last || lastServed()) socket.end();
    connection.begin("idle");
  }

  /** The app's response, or the reason why the app isn't asked. */
  async #answer(
    request: IncomingMessage,
    body: Body | undefined,
    signal: AbortSignal,
    refusal?: ProblemError,
  ): Promise<Response> {
    const asked =
      refusal ?? wrongVersion(request) ?? translateErrors(() => webRequest(request, body, signal));
    if (asked instanceof Request) return this.#deps.fetch(asked, { incoming: request });
    return this.#problem({ method: request.method ?? "", target: request.url ?? "" }, asked);
  }

  /** CONNECT gets the gate's response like any method; there is no tunnel. */
  async #tunnel(request: IncomingMessage, socket: Socket): Promise<void> {
    const answer = await this.#answer(request, undefined, new AbortController().signal);
    await sendRaw(socket, answer, this.#limits.lingerMs);
  }
}

/** The HTTP/1.1 parser and writer; it doesn't listen itself. */
function httpServer(limits: ListenerLimits): HttpServer {
  const server = createHttpServer({
    // The gate answers a missing Host with a problem.
    requireHostHeader: false,
    insecureHTTPParser: false,
    maxHeaderSize: maxHeadBytes,
    keepAliveTimeout: limits.keepAliveMs,
  });
  // The sweep handles the other timeouts, the same on every runtime.
  server.timeout = 0;
  // node silently drops headers beyond a count, even a second Host; their bytes are limited above.
  server.maxHeadersCount = 0;

  // A client may end its side once its request is complete: without this, its response would be discarded. Missing from the types.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the listener has no TCP address");
  return address.port;
}

/** A head that no Request can represent isn't valid HTTP. */
function translateErrors(make: () => Request): Request | ProblemError {
  try {
    return make();
  } catch {
    return malformed({});
  }
}

function wrongVersion(request: IncomingMessage): ProblemError | undefined {
  if (request.httpVersion === "1.1" || request.httpVersion === "1.0") return undefined;
  return new ProblemError("bad_request", "Use HTTP/1.1 or HTTP/1.0.");
}

function malformed(error: { readonly code?: string }): ProblemError {
  if (error.code === "HPE_HEADER_OVERFLOW")
    return new ProblemError("bad_request", `The request head is over ${maxHeadBytes} bytes.`);
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return slow();
  return new ProblemError("bad_request", "The request is not well-formed HTTP/1.1.");
}
