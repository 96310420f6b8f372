/** The help of one command: citty writes it, and its lines are wrapped for a terminal of 80 columns. */
import { stripVTControlCharacters } from "node:util";
import { defineCommand, renderUsage } from "citty";
import { version } from "../../core/version.ts";
import { isTerminal } from "../../host/terminal/terminal.ts";
import { type Command, cittyArgs } from "./command.ts";

/** Most columns of a line. */
const width = 80;

/** The text of `pdfd <command> --help`, coloured on a terminal. */
export async function usageOf(command: Command): Promise<string> {
  const { name, description, examples, notes = "" } = command;
  const definition = defineCommand({ meta: { name, description }, args: cittyArgs(command) });
  const usage = await renderUsage(definition, { meta: { name: "pdfd", version } });
  const shown = (await isTerminal(1)) ? usage : stripVTControlCharacters(usage);
  const lines = examples.map((example) => `  ${example}\n`).join("");
  return wrapped(`${shown.trimEnd()}\n\nEXAMPLES\n\n${lines}\n${notes}`);
}

/**
 * The text with lines of at most 80 columns. Words of a line that is too long go on below the place where its text begins:
 * in a table behind the label and two spaces or more. A word that is longer than a line stays whole.
 */
export function wrapped(text: string): string {
  return text
    .split("\n")
    .map((line) => wrappedLine(line.trimEnd()))
    .join("\n");
}

function wrappedLine(line: string): string {
  if (columns(line) <= width) return line;
  const [label = ""] = /^ *(\S+ )*?\S+ {2,}|^ +/.exec(line) ?? [];
  const indent = " ".repeat(columns(label));
  const lines: string[] = [];
  let current = label;
  let empty = true;
  for (const word of line.slice(label.length).split(" ")) {
    if (!empty && columns(current) + 1 + columns(word) > width) {
      lines.push(current);
      current = indent;
      empty = true;
    }
    current += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, current].join("\n");
}

function columns(text: string): number {
  return stripVTControlCharacters(text).length;
}
