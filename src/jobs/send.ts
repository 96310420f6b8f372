/**
 * One webhook POST over `node:http` (docs/decisions/0013). Not `fetch`: under Bun and Deno it sends even loopback requests to
 * HTTP_PROXY. Never follows redirects, reads only the status, and dials exactly the address that was checked.
 */
import { lookup } from "node:dns/promises";
import * as http from "node:http";
import * as https from "node:https";
import type { Send } from "./delivery.ts";

/** A larger header block in a response is an error, not a reason to allocate. */
const maxHeaderSize = 16_384;

/** An agent without keep-alive that ignores proxies, whatever the environment says. */
const direct = { keepAlive: false, proxyEnv: {} };

/** Resolves a host name: all addresses, in the order to try. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const resolveName: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** Addresses to dial for a URL's host, in order; `localhost` is this computer, whatever a hosts file says. */
async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  if (hostname === "localhost") return ["127.0.0.1", "::1"];
  if (hostname.startsWith("[")) return [hostname.slice(1, -1)];
  return /^[\d.]+$/.test(hostname) ? [hostname] : resolve(hostname);
}

/** The service's sender. `resolve` is an argument so that tests can resolve names. */
export function createSend(resolve: Resolve = resolveName): Send {
  return async (url, headers, body, timeoutMs) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const late = new Promise<never>((_, fail) =>
      signal.addEventListener("abort", () => fail(signal.reason), { once: true }),
    );
    late.catch(() => {});
    const addresses = await Promise.race([addressesOf(url.hostname, resolve), late]);
    let failure: unknown = new Error(`${url.hostname} has no address`);

    for (const address of addresses) {
      try {
        return await post(address, url, headers, body, signal);
      } catch (error) {
        failure = error;
        if (signal.aborted || !isConnectError(error)) break;
      }
    }

    throw failure;
  };
}

/** Whether nothing was sent, so that the host's next address may be tried. */
function isConnectError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "ConnectionRefused"].includes(code);
}

function post(
  address: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<number> {
  const secure = url.protocol === "https:";
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const options = {
    host: address,
    port: Number(url.port || (secure ? 443 : 80)),
    path: `${url.pathname}${url.search}`,
    method: "POST",
    headers: { host: url.host, ...headers, "content-length": String(body.length), connection: "close" },
    maxHeaderSize,
    signal,
    agent: secure ? new https.Agent({ ...direct, servername: name }) : new http.Agent(direct),
    ...(secure && { servername: name }),
  };

  return new Promise((done, fail) => {
    const request = (secure ? https : http).request(options, (answer) => {
      done(answer.statusCode ?? 0);
      // Only the status is needed: an endless body costs nothing once its socket is gone.
      answer.on("error", () => {});
      request.destroy();
    });
    request.on("error", fail);
    // Some runtimes end an aborted request without an error.
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    request.end(body);
  });
}
