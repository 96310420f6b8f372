/**
 * The thread in which a tool's command reads its documents; `supervise.ts` starts it, and can end the process whatever a
 * document does here.
 */
import { keepMemoryOutOfDumps } from "../../host/process/core-dumps.ts";
import { onUncaught, silenceConsole } from "../../host/process/engine-io.ts";
import { answerEach, compileLess } from "../../host/process/thread.ts";
import { readersAreUsedUp } from "../../run/lazy-readers.ts";
import { asProblem, complain, complainOf } from "../flags/complaint.ts";
import { flagsOf } from "../flags/is-call.ts";
import { CallPhase } from "../tools/call-phase.ts";
import { runTool } from "../tools/tool-command.ts";

export interface CallMessage {
  /** The command's name and its arguments. */
  readonly args: readonly string[];
  /** The memory of the `CallPhase`. */
  readonly phase: Int32Array<SharedArrayBuffer>;
  /** The password that the user entered at a prompt. */
  readonly password: string | undefined;
}

compileLess();

/** Runs the call and returns the exit code. Prints errors and never throws. */
answerEach(({ args, phase, password }: CallMessage) => {
  const uncaught = new Promise<number>((end) =>
    onUncaught((error, awaited) => {
      if (awaited && readersAreUsedUp()) return;
      end(complain(asProblem(error), flagsOf(args).includes("--json")));
    }),
  );
  return Promise.race([run(args, new CallPhase(phase), password), uncaught]);
});

async function run(
  [command = "", ...args]: readonly string[],
  phase: CallPhase,
  password: string | undefined,
): Promise<number> {
  try {
    silenceConsole();
    keepMemoryOutOfDumps();
    const code = await runTool(command, args, phase, password);
    // The user has the answer; now remove leftovers of killed commands.
    (await import("../../files/temporary/stale.ts")).removeNotedTemps();
    return code;
  } catch (error) {
    return complainOf(error, args);
  }
}
