/** One call of a command: in this process where it is quick, else in an engine that Ctrl+C can stop. */

import { ProblemError } from "../core/problem.ts";
import type { Tool } from "../core/tool.ts";
import { removeTemp } from "../files/stale.ts";
import { onStopSignal } from "../host/signals.ts";
import { runQuick } from "../run/quick.ts";
import type { ToolCall } from "./engine-call.ts";

/** The result. Throws `ProblemError`: `cancelled` when a signal ended it, and then nothing is left of it. */
export async function callTool(tool: Tool, input: object, call: ToolCall): Promise<object> {
  const stop = new AbortController();
  using _signals = onStopSignal(() => stop.abort());
  const interrupted = new Promise<never>((_, fail) => {
    stop.signal.addEventListener("abort", () => fail(new ProblemError("cancelled", "interrupted")));
  });
  /** Signals are seen between turns of the event loop (Deno: after two), and quick work leaves none by itself. */
  const onPause = async () => {
    for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done));
    if (stop.signal.aborted) throw new ProblemError("cancelled", "interrupted");
  };
  // Interruption counts where somebody waits for it.
  interrupted.catch(() => {});
  if (!goesOn(tool)) {
    const temps: string[] = [];
    const { scope, onProgress } = call;
    try {
      const onTemp = (path: string) => void temps.push(path);
      const result = await Promise.race([
        runQuick(tool, input, scope, { onProgress, onPause, onTemp }),
        interrupted,
      ]);
      if (result) return result;
    } catch (error) {
      if (stop.signal.aborted) temps.forEach(removeTemp);
      throw error;
    }
  }
  const { callEngine } = await import("./engine-call.ts");
  return await callEngine(tool, input, call, stop.signal);
}

/** Whether the tool goes on after the failure of one file: its result lists them. */
function goesOn(tool: Tool): boolean {
  return "entries" in tool.output && Object.hasOwn(Object(tool.output.entries), "failed");
}
