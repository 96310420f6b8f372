/** HTTP's log entries: an allow-list of fields, never a body, a query, a token or a header (docs/decisions/0015). */
import { pathOf, type RequestHead } from "./request-head.ts";

/** One line per request. */
export interface RequestEvent {
  readonly kind: "request";
  readonly method: string;
  /** Without the query, control characters escaped, truncated. */
  readonly path: string;
  /** 499: the client went away before the response was ready. */
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
  /** The tool called or queued. */
  readonly tool: string | undefined;
  /** The problem's code, if the response was one. */
  readonly code: string | undefined;
}

/** An unexpected failure that caused a 500; `error` is only for the log. */
export interface FailureEvent {
  readonly kind: "failure";
  readonly requestId: string;
  readonly error: unknown;
}

export type LogEvent = RequestEvent | FailureEvent;

/** Logged status of a request whose client has gone. */
export const clientGone = 499;

const maxLogged = 200;

/** A finished request. */
export interface EndedRequest extends Omit<RequestEvent, "kind" | "method" | "path"> {
  readonly head: Pick<RequestHead, "method" | "target">;
}

export function requestEvent({ head, tool, ...rest }: EndedRequest): RequestEvent {
  return {
    kind: "request",
    method: printable(head.method),
    path: printable(pathOf(head)),
    tool: tool === undefined ? undefined : printable(tool),
    ...rest,
  };
}

/** A caller's text as a harmless part of a log line: controls and bidirectional overrides escaped, length limited. */
export function printable(text: string): string {
  const shown = text.length > maxLogged ? `${text.slice(0, maxLogged)}…` : text;
  return shown.replace(
    /[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
