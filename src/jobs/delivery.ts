/** Delivers a job's event: five attempts with growing waits, exactly by SPEC 6.4. */
import type { CallbackStatus, JobCallback } from "../core/jobs.ts";
import { callbackBackoffMs, callbackTimeoutMs } from "../core/limits.ts";
import { serviceName, version } from "../core/version.ts";
import type { Signer } from "./signature.ts";

/** One POST: resolves with the status of the answer, rejects when the receiver could not be reached in time. */
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

/** Attempts at once over all events: a receiver that hangs must not open a socket per job. */
const maxAttemptsAtOnce = 8;

/** A delivery under way: the callback object as the job shows it, changing as attempts are made. */
export interface Delivery {
  readonly callback: JobCallback;
  /** Resolves once delivered or failed; rejects when the deliverer was closed. */
  run(body: Uint8Array): Promise<void>;
}

export interface Deliverer {
  prepare(url: URL): Delivery;
  /** Drops every delivery still waiting (SPEC 6.4). */
  close(): void;
}

/** Whether another attempt may succeed: no answer, 408, 429 and 5xx (SPEC 6.4). */
export function isRetryable(status: number | null): boolean {
  return status === null || status === 408 || status === 429 || (status >= 500 && status <= 599);
}

export function createDeliverer(deps: DeliveryDeps): Deliverer {
  const closing = new AbortController();
  const turn = createTurnstile(maxAttemptsAtOnce);

  async function attempt(url: URL, id: string, body: Uint8Array): Promise<number | null> {
    const timestamp = Math.floor(deps.now() / 1000);
    const headers = {
      "content-type": "application/json",
      "user-agent": `${serviceName}/${version}`,
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": await deps.signer.sign(id, timestamp, body),
    };
    return deps.send(url, headers, body, callbackTimeoutMs).catch(() => null);
  }

  return {
    prepare(url) {
      const state = { status: "pending" as CallbackStatus, attempts: 0, last_status: null as number | null };
      const id = `msg_${deps.randomUUID()}`;
      return {
        get callback() {
          return { url: url.href, ...state };
        },
        async run(body) {
          state.status = "delivering";
          for (let number = 0; number <= callbackBackoffMs.length; number++) {
            const pause = callbackBackoffMs[number - 1];
            if (pause !== undefined) await deps.wait(pause, closing.signal);
            closing.signal.throwIfAborted();
            await turn.enter();
            try {
              state.attempts = number + 1;
              state.last_status = await attempt(url, id, body);
            } finally {
              turn.leave();
            }
            const status = state.last_status;
            if (status !== null && status >= 200 && status <= 299) {
              state.status = "delivered";
              return;
            }
            if (!isRetryable(status)) break;
          }
          state.status = "failed";
        },
      };
    },
    close() {
      const reason = new Error("the service is stopping");
      closing.abort(reason);
      turn.close(reason);
    },
  };
}

/** Lets `places` through at once, the others in order; closing it turns those that wait away. */
function createTurnstile(places: number) {
  let free = places;
  const waiting: { readonly done: () => void; readonly fail: (reason: Error) => void }[] = [];
  return {
    async enter(): Promise<void> {
      if (free > 0) free--;
      else await new Promise<void>((done, fail) => waiting.push({ done, fail }));
    },
    leave(): void {
      const next = waiting.shift();
      if (next) next.done();
      else free++;
    },
    close(reason: Error): void {
      for (const { fail } of waiting.splice(0)) fail(reason);
    },
  };
}
