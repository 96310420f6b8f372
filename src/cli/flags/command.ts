/** The definition of a command: how it runs, and the parts of its help. */
import type { CommandDef, CommandMeta } from "citty";
import { defineCommand, runCommand } from "./citty.ts";
import { type FlagTable, type GivenFlags, givenIn, lineOf } from "./flags.ts";

/** citty's definition of a command, and the parts of its help that citty has no place for. */
export interface Command extends CommandDef<FlagTable> {
  readonly meta: CommandMeta & { readonly name: string; readonly description: string };
  readonly args: FlagTable;
  /** The argument without a flag. */
  readonly rest?: {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
    readonly many?: boolean;
    /** What any number of further arguments are, if not the same. */
    readonly further?: string;
    /** Possible values, for completion; files if omitted. */
    readonly choices?: readonly string[];
  };
  /** Working example lines for the help. */
  readonly examples: readonly string[];
  /** The end of the help, after the examples. */
  readonly notes?: string;
}

/** Runs a command and returns the exit code. Throws `UsageError`. */
export type CommandRun = (given: GivenFlags) => Promise<number>;

/** Defines a command. */
export function command({ run, ...parts }: Omit<Command, "run"> & { readonly run: CommandRun }): Command {
  const { meta, args } = parts;
  const defined = defineCommand({ meta, args, run: ({ args, data }) => run(givenIn(data, args)) });
  return { ...parts, ...defined, meta, args };
}

/** Runs a command with the arguments after its name; returns the exit code. Throws `UsageError`. */
export async function runLine(command: Command, args: readonly string[]): Promise<number> {
  const line = lineOf(command, args);
  const { result } = await runCommand({ ...command, args: line.args }, { rawArgs: line.rawArgs, data: line });
  return Number(result);
}
