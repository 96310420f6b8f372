/** A plain HTTP client for the contract: one request, one answer, nothing added by itself. */
import { type IncomingHttpHeaders, request } from "node:http";

/** Where to ask, and as whom; a started service is one. */
export interface Address {
  readonly port: number;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as it is. */
  readonly body?: object | string;
  readonly signal?: AbortSignal;
}

/** One request with the right Host and token; headers given replace them. */
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
        // One connection for each call: an answer never depends on the one before.
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

/** A tool call over HTTP. */
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
