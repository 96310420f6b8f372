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

export interface Body {
  /** Whether the head announces a body. */
  readonly awaited: boolean;
  readonly stream: ReadableStream<Uint8Array>;
  /** Whether an announced body hasn't been completely read by a route. */
  unread(): boolean;
  /** Whether the whole message has arrived, read or not. */
  arrived(): boolean;
  /** Makes reading it fail, now or when it begins; no effect if nobody reads. */
  fail(problem: ProblemError): void;
}

/** `took` gets the size of each piece read; `whole` is called at the end. */
export function createBody(
  request: IncomingMessage,
  response: ServerResponse,
  listener: { took(bytes: number): void; whole(): void },
): Body {
  const { headers } = request;
  const awaited = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  let complete = !awaited;
  let stop: ((problem: ProblemError) => void) | undefined;
  let failure: ProblemError | undefined;

  const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const finish = () => {
      stop = undefined;
      request.off("data", take);
    };
    stop = (problem) => {
      finish();
      controller.error(problem);
    };

    const take = (chunk: Uint8Array) => {
      listener.took(chunk.length);
      if (!stop) return;
      controller.enqueue(chunk);
      request.pause();
    };

    const breaksOff = () => stop?.(cut());
    if (headers.expect !== undefined) response.writeContinue();
    request.on("data", take);
    request.once("error", breaksOff);
    request.once("close", breaksOff);
    request.once("end", () => {
      if (!request.complete) return breaksOff();
      complete = true;
      if (!stop) return;
      finish();
      listener.whole();
      controller.close();
    });
  };

  let begun = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (failure) controller.error(failure);
        else if (begun) request.resume();
        else begin(controller);
        begun = true;
      },
      cancel() {
        stop = undefined;
        request.removeAllListeners("data");
      },
    },
    // No read-ahead: the client gets 100 Continue when a route wants the body.
    { highWaterMark: 0 },
  );

  return {
    awaited,
    stream,
    unread: () => !complete,
    arrived: () => !awaited || request.complete,
    fail(problem) {
      failure = problem;
      stop?.(problem);
    },
  };
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
