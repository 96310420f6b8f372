/** The body of a node:http request: read on demand, counted while it comes, never more of it kept than the limit. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { maxBodyBytes } from "../core/limits.ts";
import { ProblemError } from "../core/problem.ts";
import { tooLarge } from "./gate.ts";
import { concatenate } from "./web-exchange.ts";

/** 400 for a head or a body that takes too long. */
export function slow(): ProblemError {
  return new ProblemError("bad_request", "The request did not arrive in time.");
}

export interface Body {
  /** Whether the head announces a body. */
  readonly awaited: boolean;
  read(): Promise<Uint8Array>;
  /** Whether an announced body has not been read to its end by a route. */
  unread(): boolean;
  /** Whether the whole message has arrived, read or not. */
  arrived(): boolean;
  /** Ends a running `read` with 400; without one nothing happens. */
  fail(): void;
}

export function createBody(request: IncomingMessage, response: ServerResponse): Body {
  const { headers } = request;
  const awaited = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  let complete = !awaited;
  let stop: ((problem: ProblemError) => void) | undefined;

  const read = () =>
    new Promise<Uint8Array>((done, failed) => {
      if (complete) return done(new Uint8Array());
      if (headers.expect !== undefined) response.writeContinue();
      const chunks: Uint8Array[] = [];
      let length = 0;
      stop = (problem) => {
        stop = undefined;
        request.off("data", take);
        failed(problem);
      };
      const take = (chunk: Uint8Array) => {
        length += chunk.length;
        if (length > maxBodyBytes) stop?.(tooLarge());
        else chunks.push(chunk);
      };
      request.on("data", take);
      request.once("end", () => {
        complete = request.complete;
        stop = undefined;
        done(concatenate(chunks, length));
      });
      const cut = () =>
        stop?.(new ProblemError("bad_request", "The body ended before its announced length."));
      request.once("error", cut);
      request.once("close", cut);
    });

  return {
    awaited,
    read,
    unread: () => !complete,
    arrived: () => !awaited || request.complete,
    fail: () => stop?.(slow()),
  };
}
