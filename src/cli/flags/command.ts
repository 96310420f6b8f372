/** What a command is: how it runs, and the parts of its help. */
import type { ArgsDef } from "citty";
import type { Tool } from "../../core/tool.ts";
import type { FlagTable } from "./flags.ts";

export interface Command {
  readonly name: string;
  readonly description: string;
  readonly flags: FlagTable;
  /** The argument that has no flag. */
  readonly rest?: {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
    /** Values that are possible, for completion; files where omitted. */
    readonly choices?: readonly string[];
  };
  /** Lines that work, for the help. */
  readonly examples: readonly string[];
  /** The end of the help, below the examples. */
  readonly notes?: string;
  /** Not in the help. */
  readonly hidden?: boolean;
  /** Runs it; `args` are those behind the command's name. Throws `UsageError`. Returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** The flags of a command as citty wants them, for the usage text. */
export function cittyArgs({ flags, rest }: Pick<Command, "flags" | "rest">): ArgsDef {
  const bare: ArgsDef = rest
    ? { [rest.name]: { type: "positional", required: rest.required, description: rest.description } }
    : {};
  const named: ArgsDef = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => {
      const { description, hint = "value", short, required, fallback } = flag;
      if (flag.kind === "switch") return [name, { type: "boolean" as const, description }];
      const text = { type: "string" as const, description, valueHint: hint, ...(short && { alias: short }) };
      return [name, { ...text, ...(required && { required }), ...(fallback && { default: fallback }) }];
    }),
  );
  return { ...bare, ...named };
}

/** The command of a tool: its name without `pdf_`, in kebab case. */
export function commandName(tool: Pick<Tool, "name">): string {
  const { name } = tool;
  return (name.startsWith("pdf_") ? name.slice(4) : name).replaceAll("_", "-");
}

/** The name of the tool that a command of this name would run. There may be no such tool. */
export function toolName(command: string): string {
  return `pdf_${command.replaceAll("-", "_")}`;
}
