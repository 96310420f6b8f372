/**
 * The downloader's requests: where they may go, how to interpret responses, and when to retry. An aborted signal ends them
 * with its own reason.
 */

import { codeOf, failed, ProblemError } from "../../core/problem.ts";
import { trimEndOf } from "../../core/trim.ts";
import type { Timers } from "../../host/process/timers.ts";

/** The network and the clock, as arguments. */
export interface Web extends Pick<Timers, "now" | "after"> {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Resolves after this many milliseconds; rejects as soon as the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** A failure after which the same request may succeed. */
export class Again extends Error {
  /** The wait requested by the server, in milliseconds. */
  readonly waitMs: number;
  constructor(message: string, waitMs = 0) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Waits between attempts, in milliseconds. */
const pauses = [1000, 2000, 4000, 8000, 16_000];
/** The longest wait that a server may request. */
const longestPause = 60_000;
/** A connection that sends nothing for this long is abandoned. */
export const stallMs = 60_000;
const mostRedirects = 5;

/** A base address. Throws 422 unless it is https, or http on this computer. */
function baseAddress(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isAllowed(url) || url.search !== "" || url.hash !== "")
    throw failed(
      `${name} ${JSON.stringify(text.slice(0, 200))} is not usable: give an https address (http only for this computer)`,
    );
  return trimEndOf(url.href, "/");
}

/** The first of these variables that is set, as a base address; `otherwise` if none is. Throws 422 for an unusable one. */
export function addressFrom(
  names: readonly string[],
  variable: (name: string) => string | undefined,
  otherwise: string,
): string {
  for (const name of names) {
    const value = variable(name);
    if (value) return baseAddress(value, name);
  }
  return otherwise;
}

function isAllowed(url: URL): boolean {
  const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && loopback);
}

export interface Asked {
  readonly method?: "GET" | "HEAD";
  /** Offset of the first wanted byte. */
  readonly from?: number;
  readonly signal: AbortSignal;
  /** Whether a redirect already contains the requested information. */
  readonly enough?: (answer: Response) => boolean;
}

/** The response after all redirects: with status 200 or 206, or `enough`. Throws `Again`, or 422 if a retry is pointless. */
export async function request(web: Web, address: string, asked: Asked): Promise<Response> {
  let url = address;
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const answer = await send(web, url, asked);
    if (asked.enough?.(answer)) return answer;
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
    if (location === null) return checked(answer, url);
    await drop(answer);
    url = redirected(url, location);
  }
  throw failed(`${hostOf(address)} redirects in a loop; nothing was downloaded from there`);
}

async function send(web: Web, url: string, { method = "GET", from, signal }: Asked): Promise<Response> {
  // Compressed bytes could be neither counted nor resumed.
  const headers: Record<string, string> = { "accept-encoding": "identity", "user-agent": "pdfd" };
  if (from !== undefined && from > 0) headers.range = `bytes=${from}-`;
  const stop = new AbortController();
  using _timer = web.after(stallMs, () => stop.abort());

  try {
    return await web.fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.any([signal, stop.signal]),
    });
  } catch (error) {
    signal.throwIfAborted();
    // Deno without network permission: its message names the permission.
    if (error instanceof Error && error.name === "NotCapable") throw error;
    throw new Again(`${hostOf(url)} cannot be reached (${reasonOf(error)})`);
  }
}

/** From https only to https: a confidential request must not become public. */
function redirected(from: string, location: string): string {
  const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (!to || !isAllowed(to) || (from.startsWith("https:") && to.protocol !== "https:"))
    throw failed(
      `${hostOf(from)} redirects to an address that is not https; nothing was downloaded from there`,
    );
  return to.href;
}

async function checked(answer: Response, url: string): Promise<Response> {
  const { status } = answer;
  if (status === 200 || status === 206) return answer;
  await drop(answer);
  const message = `${url} answered ${status}`;
  if (status === 429 || status >= 500) {
    const seconds = Number(answer.headers.get("retry-after") ?? 0);
    throw new Again(
      message,
      Number.isFinite(seconds) ? Math.min(longestPause, Math.max(0, seconds * 1000)) : 0,
    );
  }
  throw failed(`Cannot download: ${message}. ${advice}`);
}

/** Advice for when the hub is unusable. */
export const advice =
  "A mirror can be set with PDFD_MODEL_ENDPOINT; files obtained elsewhere can be imported with: pdfd models import <folder> <model>";

/** A response's bytes as they arrive. Throws `Again` if the connection ends or nothing arrives for a minute. */
export async function* bodyOf(web: Web, answer: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader();
  if (!reader) return;

  let stalled = false;
  const giveUp = () => {
    stalled = true;
    reader.cancel().catch(() => {});
  };

  const onAbort = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", onAbort, { once: true });
  let timer = web.after(stallMs, giveUp);
  let set = web.now();

  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (stalled) throw new Again(`${hostOf(answer.url)} sent nothing for ${stallMs / 1000} seconds`);
      if (done) return;
      const piece: Uint8Array = value;
      yield piece;
      // A timer per piece would mean thousands per second.
      if (web.now() - set < 1000) continue;
      timer[Symbol.dispose]();
      timer = web.after(stallMs, giveUp);
      set = web.now();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Again || error instanceof ProblemError) throw error;
    throw new Again(`the connection broke (${reasonOf(error)})`);
  } finally {
    timer[Symbol.dispose]();
    signal.removeEventListener("abort", onAbort);
    reader.cancel().catch(() => {});
  }
}

/**
 * Retries until it succeeds, at most five more times; an attempt that made `progress` (which returns a growing number)
 * restarts the count. Throws 422 with the last reason.
 */
export async function retrying<T>(
  web: Web,
  signal: AbortSignal,
  what: string,
  attempt: () => Promise<T>,
  progress: () => number = () => 0,
): Promise<T> {
  for (let tried = 0, reached = progress(); ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Again)) throw error;
      if (progress() > reached) {
        reached = progress();
        tried = 0;
      }
      const pause = pauses[tried];
      if (pause === undefined)
        throw failed(
          `Cannot download ${what}: ${error.message}. The partial download can be resumed. ${advice}`,
          { cause: error },
        );
      await web.wait(Math.max(pause, error.waitMs), signal).catch((reason: unknown) => {
        signal.throwIfAborted();
        throw reason;
      });
    }
  }
}

async function drop(answer: Response): Promise<void> {
  await answer.body?.cancel().catch(() => {});
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "the server");

/** Runtimes wrap the system's error. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(inner instanceof Error)) return "unknown reason";
  return codeOf(inner) ?? inner.message.slice(0, 200);
}
