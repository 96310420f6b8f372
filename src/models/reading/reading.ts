/**
 * Reads page images for the whole program: one page at a time, in order of arrival, by our own process or a server on this
 * computer. Pictures pass through as base64 without being inspected.
 */
import type { ModelPage, Reading, ReadRequest } from "../../core/page-reading.ts";
import { cancellation, orAborted } from "../../core/problem.ts";
import type { ReadingOptions } from "./engine.ts";

/** Reads pages with a model. Its engine is loaded with the first page: most services never read one. */
export function openReading(options: ReadingOptions): Reading {
  return createReading(async () => (await import("./engine.ts")).createEngine(options));
}

/**
 * `openEngine` is called once, with the first page; its result never gets two pages at a time. Nothing is started before that,
 * or after closing.
 */
export function createReading(openEngine: () => Promise<Reading>): Reading {
  let opened: Reading | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  async function engine(): Promise<Reading> {
    const made = opened ?? (await openEngine());
    opened ??= made;
    if (closed) opened[Symbol.dispose]();
    return opened;
  }

  async function inTurn(
    turn: Promise<unknown>,
    request: ReadRequest,
    signal: AbortSignal | undefined,
  ): Promise<ModelPage> {
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
