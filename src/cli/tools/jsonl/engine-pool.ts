/** The engines of a command that makes many calls: killed on Ctrl+C, at the deadline, and at the memory limit. */
import type { Scope } from "../../../files/scope/scope.ts";
import { removeNotedTemps, removeTemp, removeTempsOf } from "../../../files/temporary/stale.ts";
import { openReading } from "../../../models/reading/reading.ts";
import { createEngines, type Engines, type EnginesOptions } from "../../../run/engines.ts";
import type { CallSettings } from "../../../settings.ts";

export type CommandEngines = Pick<Engines, "run"> & Disposable;

/**
 * A command's pool, which first removes leftovers of killed commands. It starts with the first call and logs nothing: its user
 * waits for results.
 */
export function openEngines(
  scope: Scope,
  settings: Partial<CallSettings> & Pick<EnginesOptions, "size">,
): CommandEngines {
  removeNotedTemps();
  const own = { parent: process.pid, log: () => {} };
  const reading = openReading({ ...own, settings });
  const engines = createEngines({ ...settings, ...own, scope, reading, removeTemp, removeTempsOf });
  return {
    run: (tool, input, options) => engines.run(tool, input, options),
    [Symbol.dispose]() {
      engines[Symbol.dispose]();
      reading[Symbol.dispose]();
    },
  };
}
