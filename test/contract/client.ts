/** A plain HTTP client for the contract: one request, one response, and no headers of its own. */
import { type IncomingHttpHeaders, request } from "node:http";

/** The address and token of a service; a started service is one. */
export interface Address {
  readonly port: number;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined if it isn't JSON. */
  readonly body: unknown;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON, strings unchanged. */
  readonly body?: object | string;
  readonly signal?: AbortSignal;
}

/** Sends one request with the correct Host and token, which the given headers can override. */
export function ask(service: Address, path: string, options: Ask = {}): Promise<Answer> {
  const data = typeof options.body === "object" ? JSON.stringify(options.body) : options.body;
  const headers: Record<string, string> = {
    authorization: `Bearer ${service.token}`,
    ...(data !== undefined && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(data)),
    }),
    ...options.headers,
  };
  return new Promise((done, fail) => {
    const call = request(
      {
        host: "127.0.0.1",
        port: service.port,
        path,
        method: options.method ?? (data === undefined ? "GET" : "POST"),
        headers,
        // One connection per call, so that no answer depends on an earlier one.
        agent: false,
        ...(options.signal && { signal: options.signal }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", fail);
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString();
          done({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: parse(text) });
        });
      },
    );
    call.on("error", fail);
    call.end(data);
  });
}

/** Calls a tool over HTTP. */
export function callTool(
  service: Address,
  tool: string,
  input: object,
  signal?: AbortSignal,
): Promise<Answer> {
  return ask(service, `/v1/tools/${tool}`, { body: input, ...(signal && { signal }) });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
