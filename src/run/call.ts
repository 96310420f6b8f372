/** The way every interface runs a tool: validate once, wait for a lane, run in an engine. */

import { validate } from "../core/json/validate.ts";
import { ProblemError } from "../core/problem.ts";
import type { Progress, Tool } from "../core/tool.ts";
import type { EarlierCalls } from "./earlier-calls.ts";
import type { Engines } from "./engines.ts";
import type { Lanes, RunningCall } from "./lanes.ts";
import { type Repeaters, subjectOf } from "./repeaters.ts";

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

export function createCaller(deps: CallerDeps): Caller {
  const { findTool, lanes, engines, earlier, repeaters, identityOf } = deps;

  async function run(tool: Tool, input: object, job: boolean, context: CallContext): Promise<object> {
    repeaters.check(tool, input);
    using permit = await lanes.acquire(tool.readsByModel?.(input) ? "reading" : tool.lane, {
      job,
      signal: context.signal,
      subject: () => subjectOf(tool, input, identityOf)?.files,
      slow: repeaters.isSlow(tool, input),
    });
    // Similar calls may have ended in the meantime.
    repeaters.check(tool, input);
    let running: RunningCall | undefined;

    const onRunning = (call: RunningCall) => {
      running = call;
      permit.runs(call);
    };

    try {
      const result = await engines.run(tool.name, input, { ...context, onRunning });
      repeaters.ended(tool, input, running?.used() ?? 0);
      earlier.done(tool, input);
      return result;
    } catch (error) {
      repeaters.ended(tool, input, running?.used() ?? 0, error);
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
