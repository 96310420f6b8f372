/** Reads a command's flags as `runLine` does, without running it. */
import { parseArgs } from "citty";
import type { Command } from "../../src/cli/flags/command.ts";
import { type GivenFlags, givenIn, lineOf } from "../../src/cli/flags/flags.ts";

/** Throws `UsageError`. */
export function givenFlags(
  command: Pick<Command, "meta" | "args" | "rest">,
  args: readonly string[],
): GivenFlags {
  const line = lineOf(command, args);
  return givenIn(line, parseArgs(line.rawArgs, line.args));
}
