/** Checks the commands that a document shows in backquotes against the real ones. */

import { commands } from "../../src/cli/commands.ts";
import type { Command } from "../../src/cli/flags/command.ts";
import { writtenAs } from "../../src/cli/flags/flags.ts";
import { lineFlags } from "../../src/cli/tools/jsonl/jsonl.ts";

/** The problem with `pdfd …` as a document shows it; undefined if the command and its options exist. */
export async function commandFault(line: string): Promise<string | undefined> {
  const [, name = "", ...words] = line.split(/\s+/);
  const options = words
    .map((word) => /^(--?[a-z][a-z-]*)/.exec(word)?.[1])
    .filter((word) => word !== undefined);
  if (name.startsWith("-")) {
    const known = ["--help", "--version", ...Object.keys(lineFlags).map((flag) => `--${flag}`)];
    return [name, ...options].find((option) => !known.includes(option));
  }
  // `pdfd <command> --help`, `pdfd …`
  if (!/^[a-z]/.test(name)) return undefined;
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
  if (!command) return `no command ${name}`;
  return options.find((option) => !takes(command, option));
}

function takes({ args }: Command, option: string): boolean {
  if (option === "--help") return true;
  return Object.entries(args).some(
    ([name, flag]) => option === `--${writtenAs(name, flag)}` || option === `-${flag.alias}`,
  );
}
