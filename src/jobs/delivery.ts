/** Delivers a job's event: five attempts with increasing waits. */
import type { JobCallback } from "../core/jobs.ts";
import { callbackBackoffMs, callbackTimeoutMs } from "../core/limits.ts";
import { serviceName, version } from "../core/version.ts";
import type { Signer } from "./signature.ts";

/** One POST: resolves with the response's status, rejects if the receiver couldn't be reached in time. */
export type Send = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  timeoutMs: number,
) => Promise<number>;

export interface DeliveryDeps {
  readonly send: Send;
  readonly signer: Signer;
  /** Unix time in milliseconds. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  randomUUID(): string;
}

/** Concurrent attempts to one origin, and in total: a hanging receiver delays its own events, and doesn't hold a socket per job. */
const maxAttempts = { origin: 16, all: 256 };

/** A delivery in progress: the callback object as shown in the job, updated with each attempt. */
export interface Delivery {
  readonly callback: JobCallback;
  /** Resolves once delivered or failed; rejects if the deliverer was closed. */
  run(body: Uint8Array): Promise<void>;
}

export interface Deliverer {
  prepare(url: URL): Delivery;
  /** Drops all waiting deliveries. */
  close(): void;
}

/** Whether another attempt may succeed: after no response, 408, 429 and 5xx. */
export function isRetryable(status: number | null): boolean {
  return status === null || status === 408 || status === 429 || (status >= 500 && status <= 599);
}

/** The state of a delivery in progress, as shown in the callback object. */
type State = { -readonly [Field in Exclude<keyof JobCallback, "url">]: JobCallback[Field] };

export function createDeliverer(deps: DeliveryDeps): Deliverer {
  /** One per delivery in progress: runtimes warn of a leak when many listeners share a signal. */
  const underWay = new Set<AbortController>();
  const turn = createTurnstile(maxAttempts);
  let closed: Error | undefined;

  async function attempt(url: URL, id: string, body: Uint8Array): Promise<number | null> {
    const timestamp = Math.floor(deps.now() / 1000);
    const headers = {
      "content-type": "application/json",
      "user-agent": `${serviceName}/${version}`,
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": deps.signer.sign(id, timestamp, body),
    };
    return deps.send(url, headers, body, callbackTimeoutMs).catch(() => null);
  }

  /** Attempts to deliver one event until a result is final; `once` makes an attempt. */
  async function deliver(
    state: State,
    origin: string,
    stop: AbortSignal,
    once: () => Promise<number | null>,
  ) {
    state.status = "delivering";

    for (let number = 0; number <= callbackBackoffMs.length; number++) {
      const pause = callbackBackoffMs[number - 1];
      if (pause !== undefined) await deps.wait(pause, stop);
      stop.throwIfAborted();
      await turn.enter(origin);
      try {
        state.attempts = number + 1;
        state.last_status = await once();
      } finally {
        turn.leave(origin);
      }
      const status = state.last_status;
      if (status !== null && status >= 200 && status <= 299) {
        state.status = "delivered";
        return;
      }
      if (!isRetryable(status)) break;
    }

    state.status = "failed";
  }

  return {
    prepare(url) {
      const state: State = { status: "pending", attempts: 0, last_status: null };
      const id = `msg_${deps.randomUUID()}`;
      return {
        get callback() {
          return { url: url.href, ...state };
        },
        async run(body) {
          const stop = new AbortController();
          if (closed) stop.abort(closed);
          underWay.add(stop);
          try {
            await deliver(state, url.origin, stop.signal, () => attempt(url, id, body));
          } finally {
            underWay.delete(stop);
          }
        },
      };
    },
    close() {
      closed = new Error("the service is stopping");
      for (const stop of underWay) stop.abort(closed);
      turn.close(closed);
    },
  };
}

/** Limits concurrency per origin and in total; the origin with the fewest attempts in progress goes first. */
function createTurnstile(places: { readonly origin: number; readonly all: number }) {
  interface Waiting {
    readonly done: () => void;
    readonly fail: (reason: Error) => void;
  }
  /** By origin, while any attempt is in progress or waiting. */
  const origins = new Map<string, { inside: number; readonly waiting: Waiting[] }>();
  let inside = 0;

  const state = (origin: string) => {
    const known = origins.get(origin) ?? { inside: 0, waiting: [] };
    origins.set(origin, known);
    return known;
  };

  const admit = () => {
    if (inside >= places.all) return;
    const [next] = [...origins.values()]
      .filter((one) => one.waiting.length > 0 && one.inside < places.origin)
      .sort((a, b) => a.inside - b.inside);
    if (!next) return;
    inside++;
    next.inside++;
    next.waiting.shift()?.done();
  };

  return {
    enter(origin: string): Promise<void> {
      return new Promise((done, fail) => {
        state(origin).waiting.push({ done, fail });
        admit();
      });
    },
    leave(origin: string): void {
      const here = state(origin);
      inside--;
      here.inside--;
      if (here.inside === 0 && here.waiting.length === 0) origins.delete(origin);
      admit();
    },
    close(reason: Error): void {
      for (const { waiting } of origins.values()) for (const { fail } of waiting.splice(0)) fail(reason);
    },
  };
}
