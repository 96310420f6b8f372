/**
 * The thread in which the command of a tool reads its documents; `supervise.ts` starts it, and ends the process whatever a
 * document does here.
 */
import { keepMemoryOutOfDumps } from "../../host/process/core-dumps.ts";
import { onUncaught, silenceConsole } from "../../host/process/engine-io.ts";
import { volunteerForOutOfMemory } from "../../host/process/memory.ts";
import { answerOnce } from "../../host/process/thread.ts";
import { readersLeaveRejections } from "../../run/lazy-readers.ts";
import { asProblem, complain, complainOf } from "../flags/complaint.ts";
import { flagsOf } from "../flags/is-call.ts";
import { CallPhase } from "../tools/call-phase.ts";
import { runTool } from "../tools/tool-command.ts";

export interface CallMessage {
  /** The name of the command, and what follows it. */
  readonly args: readonly string[];
  /** The memory of the `CallPhase`. */
  readonly phase: Int32Array<SharedArrayBuffer>;
}

/** Runs the call; the answer is the exit code. It prints what is wrong, and throws nothing. */
answerOnce(({ args, phase }: CallMessage) => {
  const uncaught = new Promise<number>((end) =>
    onUncaught((error, awaited) => {
      if (awaited && readersLeaveRejections()) return;
      end(complain(asProblem(error), flagsOf(args).includes("--json")));
    }),
  );
  return Promise.race([run(args, new CallPhase(phase)), uncaught]);
});

async function run([command = "", ...args]: readonly string[], phase: CallPhase): Promise<number> {
  try {
    silenceConsole();
    keepMemoryOutOfDumps();
    volunteerForOutOfMemory();
    const code = await runTool(command, args, phase);
    // The user has the answer. What commands left that were killed goes now.
    (await import("../../files/temporary/stale.ts")).removeNotedTemps();
    return code;
  } catch (error) {
    return complainOf(error, args);
  }
}
