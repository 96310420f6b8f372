/**
 * Reads page images for everything that this program runs: one page at a time, in order of arrival, by our own process or by
 * a server on this computer. Pictures pass through here as base64 and are not looked at.
 */
import type {
  ModelName,
  Reading,
  ReadingSettings,
  ReadRequest,
  WrittenPage,
} from "../../core/page-reading.ts";
import { cancellation } from "../../core/problem.ts";
import type { Child } from "../../host/process/child.ts";
import { orAborted } from "../../host/process/timers.ts";
import type { ModelEvent } from "./worker-process.ts";

/** What is decided about reading at the start of the program. */
export interface ReadingOptions {
  readonly settings: ReadingSettings;
  /** Id of this process: a worker whose parent is another ends itself. */
  readonly parent: number;
  readonly log: (event: ModelEvent) => void;
  /** Starts the process that reads; this program once more where omitted. */
  readonly spawn?: (() => Child) | undefined;
}

/** What reads: our own process, or a server. */
export interface ReadingEngine extends Disposable {
  /** Throws 422 when pages cannot be read by this model now. */
  ready(model: ModelName): Promise<void>;
  /** Never two at a time. Settles once the next may come, also when `signal` aborts. */
  read(request: ReadRequest, signal: AbortSignal | undefined): Promise<WrittenPage>;
  /** Ends what it started; resolves when that is gone. */
  close(): Promise<void>;
}

/** `openEngine` is asked once, with the first page; nothing is started before, and nothing more once this is closed. */
export function createReading(openEngine: () => Promise<ReadingEngine>): Reading {
  let opened: ReadingEngine | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  async function engine(): Promise<ReadingEngine> {
    const made = opened ?? (await openEngine());
    opened ??= made;
    if (closed) opened[Symbol.dispose]();
    return opened;
  }

  async function inTurn(
    turn: Promise<unknown>,
    request: ReadRequest,
    signal: AbortSignal | undefined,
  ): Promise<WrittenPage> {
    await turn.catch(() => {});
    if (signal?.aborted) throw cancellation(signal);
    return await (await engine()).read(request, signal);
  }

  return {
    ready: async (model) => await (await engine()).ready(model),
    read(request, signal) {
      const read = inTurn(last, request, signal);
      last = read.catch(() => {});
      return orAborted(read, signal);
    },
    async close() {
      closed = true;
      await opened?.close();
    },
    [Symbol.dispose]() {
      closed = true;
      opened?.[Symbol.dispose]();
    },
  };
}
