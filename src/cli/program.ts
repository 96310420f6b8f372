/** The command line: `pdfd <command> [flags]` to an exit code. Commands are loaded when asked for, so that `--version` is quick. */
import { stripVTControlCharacters } from "node:util";
import { type CommandDef, renderUsage, runCommand } from "citty";
import { ProblemError } from "../core/problem.ts";
import { version } from "../core/version.ts";
import { exitCodes } from "./exit-codes.ts";
import { UsageError } from "./flags.ts";
import { helpText } from "./help.ts";

/** A command as it is loaded: for citty, and what its help says below the usage. */
interface Command {
  readonly definition: CommandDef;
  readonly notes?: string;
}

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  async serve() {
    const { serveCommand, serveNotes } = await import("./serve.ts");
    return { definition: serveCommand, notes: serveNotes };
  },
  async engine() {
    return { definition: (await import("./engine.ts")).engineCommand };
  },
};

/** Runs one command line and returns the exit code. What the user did wrong is one line on stderr, never a stack. */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (error instanceof UsageError) {
      for (const line of error.message.split("\n")) process.stderr.write(`pdfd: ${line}\n`);
      return exitCodes.usage;
    }
    if (error instanceof ProblemError) {
      process.stderr.write(`pdfd: ${error.message}\n`);
      return exitCodes.failed;
    }
    throw error;
  }
}

async function dispatch(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    process.stderr.write(helpText);
    return exitCodes.usage;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(helpText);
    return exitCodes.done;
  }
  if (name === "--version" || name === "-v") {
    process.stdout.write(`${version}\n`);
    return exitCodes.done;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    const what = name.startsWith("-") ? "option" : "command";
    throw new UsageError(`unknown ${what} ${JSON.stringify(name)}; pdfd --help shows what there is`);
  }
  const { definition, notes } = await load();
  if (rest.includes("--help") || rest.includes("-h")) {
    const usage = await renderUsage(definition, { meta: { name: "pdfd", version } });
    process.stdout.write(
      `${process.stdout.isTTY ? usage : stripVTControlCharacters(usage)}\n\n${notes ?? ""}`,
    );
    return exitCodes.done;
  }
  const { result } = await runCommand(definition, { rawArgs: rest });
  return typeof result === "number" ? result : exitCodes.done;
}
