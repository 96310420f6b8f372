/** A web Request from node:http's input. Its body is a stream that is read only when a route asks for it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { ProblemError } from "../../core/problem.ts";

/** 400 for a head or a body that arrives too slowly. */
export function slow(): ProblemError {
  return new ProblemError("bad_request", "The request did not arrive in time.");
}

/** 400 for an incomplete body. */
export function cut(): ProblemError {
  return new ProblemError("bad_request", "The body ended before its announced length.");
}

/** Gets the size of each piece read, and is called at the end. */
interface BodyListener {
  took(bytes: number): void;
  whole(): void;
}

export class Body {
  /** Whether the head announces a body. */
  readonly awaited: boolean;
  readonly stream: ReadableStream<Uint8Array>;
  readonly #request: IncomingMessage;
  readonly #listener: BodyListener;
  /** While a route reads. */
  #reader: ReadableStreamDefaultController<Uint8Array> | undefined;
  #complete: boolean;
  #failure: ProblemError | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, listener: BodyListener) {
    const { headers } = request;
    this.#request = request;
    this.#listener = listener;
    this.awaited = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
    this.#complete = !this.awaited;
    let begun = false;
    // No read-ahead: the client gets 100 Continue when a route wants the body.
    this.stream = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (this.#failure) controller.error(this.#failure);
          else if (begun) request.resume();
          else {
            if (headers.expect !== undefined) response.writeContinue();
            this.#begin(controller);
          }
          begun = true;
        },
        cancel: () => {
          this.#reader = undefined;
          request.removeAllListeners("data");
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Whether an announced body hasn't been completely read by a route. */
  unread(): boolean {
    return !this.#complete;
  }

  /** Whether the whole message has arrived, read or not. */
  arrived(): boolean {
    return !this.awaited || this.#request.complete;
  }

  /** Makes reading it fail, now or when it begins; no effect if nobody reads. */
  fail(problem: ProblemError): void {
    this.#failure = problem;
    this.#end()?.error(problem);
  }

  #begin(reader: ReadableStreamDefaultController<Uint8Array>): void {
    const request = this.#request;
    this.#reader = reader;
    const breakOff = () => this.#end()?.error(cut());
    request.on("data", this.#take);
    request.once("error", breakOff);
    request.once("close", breakOff);
    request.once("end", () => {
      if (!request.complete) return breakOff();
      this.#complete = true;
      const ended = this.#end();
      if (!ended) return;
      this.#listener.whole();
      ended.close();
    });
  }

  readonly #take = (chunk: Uint8Array): void => {
    this.#listener.took(chunk.length);
    if (!this.#reader) return;
    this.#reader.enqueue(chunk);
    this.#request.pause();
  };

  /** Stops passing pieces on; returns the reader, if there is one. */
  #end(): ReadableStreamDefaultController<Uint8Array> | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader) this.#request.off("data", this.#take);
    return reader;
  }
}

/** Methods that a Request can't have. No route has them either; the app uses the method as sent. */
const unsayable = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Throws a TypeError for a head that no Request can represent. */
export function webRequest(
  { method = "", url = "", rawHeaders }: IncomingMessage,
  body: Body | undefined,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");

  const requestMethod = unsayable.has(method) ? "GET" : method;
  const carries = body?.awaited === true && requestMethod !== "GET" && requestMethod !== "HEAD";
  return new Request(`http://127.0.0.1${url.startsWith("/") ? url : "/"}`, {
    method: requestMethod,
    headers,
    signal,
    ...(carries && { body: body.stream, duplex: "half" }),
  });
}
