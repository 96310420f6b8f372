/** `pdfd help`: the overview, the options that commands share, and the man page. */
import { version } from "../../core/version.ts";
import { print } from "../../host/terminal/terminal.ts";
import { callSettings } from "../../settings.ts";
import { tools } from "../../tools/index.ts";
import { type Command, command } from "../flags/command.ts";
import { commandName } from "../flags/command-name.ts";
import { exitCodes, exitMeanings } from "../flags/exit-codes.ts";
import type { FlagTable } from "../flags/flags.ts";
import { variableRows } from "../flags/setting-flags.ts";
import { flagRows, type HelpRow, paragraphs, rowsOf, table, usageLine } from "../flags/usage.ts";
import { linesCommand } from "../tools/jsonl/jsonl.ts";
import { commandOf } from "../tools/tool-command.ts";

const topics: Readonly<Record<string, (others: readonly Command[]) => string>> = {
  options: optionsHelp,
  "exit-codes": () => `${table(exitRows())}\n`,
  man: manPage,
};

/** Whether the name is a help topic rather than a command. */
export const isTopic = (name: string) => name.startsWith("-") || Object.hasOwn(topics, name);

/** The command; `names` are those of commands that are not tools, and `others` loads them. */
export function helpCommand(names: readonly string[], others: () => Promise<readonly Command[]>): Command {
  return command({
    meta: { name: "help", description: "Show help for a command or a topic" },
    args: {},
    rest: {
      name: "topic",
      description: `A command, or one of ${Object.keys(topics).join(", ")}`,
      required: false,
      choices: [...tools.map(commandName), ...names, ...Object.keys(topics)],
    },
    examples: ["pdfd help merge", "pdfd help options", "pdfd help man > pdfd.1"],
    async run({ rest: [topic = ""] }) {
      print(1, topics[topic]?.(await others()) ?? helpText());
      return exitCodes.done;
    },
  });
}

/** The output of `pdfd --help`. */
export function helpText(): string {
  const ofTools = tools.map((tool) => `  ${commandName(tool).padEnd(18)} ${tool.title}\n`).join("");
  return `pdfd ${version}: PDF tools as a command line, a local HTTP service and an MCP
server. It reads PDFs and writes new ones, and never overwrites a file.
Documents never leave this computer.

Usage: pdfd <command> [options]

Tools:
${ofTools}
Servers and modes:
  serve              Start the HTTP service on the folders you allow
  mcp                Run as an MCP server over stdio, for an agent
  --jsonl            Read one call per line, print one result per line

More:
  help <topic>       A command, options, exit-codes, or man (the man page)
  tools [name]       List the tools, or show the JSON schemas of one
  client <language>  Print a client for the service: typescript, python or sh
  models <action>    Download, verify and remove models that read page images
  doctor             Check this installation and report missing parts
  completion <shell> Print completions for bash, zsh or fish
  licenses           Print the licenses of all components
  version            Print the version

Examples:
  pdfd merge a.pdf b.pdf -o both.pdf
  pdfd read-text --pages 1-3 report.pdf
  pdfd serve --allow-dir .
`;
}

/** The options that the help of single commands omits. */
export function optionsHelp(): string {
  const notes = `Without --allow-dir, a command can access whatever its user can; relative paths start in the current folder.
Passwords come from --password-file, --password-stdin or PDFD_PASSWORD, never from an argument.`;
  const rows = flagRows(sharedFlags());
  const variables = variableRows(Object.values(callSettings));
  return paragraphs(
    `Options that many commands share:\n\n${table(rows)}\n\nEnvironment:\n${table(variables)}\n\n${notes}\n`,
  );
}

function sharedFlags(): FlagTable {
  const flags = [linesCommand, ...tools.map(commandOf)].flatMap(({ args }) => Object.entries(args));
  return Object.fromEntries(flags.filter(([, { isCommon }]) => isCommon).toSorted());
}

const exitRows = () => exitMeanings.map(([code, meaning]): HelpRow => [String(code), meaning]);

/** The man page, in the macros of man(7). */
function manPage(others: readonly Command[]): string {
  const commands = [...tools.map(commandOf), linesCommand, ...others].map((command) => {
    const { examples } = command;
    const { name, description } = command.meta;
    const rows = rowsOf(command);
    return `.SS ${roff(name)}\n${roff(description)}\n.PP\n${roff(usageLine(command))}\n${manRows(rows)}.PP\n.nf\n${examples.map((line) => `    ${roff(line)}\n`).join("")}.fi\n`;
  });

  return `.TH PDFD 1 "" "pdfd ${version}"
.SH NAME
pdfd \\- PDF tools as a command line, a local HTTP service and an MCP server
.SH SYNOPSIS
.B pdfd
.I command
[options]
.SH COMMANDS
${commands.join("")}.SH OPTIONS
Many commands share these.
${manRows(flagRows(sharedFlags()))}.SH "EXIT STATUS"
${manRows(exitRows())}`;
}

function manRows(rows: readonly HelpRow[]): string {
  return rows.map(([label, text]) => `.TP\n.B ${roff(label)}\n${roff(text)}\n`).join("");
}

/** Escapes text so that no line is a formatter request. */
function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll(/^[.']/gm, "\\&$&");
}
