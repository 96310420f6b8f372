/** The way every interface runs a tool: validate once, wait for a lane, run in an engine. */

import { validate } from "../core/json/validate.ts";
import { ProblemError } from "../core/problem.ts";
import type { Progress, Tool } from "../core/tool.ts";
import type { EarlierCalls } from "./earlier-calls.ts";
import { ReturnedError } from "./engine-failure.ts";
import type { CallOptions } from "./engine-process.ts";
import type { Engines } from "./engines.ts";
import type { AcquireOptions, LaneName, Lanes, RunningCall } from "./lanes.ts";
import { type Repeaters, subjectOf } from "./repeaters.ts";
import { createUsualTimes } from "./usual-times.ts";

export interface CallContext {
  /** Aborted when nobody wants the answer any more: a waiting call is dropped, a running one is ended unless it is writing. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((state: Progress) => void) | undefined;
}

export interface CallerDeps {
  readonly findTool: (name: string) => Tool | undefined;
  readonly lanes: Lanes;
  readonly engines: Pick<Engines, "run">;
  readonly earlier: EarlierCalls;
  readonly repeaters: Repeaters;
  /** Identifies a file; undefined if there is none. */
  readonly identityOf: (path: string) => string | undefined;
}

export interface Caller {
  /** A call as sent by a client. Throws 404 for an unknown tool, 422 naming the faulty fields, 429 if too many are waiting. */
  call(tool: string, input: unknown, context?: CallContext): Promise<object>;
  /** A call from the job queue, in its own lane; `input` passed the tool's schema when the job was accepted. */
  job(tool: string, input: object, context?: CallContext): Promise<object>;
}

/** An attempt at a call that was returned to the queue. */
interface Attempt {
  /** Milliseconds that it had used. */
  readonly spentMs: number;
  /** Absolute paths of files that it published. */
  readonly written: readonly string[];
}

export function createCaller(deps: CallerDeps): Caller {
  const { findTool, lanes, engines, earlier, repeaters, identityOf } = deps;
  const usual = createUsualTimes();

  async function run(tool: Tool, input: object, job: boolean, context: CallContext): Promise<object> {
    repeaters.check(tool, input);
    const known = {
      job,
      signal: context.signal,
      subject: () => subjectOf(tool, input, identityOf)?.files,
      slow: repeaters.isSlow(tool, input),
      quick: usual.isQuick(tool.name),
    };
    const lane = tool.readsByModel?.(input) ? "reading" : tool.lane;
    const options: CallOptions = { ...context, onProgress: rising(context.onProgress) };
    let attempt: Attempt = { spentMs: 0, written: [] };
    for (;;) {
      const outcome = await runOnce(tool, input, { lane, ...known }, options, attempt);
      if ("result" in outcome) return outcome.result;
      attempt = outcome;
    }
  }

  /** Waits for a lane and runs; if it is returned to the queue, what the next attempt needs to know. */
  async function runOnce(
    tool: Tool,
    input: object,
    { lane, ...known }: AcquireOptions & { readonly lane: LaneName },
    options: CallOptions,
    { spentMs, written }: Attempt,
  ): Promise<Attempt | { readonly result: object }> {
    using permit = await lanes.acquire(lane, { ...known, spentMs });
    // Similar calls may have ended in the meantime.
    repeaters.check(tool, input);
    let running: RunningCall | undefined;

    const onEnd = (usedMs: number, error?: unknown) => {
      repeaters.ended(tool, input, usedMs, error);
      usual.ended(tool.name, usedMs);
    };

    const onRunning = (call: RunningCall) => {
      running = call;
      permit.runs(call);
    };

    try {
      const result = await engines.run(tool.name, input, { ...options, onRunning, written });
      onEnd(running?.used() ?? 0);
      earlier.done(tool, input);
      return { result };
    } catch (error) {
      const used = running?.used() ?? 0;
      if (error instanceof ReturnedError) {
        usual.ended(tool.name, used);
        return { spentMs: Math.max(used, spentMs, 1), written: [...written, ...error.written] };
      }
      onEnd(used, error);
      throw earlier.explained(tool, input, error);
    }
  }

  const known = (name: string): Tool => {
    const tool = findTool(name);
    if (!tool) throw new ProblemError("not_found", `there is no tool ${JSON.stringify(name.slice(0, 60))}`);
    return tool;
  };

  return {
    async call(name, input, context = {}) {
      const tool = known(name);
      return await run(tool, validate(tool.input, input), false, context);
    },
    async job(name, input, context = {}) {
      return await run(known(name), input, true, context);
    },
  };
}

/** Progress as a caller sees it: a call that starts from scratch reports nothing until it is further than before. */
function rising(onProgress: CallContext["onProgress"]): CallContext["onProgress"] {
  let reached = 0;
  return (
    onProgress &&
    ((state) => {
      const share = state.progress / state.total;
      if (share < reached) return;
      reached = share;
      onProgress(state);
    })
  );
}
