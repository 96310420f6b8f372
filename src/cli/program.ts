/** The command line: from `pdfd <command> [flags]` to an exit code. Commands are loaded on demand so that startup is fast. */
import { version } from "../core/version.ts";
import { keepMemoryOutOfDumps } from "../host/process/core-dumps.ts";
import { print } from "../host/terminal/terminal.ts";
import { commands, shownCommands } from "./commands.ts";
import type { Command } from "./flags/command.ts";
import { commandName } from "./flags/command-name.ts";
import { complainOf } from "./flags/complaint.ts";
import { exitCodes } from "./flags/exit-codes.ts";
import { UsageError } from "./flags/flags.ts";
import { flagsOf } from "./flags/is-call.ts";

/** Runs a command line and returns the exit code. User errors are one line on stderr, never a stack. */
export async function runProgram(args: readonly string[]): Promise<number> {
  keepMemoryOutOfDumps();
  try {
    return await dispatch(args);
  } catch (error) {
    return complainOf(error, args);
  }
}

async function dispatch(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    print(2, (await import("./commands/help.ts")).helpText());
    return exitCodes.usage;
  }
  if (name === "--help" || name === "-h") return await dispatch(["help"]);
  // `pdfd help merge`, as in other programs.
  if (name === "help" && rest[0] !== undefined && !(await import("./commands/help.ts")).isTopic(rest[0]))
    return await dispatch([rest[0], "--help"]);
  if (["--version", "-v", "-V", "version"].includes(name)) {
    print(1, `${version}\n`);
    return exitCodes.done;
  }

  const lines = name.startsWith("--") && args.includes("--jsonl");
  const flags = flagsOf(rest);
  const asksHelp = flags.includes("--help") || flags.includes("-h");
  const command = lines ? (await import("./tools/jsonl/jsonl.ts")).linesCommand : await commandNamed(name);

  if (!command) {
    const what = name.startsWith("-") ? "option" : "command";
    throw new UsageError(`unknown ${what} ${JSON.stringify(name)}${await meant(name)}`);
  }

  if (asksHelp) {
    const { usageOf } = await import("./flags/usage.ts");
    print(1, await usageOf(command));
    return exitCodes.done;
  }

  return await (await import("./flags/command.ts")).runLine(command, lines ? args : rest);
}

async function commandNamed(name: string): Promise<Command | undefined> {
  return Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
}

/** Commands for a line that will be rejected: only here is the registry loaded. */
async function meant(name: string): Promise<string> {
  const { tools } = await import("../tools/index.ts");
  const { didYouMean } = await import("../core/nearest.ts");
  const { otherWord } = await import("./other-words.ts");
  return (
    otherWord(name) ??
    didYouMean(name, [...tools.map(commandName), ...shownCommands, "version"], "; pdfd --help lists them")
  );
}
