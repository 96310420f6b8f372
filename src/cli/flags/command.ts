/** The definition of a command: how it runs, and the parts of its help. */
import type { Tool } from "../../core/tool.ts";
import type { FlagTable } from "./flags.ts";

export interface Command {
  readonly name: string;
  readonly description: string;
  readonly flags: FlagTable;
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
  /** Runs it; `args` are those after the command's name. Throws `UsageError`. Returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** A tool's command: its name without `pdf_`, in kebab case. */
export function commandName(tool: Pick<Tool, "name">): string {
  const { name } = tool;
  return (name.startsWith("pdf_") ? name.slice(4) : name).replaceAll("_", "-");
}

/** The name of the tool that this command would run. The tool may not exist. */
export const toolName = (command: string): string => `pdf_${command.replaceAll("-", "_")}`;
