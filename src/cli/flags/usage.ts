/** The help of one command, written by citty. */
import { stripVTControlCharacters } from "node:util";
import { defineCommand, renderUsage } from "citty";
import { version } from "../../core/version.ts";
import { isTerminal } from "../../host/terminal/terminal.ts";
import { type Command, cittyArgs } from "./command.ts";

/** The text of `pdfd <command> --help`, coloured on a terminal. */
export async function usageOf(command: Command): Promise<string> {
  const { name, description, notes } = command;
  const definition = defineCommand({ meta: { name, description }, args: cittyArgs(command) });
  const usage = await renderUsage(definition, { meta: { name: "pdfd", version } });
  return `${(await isTerminal(1)) ? usage : stripVTControlCharacters(usage)}\n\n${notes ?? ""}`;
}
