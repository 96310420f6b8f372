/** Exchanges from and to web-standard requests: for embedding, and for a face that speaks Request (MCP). */
import { maxBodyBytes } from "../core/limits.ts";
import type { Exchange, RequestHead } from "./exchange.ts";
import { tooLarge } from "./gate.ts";

/** An exchange read from a Request. A Request has a URL where the wire has a Host header: it stands in when none is set. */
export function exchangeOf(request: Request, requestId: string): Exchange {
  const url = new URL(request.url);
  const headers = [...request.headers];
  if (!request.headers.has("host")) headers.push(["host", url.host]);
  const head: RequestHead = { method: request.method, target: `${url.pathname}${url.search}`, headers };
  return { head, requestId, signal: request.signal, readBody: () => readStream(request.body) };
}

async function readStream(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A reader instead of `for await`: cancelling must not wait for a sender that has stopped.
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBodyBytes) {
      reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(value);
  }
  return concatenate(chunks, length);
}

/** The chunks as one array of `length` bytes. */
export function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Headers a Request may not or need not carry: the connection is ours. */
const hopByHop = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "expect",
  "keep-alive",
  "upgrade",
]);

/** A Request with the body read and counted. Throws 413 like the exchange itself. */
export async function requestOf(exchange: Exchange): Promise<Request> {
  const { head, signal } = exchange;
  const headers = new Headers();
  for (const [name, value] of head.headers) {
    if (!hopByHop.has(name.toLowerCase())) headers.append(name, value);
  }
  const hasBody = head.method !== "GET" && head.method !== "HEAD";
  const bytes = hasBody ? await exchange.readBody() : undefined;
  return new Request(new URL(head.target, "http://127.0.0.1").href, {
    method: head.method,
    headers,
    signal,
    ...(bytes && { body: new Uint8Array(bytes) }),
  });
}
