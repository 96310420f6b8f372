/** Calls in an engine of this command's own: killed on Ctrl+C, at the deadline, and when it takes too much memory. */
import type { Progress, Tool } from "../core/tool.ts";
import type { Scope } from "../files/scope.ts";
import { removeTemp, removeTempsOf } from "../files/stale.ts";
import { lazyReading } from "../models/lazy-reading.ts";
import { createEngines, type Engines } from "../run/engines.ts";
import { readingOf } from "./environment.ts";
import type { OfficeOptions } from "./office-flags.ts";

/** What holds for the engines of a command. */
export interface EngineSettings extends OfficeOptions {
  readonly scope: Scope;
  readonly deadlineMs: number;
  /** Folders of fonts, absolute. */
  readonly fontDirs?: readonly string[];
}

/** What holds for one call of a command. */
export interface ToolCall extends EngineSettings {
  readonly onProgress: (state: Progress) => void;
}

export type CommandEngines = Pick<Engines, "run"> & Disposable;

/** The pool of a command: started with its first call. What engines do is no news to who waits for one result. */
export function openEngines(settings: EngineSettings): CommandEngines {
  const own = { parent: process.pid, log: () => {} };
  const reading = lazyReading({ ...own, settings: readingOf(process.env) });
  const engines = createEngines({ ...settings, ...own, reading, removeTemp, removeTempsOf });
  return {
    run: engines.run,
    [Symbol.dispose]() {
      engines[Symbol.dispose]();
      reading[Symbol.dispose]();
    },
  };
}

/** One call. Throws the tool's problem, or `cancelled` once `signal` has ended it. */
export async function callEngine(
  tool: Tool,
  input: object,
  { onProgress, ...settings }: ToolCall,
  signal: AbortSignal,
): Promise<object> {
  using engines = openEngines(settings);
  return await engines.run(tool.name, input, { signal, onProgress });
}
